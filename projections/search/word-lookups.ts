import { Failure, failure } from '../../domain/kernel/failure.ts';
import { withTimeout } from './with-timeout.ts';

/** Work that looks words of the corpus up, where these may have to be fetched. */
export type WordLookups = {
  /**
   * The outcome, or a Failure after the given milliseconds: `timeout`, and `unavailable` at once for as long as earlier
   * work that took too long is under way.
   */
  readonly within: <Value>(milliseconds: number, work: () => Promise<Value>) => Promise<Value>;
};

/**
 * Bounds look-ups in time. Work cannot be stopped that waits for a table, and holds a connection until the database gives
 * up on it: while there is such work no other is begun, or a locked table would take every connection of the node.
 */
export const createWordLookups = (): WordLookups => {
  let leftBehind = 0;
  return {
    within: async (milliseconds, work) => {
      if (leftBehind > 0)
        throw new Failure(
          failure('unavailable', 'The lexical index does not answer.', { component: 'search-index' }),
        );
      let isOver = false;
      const over = (): void => {
        isOver = true;
      };
      const running = work();
      running.then(over, over);
      try {
        return await withTimeout(running, milliseconds);
      } catch (error) {
        if (!isOver) {
          leftBehind += 1;
          const ended = (): void => {
            leftBehind -= 1;
          };
          running.then(ended, ended);
        }
        throw error;
      }
    },
  };
};
