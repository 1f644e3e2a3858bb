import pLimit from 'p-limit';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database } from '../../../ports/database.ts';

/** Of the ten connections of a node by default: a table that is locked must not take those of everything else. */
const LOOKUPS_AT_ONCE = 4;
/** More searches than that do not get their words in time. */
const MAX_WAITING = 500;

/** A database whose single statements take a few connections at most; further ones wait for their turn. */
export const withBoundedLookups = (database: Database): Database => {
  const turn = pLimit(LOOKUPS_AT_ONCE);
  return {
    ...database,
    query: async (text, values) => {
      if (turn.pendingCount >= MAX_WAITING)
        throw new Failure(
          failure('unavailable', 'Too many searches wait for the tables of words. Try again shortly.', {
            component: 'search-index',
            retryAfter: 1,
          }),
        );
      return turn(() => database.query(text, values));
    },
  };
};
