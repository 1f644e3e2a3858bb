import { Failure, failure } from '../../domain/kernel/failure.ts';
import { withTimeout } from './with-timeout.ts';

/** Runs lookups of corpus words, which may have to be fetched. */
export type WordLookups = {
  /**
   * Returns the outcome, or rejects with a Failure: `timeout` after the given milliseconds, and `unavailable`
   * immediately while earlier work that timed out is still running.
   */
  readonly within: <Value>(milliseconds: number, work: () => Promise<Value>) => Promise<Value>;
};

/**
 * Limits the duration of lookups. Work that waits for a table cannot be stopped and holds a connection until the
 * database gives up; while there is such work no other is started, or a locked table would take every connection of
 * the node.
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
