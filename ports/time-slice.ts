/** Milliseconds of computing in one turn of the event loop, after which others get theirs. */
const TIME_SLICE_MS = 5;

/** Lets everybody else have the event loop once. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A long computation's turn of the event loop: it asks between its steps whether that is over, and then gives it up. */
export type TimeSlice = {
  readonly isOver: () => boolean;
  /** Resolves in a turn of its own, which counts anew. */
  readonly giveUp: () => Promise<void>;
};

/** A turn that begins now. */
export const beginTimeSlice = (): TimeSlice => {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began >= TIME_SLICE_MS,
    giveUp: async () => {
      await yieldToEventLoop();
      began = performance.now();
    },
  };
};
