import type { SqlSession } from '../../../ports/database.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import { readSharedFact } from '../database/shared-facts.ts';
import { givenUp } from './compare-with-kurrent.ts';

/** The log that a process has read, which ends where a person gives up events that KurrentDB has lost. */
export type LogLine = {
  /**
   * Compares with what was given up when this process began to read.
   *
   * @throws Failure `unavailable` when something else has been given up since
   */
  readonly check: (given: string | undefined) => void;
  /** The same, and looks it up. */
  readonly look: () => Promise<void>;
};

/** Begins to follow it. To be called before anything of the log is read. */
export const openLogLine = async (
  database: SqlSession,
  continuity: Pick<LogContinuity, 'end'> | undefined,
): Promise<LogLine> => {
  const read = () => readSharedFact(database, 'accepted-log-loss');
  const begun = await read();
  const check: LogLine['check'] = (given) => {
    if (given === begun) return;
    const reason = givenUp();
    continuity?.end(reason);
    throw reason;
  };
  return { check, look: async () => check(await read()) };
};
