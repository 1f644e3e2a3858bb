import { Failure, failure } from '../../domain/kernel/failure.ts';
import {
  isCopiedDatabase,
  isInUseOrCrashed,
  saveDatabasePlace,
} from '../../infra/installation/data-directory/database-place.ts';
import type { DataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import { dataDirectoryFailure } from '../../infra/installation/data-directory/open-data-directory.ts';
import { requireSpaceToStart } from '../../infra/installation/disk/require-space-to-start.ts';
import {
  openPgliteDatabase,
  type PgliteDatabase,
  type PgliteOptions,
} from '../../infra/storage/database/pglite-database.ts';
import type { Logger } from '../../ports/logger.ts';
import { requireOpenFiles } from './require-open-files.ts';
import { requireOwnFiles } from './require-own-files.ts';
import { incompleteCopy, requireWholeCopy } from './require-whole-copy.ts';

type EmbeddedOptions = PgliteOptions & {
  /** Bytes to leave free while serving: with less space, a new database could not store anything. */
  readonly reserve?: number;
  readonly logger: Logger;
};

/** Opens a database whose files were copied, if they are whole. */
const openCopy = async (
  dataDirectory: DataDirectory,
  { logger, ...options }: PgliteOptions & { readonly logger: Logger },
): Promise<PgliteDatabase> => {
  const { path } = dataDirectory;
  // Opening the files repairs them, after which they count as those of a stopped server.
  const wasInUse = await isInUseOrCrashed(dataDirectory);
  const database = await openPgliteDatabase(dataDirectory.database, options).catch((error: unknown) => {
    throw wasInUse && error instanceof Error ? incompleteCopy(path, error.message, error) : error;
  });
  try {
    await requireWholeCopy(database, path);
  } catch (error) {
    await database.close();
    throw error;
  }
  if (wasInUse)
    logger.warn(
      { component: 'database' },
      `The data directory ${path} was copied while a server ran, or after it was killed. Its log is whole, but read ` +
        'models may lack rows: check them with "npx anamnesis projections verify", and reset those that differ.',
    );
  return database;
};

/**
 * Opens the embedded database of a data directory that this process has locked.
 *
 * @throws Failure that names the database and explains what to do when it does not open
 */
export const openEmbeddedDatabase = async (
  dataDirectory: DataDirectory,
  { reserve = 0, logger, ...options }: EmbeddedOptions,
): Promise<PgliteDatabase> => {
  const { path, database } = dataDirectory;
  requireSpaceToStart(database, { reserve });
  requireOpenFiles();
  await requireOwnFiles(database);
  try {
    const opened = (await isCopiedDatabase(dataDirectory))
      ? await openCopy(dataDirectory, { ...options, logger })
      : await openPgliteDatabase(database, options);
    await saveDatabasePlace(dataDirectory);
    return opened;
  } catch (error) {
    const known = dataDirectoryFailure(path, error);
    if (known !== error || error instanceof Failure) throw known;
    throw new Failure(
      failure(
        'unavailable',
        `The embedded database in ${database} cannot be opened${error instanceof Error ? ` (${error.message})` : ''}. ` +
          'Is its disk full? Was it created by another version, or damaged? Restore a backup, or inspect the folder ' +
          'before you remove anything.',
        { component: 'database' },
      ),
      { cause: error },
    );
  }
};
