import { Failure, failure } from '../../domain/kernel/failure.ts';
import { findUnequalIndex } from '../../infra/storage/database/find-unequal-index.ts';
import { createLogExaminer } from '../../infra/storage/event-store/examine-log.ts';
import { inspectLog } from '../../infra/storage/event-store/inspect-log.ts';
import type { Database } from '../../ports/database.ts';

/** The refusal of a copy of a data directory, from which something is missing. */
export const incompleteCopy = (path: string, what: string, cause?: unknown): Failure =>
  new Failure(
    failure(
      'unavailable',
      `The data directory ${path} was copied while a server wrote to it, and the copy is unusable: ${what}. ` +
        'Stop the server and copy it again, or use "npx anamnesis backup <folder>", which copies a running installation.',
      { component: 'database' },
    ),
    { cause },
  );

const findGap = async (database: Database): Promise<number | undefined> => {
  for (const place of ['database', 'kurrent'] as const) {
    const examine = createLogExaminer(database, place);
    for (let [position, head] = [0, 1]; position < head; ) {
      const stretch = await examine(position);
      const gap = stretch.gapAt ?? stretch.revisionGapAt;
      if (gap !== undefined) return gap;
      ({ scannedTo: position, head } = stretch);
    }
  }
  return undefined;
};

const findFlaw = async (database: Database): Promise<string | undefined> => {
  const { last } = await inspectLog(database);
  const gap = last === undefined ? undefined : await findGap(database);
  if (gap !== undefined) return `events are missing from its log before or at position ${gap}`;
  const table = await findUnequalIndex(database);
  return table === undefined ? undefined : `the table ${table} and its index differ`;
};

/**
 * Examines a database whose files were copied. PostgreSQL repairs only what was written since the last checkpoint that
 * the copy knows of: after a checkpoint during the copying, events are missing in the middle of the log, and nothing
 * else shows it.
 *
 * @throws Failure `unavailable` when events or rows are missing, or the database cannot be read
 */
export const requireWholeCopy = async (database: Database, path: string): Promise<void> => {
  let flaw: string | undefined;
  try {
    flaw = await findFlaw(database);
  } catch (error) {
    throw incompleteCopy(path, error instanceof Error ? error.message : String(error), error);
  }
  if (flaw !== undefined) throw incompleteCopy(path, flaw);
};
