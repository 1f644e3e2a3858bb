import type { SqlSession } from '../../../ports/database.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import { readSharedFact } from '../database/shared-facts.ts';
import { numbersRevoked } from './compare-with-kurrent.ts';

/** The log that a process has read, which ends when an operator gives up events that KurrentDB has lost. */
export type LogLine = {
  /**
   * Compares the given-up events with those at the time when this process began to read.
   *
   * @throws Failure `unavailable` when something else has been given up since
   */
  readonly check: (given: string | undefined) => void;
  /** Like `check`, with the current state from the database. */
  readonly look: () => Promise<void>;
};

/** The last events given up, undefined if none. Read it before anything of the log. */
export const readLogLine = (database: SqlSession): Promise<string | undefined> =>
  readSharedFact(database, 'accepted-log-loss');

/**
 * Starts to watch for events that are given up.
 *
 * @param begun the events given up when this process began to read
 */
export const openLogLine = (
  database: SqlSession,
  continuity: Pick<LogContinuity, 'end'> | undefined,
  begun: string | undefined,
): LogLine => {
  const check: LogLine['check'] = (given) => {
    if (given === begun) return;
    const reason = numbersRevoked();
    continuity?.end(reason);
    throw reason;
  };
  return { check, look: async () => check(await readLogLine(database)) };
};
