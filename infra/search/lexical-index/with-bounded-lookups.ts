import pLimit from 'p-limit';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database } from '../../../ports/database.ts';

/**
 * Of a node's ten connections by default: a locked table must not use up the connections of everything else.
 */
const LOOKUPS_AT_ONCE = 4;
/** Searches beyond this queue would time out anyway. */
const MAX_WAITING = 500;

/** Wraps a database so that its single statements use only a few connections; further statements queue. */
export const withBoundedLookups = (database: Database): Database => {
  const turn = pLimit(LOOKUPS_AT_ONCE);
  return {
    ...database,
    query: async (text, values) => {
      if (turn.pendingCount >= MAX_WAITING)
        throw new Failure(
          failure('unavailable', 'Too many searches are waiting for the word tables. Try again shortly.', {
            component: 'search-index',
            retryAfter: 1,
          }),
        );
      return turn(() => database.query(text, values));
    },
  };
};
