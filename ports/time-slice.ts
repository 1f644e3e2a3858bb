/** Milliseconds for which one computation may block the event loop before it yields. */
const TIME_SLICE_MS = 5;

/** Yields one turn of the event loop to all other work. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The time slice of a long computation: between its steps it checks whether the slice is over, and yields if so. */
type TimeSlice = {
  readonly isOver: () => boolean;
  /** Resolves in a later turn of the event loop, with a new slice. */
  readonly yield: () => Promise<void>;
};

/** Starts a time slice. */
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
 * Creates a time slice shared by many short computations, because promises lead from one to the next without a turn of
 * the event loop in between. A caller waits for the next turn when the current one has lasted too long.
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
