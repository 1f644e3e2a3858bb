/** Milliseconds that one computation may hold the event loop, after which others get it. */
const TIME_SLICE_MS = 5;

/** Yields one turn of the event loop to all other work. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A long computation's time slice: between its steps it asks whether that is over, and yields if so. */
type TimeSlice = {
  readonly isOver: () => boolean;
  /** Resolves in a later turn of the event loop, with a new slice. */
  readonly yield: () => Promise<void>;
};

/** A time slice that begins now. */
export const beginTimeSlice = (milliseconds = TIME_SLICE_MS): TimeSlice => {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began >= milliseconds,
    yield: async () => {
      await yieldToEventLoop();
      began = performance.now();
    },
  };
};

/**
 * A time slice shared by many short computations, because promises lead from one to the next without a turn of the
 * event loop in between. A caller that asks when the turn has lasted too long waits for the next one.
 */
export const createSharedTimeSlice = (): (() => Promise<void>) => {
  let began: number | undefined;
  return async () => {
    if (began === undefined) {
      began = performance.now();
      setImmediate(() => {
        began = undefined;
      });
    } else if (performance.now() - began > TIME_SLICE_MS) {
      await yieldToEventLoop();
    }
  };
};
