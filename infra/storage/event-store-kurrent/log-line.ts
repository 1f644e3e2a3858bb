import type { SqlSession } from '../../../ports/database.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import { readSharedFact } from '../database/shared-facts.ts';
import { givenUp } from './compare-with-kurrent.ts';

/** The log that a process has read, which ends when an operator gives up events that KurrentDB has lost. */
export type LogLine = {
  /**
   * Compares the given-up events with those at the time when this process began to read.
   *
   * @throws Failure `unavailable` when something else has been given up since
   */
  readonly check: (given: string | undefined) => void;
  /** The same, with a look-up of the current state. */
  readonly look: () => Promise<void>;
};

/** What was last given up of the log, undefined where nothing was. To be read before anything of the log is. */
export const readLogLine = (database: SqlSession): Promise<string | undefined> =>
  readSharedFact(database, 'accepted-log-loss');

/**
 * Begins to follow it.
 *
 * @param begun what had been given up when this process began to read
 */
export const openLogLine = (
  database: SqlSession,
  continuity: Pick<LogContinuity, 'end'> | undefined,
  begun: string | undefined,
): LogLine => {
  const check: LogLine['check'] = (given) => {
    if (given === begun) return;
    const reason = givenUp();
    continuity?.end(reason);
    throw reason;
  };
  return { check, look: async () => check(await readLogLine(database)) };
};
