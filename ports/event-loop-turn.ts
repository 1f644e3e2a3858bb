/** Milliseconds of computing in one turn of the event loop, after which others get theirs. */
const LONGEST_TURN = 5;

/** Lets everybody else have the event loop once. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A long computation's turn of the event loop: it asks between its steps whether that is over, and then gives it up. */
export type EventLoopTurn = {
  readonly isOver: () => boolean;
  /** Resolves in a turn of its own, which counts anew. */
  readonly giveUp: () => Promise<void>;
};

/** A turn that begins now. */
export const beginTurn = (): EventLoopTurn => {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began >= LONGEST_TURN,
    giveUp: async () => {
      await nextTurn();
      began = performance.now();
    },
  };
};
