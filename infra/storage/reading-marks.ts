import { randomUUID } from 'node:crypto';
import type { SqlSession } from '../../ports/database.ts';
import type { ReadingMarks } from '../../ports/reading-marks.ts';
import { dropSharedFact, readSharedFact, type SharedFact, setSharedFact } from './database/shared-facts.ts';

/** Keeps the marks of readings in the database, where the process that takes over finds them, on whatever node. */
export const createReadingMarks = (session: SqlSession): ReadingMarks => {
  /** This process, as the marks name it. */
  const self = randomUUID();
  const nameOf = (jobId: string): SharedFact => `reading/${jobId}`;
  return {
    set: (jobId) => setSharedFact(session, nameOf(jobId), self),
    clear: async (jobId) => {
      if ((await readSharedFact(session, nameOf(jobId))) === self)
        await dropSharedFact(session, nameOf(jobId));
    },
    take: async (jobId) => {
      const isLeft = (await readSharedFact(session, nameOf(jobId))) !== undefined;
      if (isLeft) await dropSharedFact(session, nameOf(jobId));
      return isLeft;
    },
  };
};
