import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDirectory } from '../../infra/installation/data-directory/lock-data-directory.ts';
import type { DataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { inspectLog, type LogFacts } from '../../infra/storage/event-store/inspect-log.ts';
import type { Logger } from '../../ports/logger.ts';

/** The facts about an embedded database, or the reason why they cannot be read. */
export type EmbeddedFacts =
  | ({ readonly known: true } & LogFacts)
  | { readonly known: false; readonly reason: string };

/** Whether a data directory contains an embedded database. */
export const hasEmbeddedDatabase = ({ database }: Pick<DataDirectory, 'database'>): Promise<boolean> =>
  access(join(database, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/**
 * Opens the embedded database of a data directory and counts its events, which takes a second or two. The facts are
 * unknown while another process has the database open.
 */
export const inspectEmbeddedDatabase = async (
  dataDirectory: DataDirectory,
  logger: Logger,
): Promise<EmbeddedFacts> => {
  let release: () => Promise<void>;
  try {
    release = await lockDataDirectory(dataDirectory, logger);
  } catch {
    return { known: false, reason: 'a running server has it open' };
  }
  try {
    const database = await openPgliteDatabase(dataDirectory.database);
    try {
      return { known: true, ...(await inspectLog(database)) };
    } finally {
      await database.close();
    }
  } catch {
    return { known: false, reason: 'it cannot be opened' };
  } finally {
    await release();
  }
};
