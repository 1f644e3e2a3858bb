import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Database } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import { lockDataDirectory } from '../../installation/data-directory/lock-data-directory.ts';
import { makeFolders } from '../../installation/data-directory/make-folders.ts';
import {
  type DataDirectory,
  openDataDirectory,
} from '../../installation/data-directory/open-data-directory.ts';
import type { BucketConfiguration } from '../blob-store/blob-configuration.ts';
import type { DatabaseTimes } from '../database/database-times.ts';
import { listTables } from '../database/list-tables.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { openPgDatabase } from '../database/pg-database.ts';
import { openPgliteDatabase } from '../database/pglite-database.ts';
import { isLogEmpty } from '../event-store/stored-events.ts';
import { MASTER_KEY_FILE, parseMasterKey } from '../key-vault/master-key.ts';
import { readMasterKeyCheck } from '../key-vault/wrapped-keys.ts';
import { openBlobs } from '../opened-blobs/open-blobs.ts';
import { misnamedBackup, unsuitableBackup } from './backup-problem.ts';
import { writeDurably } from './durable-file.ts';
import { beginRestore, findUnfinishedRestore } from './unfinished-restore.ts';

/** Where a backup is restored to: a data directory, and a PostgreSQL server unless the database is embedded. */
export type RestorePlace = {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** The bucket that the files go to, unless they go to the data directory. */
  readonly bucket?: BucketConfiguration;
  /** How long the server is waited for. */
  readonly times?: DatabaseTimes;
};

type RestoreTarget = AsyncDisposable & {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly dataDirectory: DataDirectory;
  /** An earlier restore of the same backup has filled the database, and did not come to say so. */
  readonly isFilled: boolean;
};

/** What may be in a data directory without an installation: keys, and what opening it leaves. */
const harmless = ['keys', 'lock', 'servers'];

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });

/**
 * Makes sure that there is no installation in the data directory, unless a restore of this backup was interrupted in it.
 * Answers whether one was.
 *
 * @throws Failure `rule_violated`
 */
export const refuseOccupied = async (dataDir: string, backupId: string): Promise<boolean> => {
  const unfinished = await findUnfinishedRestore(dataDir);
  if (unfinished === backupId) return true;
  if (unfinished !== undefined)
    throw unsuitableBackup(
      `The restore of another backup into ${dataDir} was interrupted. Run that one again, or name an empty folder with --to.`,
    );
  const occupant = (await namesIn(dataDir)).find((name) => !harmless.includes(name));
  if (occupant !== undefined)
    throw unsuitableBackup(
      `${dataDir} is not empty (${occupant}). A backup is restored into an empty data directory only: name one with --to, ` +
        'or move this one away.',
    );
  return false;
};

/**
 * The master key in a file that the operator names.
 *
 * @throws Failure `rule_violated` when there is no such file, or none in it
 */
export const readNamedMasterKey = async (path: string): Promise<Uint8Array> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw misnamedBackup(`The file of the master key, ${path}, cannot be read.`);
  });
  const key = parseMasterKey(text);
  if (!key) throw misnamedBackup(`The file ${path} holds no master key: 32 bytes in hex or base64.`);
  return key;
};

/**
 * Puts the master key into a data directory. One that is there already stays: it may be the only copy of another.
 *
 * @throws Failure `rule_violated` when another one is there
 */
export const placeMasterKey = async (dataDir: string, key: Uint8Array): Promise<void> => {
  const keys = join(dataDir, 'keys');
  const path = join(keys, MASTER_KEY_FILE);
  await makeFolders(keys);
  const present = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (present === undefined) {
    await writeDurably(path, [Buffer.from(`${Buffer.from(key).toString('hex')}\n`)]);
    return;
  }
  const known = parseMasterKey(present);
  if (!known || !Buffer.from(known).equals(key))
    throw unsuitableBackup(
      `${path} holds another master key. Keep that file elsewhere, or name another folder with --to.`,
    );
};

const ownTables = /^(?:event_log|coordination|idempotency|vault|embedding_cache|answer_drafts|projections)\./;

/**
 * Makes sure that a server's database is empty, but for tables of ours without a row.
 *
 * @throws Failure `rule_violated`
 */
const refuseOccupiedDatabase = async (database: Database): Promise<void> => {
  const tables = await listTables(database);
  const foreign = tables.find((name) => !ownTables.test(name));
  if (foreign !== undefined)
    throw unsuitableBackup(
      `The database that DATABASE_URL names is not empty: it has the table ${foreign}. A backup is restored into an ` +
        'empty database only: make one ("createdb …") and let DATABASE_URL name it.',
    );
};

const openDatabase = async (
  { databaseUrl, times }: RestorePlace,
  dataDirectory: DataDirectory,
  repeated: boolean,
  logger: Logger,
): Promise<Database> => {
  if (databaseUrl !== undefined)
    return openPgDatabase({ connectionString: databaseUrl, logger, ...(times ? { times } : {}) });
  // Only the interrupted restore has written to it: a server refuses to start on it.
  if (repeated) await rm(dataDirectory.database, { recursive: true, force: true });
  return openPgliteDatabase(dataDirectory.database);
};

/** Opens an empty place, marks it as unfinished, makes the tables, and keeps others out until it is disposed of. */
export const openRestoreTarget = async (
  place: RestorePlace,
  backupId: string,
  logger: Logger,
): Promise<RestoreTarget> => {
  await using opened = new AsyncDisposableStack();
  const dataDirectory = await openDataDirectory(place.dataDir);
  opened.defer(await lockDataDirectory(dataDirectory, logger));
  const repeated = await refuseOccupied(dataDirectory.path, backupId);
  await beginRestore(dataDirectory.path, backupId);
  const database = await openDatabase(place, dataDirectory, repeated, logger);
  opened.defer(() => database.close());
  await refuseOccupiedDatabase(database);
  await migrateDatabase(database);
  const isFilled = !(await isLogEmpty(database)) || (await readMasterKeyCheck(database)) !== undefined;
  if (isFilled && !repeated)
    throw unsuitableBackup(
      'The database that DATABASE_URL names is not empty: an installation has been started on it. A backup is restored ' +
        'into an empty database only: make one ("createdb …") and let DATABASE_URL name it.',
    );
  const files = await openBlobs({
    bucket: place.bucket,
    dataDirectory,
    alone: true,
    logger,
    metrics: silentMetrics,
  });
  opened.defer(files.close);
  const resources = opened.move();
  return {
    database,
    blobs: files.store,
    dataDirectory,
    isFilled,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
