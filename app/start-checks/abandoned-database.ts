import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDirectory } from '../../infra/installation/data-directory/lock-data-directory.ts';
import type { DataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { inspectLog, type LogFacts } from '../../infra/storage/event-store/inspect-log.ts';
import type { Logger } from '../../ports/logger.ts';

/** What is in an embedded database: facts, or why they cannot be read. */
export type EmbeddedFacts =
  | ({ readonly known: true } & LogFacts)
  | { readonly known: false; readonly reason: string };

/** Whether a data directory holds an embedded database at all. */
export const hasEmbeddedDatabase = ({ database }: Pick<DataDirectory, 'database'>): Promise<boolean> =>
  access(join(database, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/** Opens the embedded database of a data directory and counts its events: takes a second or two, and fails while another process has it open. */
export const inspectEmbeddedDatabase = async (
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
