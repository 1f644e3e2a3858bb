import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '../../ports/logger.ts';
import { lockDataDirectory } from '../data-directory/lock-data-directory.ts';
import type { DataDirectory } from '../data-directory/open-data-directory.ts';
import { openPgliteDatabase } from '../database/pglite-database.ts';

const factsSchema = z.array(z.object({ events: z.int(), last: z.string() }));

/** What is in an embedded database: facts, or why they cannot be told. */
export type EmbeddedFacts =
  | { readonly known: true; readonly events: number; readonly last: string | undefined }
  | { readonly known: false; readonly reason: string };

/** Whether a data directory holds an embedded database at all. */
export const hasEmbeddedDatabase = ({ database }: Pick<DataDirectory, 'database'>): Promise<boolean> =>
  access(join(database, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/** Looks into the embedded database of a data directory: a second or two, and nobody else may have it open. */
export const lookIntoEmbeddedDatabase = async (
  dataDirectory: DataDirectory,
  logger: Logger,
): Promise<EmbeddedFacts> => {
  let release: () => Promise<void>;
  try {
    release = await lockDataDirectory(dataDirectory, logger);
  } catch {
    return { known: false, reason: 'a server that runs on it has it open' };
  }
  try {
    const database = await openPgliteDatabase(dataDirectory.database);
    try {
      const [log] = await database.query(`select to_regclass('event_log.events')::text as name`);
      if (typeof log?.name !== 'string') return { known: true, events: 0, last: undefined };
      // Positions are dense: the last one is how many there are.
      const [facts] = factsSchema.parse(
        await database.query(
          `select position as events, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD') as last
           from event_log.events order by position desc limit 1`,
        ),
      );
      return { known: true, events: facts?.events ?? 0, last: facts?.last };
    } finally {
      await database.close();
    }
  } catch {
    return { known: false, reason: 'it cannot be opened' };
  } finally {
    await release();
  }
};
