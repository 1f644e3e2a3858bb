import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { DataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import { dataDirectoryFailure } from '../../infra/installation/data-directory/open-data-directory.ts';
import { requireSpaceToStart } from '../../infra/installation/disk/require-space-to-start.ts';
import {
  openPgliteDatabase,
  type PgliteDatabase,
  type PgliteOptions,
} from '../../infra/storage/database/pglite-database.ts';
import { requireOpenFiles } from './require-open-files.ts';

/**
 * Opens the embedded database of a data directory that this process has locked.
 *
 * @param reserve bytes to leave free while serving: with less space, a new database could not store anything
 * @throws Failure that names the database and explains what to do when it does not open
 */
export const openEmbeddedDatabase = async (
  { path, database }: DataDirectory,
  options: PgliteOptions = {},
  reserve = 0,
): Promise<PgliteDatabase> => {
  requireSpaceToStart(database, { reserve });
  requireOpenFiles();
  try {
    return await openPgliteDatabase(database, options);
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
