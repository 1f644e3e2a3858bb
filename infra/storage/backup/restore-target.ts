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

/** The target of a restore: a data directory, and a PostgreSQL server unless the database is embedded. */
export type RestorePlace = {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** The bucket for the files; absent when they go to the data directory. */
  readonly bucket?: BucketConfiguration;
  /** How long to wait for the server. */
  readonly times?: DatabaseTimes;
};

type RestoreTarget = AsyncDisposable & {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly dataDirectory: DataDirectory;
  /**
   * True when an earlier restore of the same backup filled the database but was interrupted before recording that.
   */
  readonly isFilled: boolean;
};

/** Entries allowed in a data directory without an installation: keys, and the files that opening it creates. */
const harmless = ['keys', 'lock', 'servers'];

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });

/**
 * Checks that the data directory holds no installation other than an interrupted restore of this backup. Returns true
 * if there is such a restore.
 *
 * @throws Failure `rule_violated`
 */
export const refuseOccupiedTarget = async (dataDir: string, backupId: string): Promise<boolean> => {
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
 * Reads the master key from a file that the operator named.
 *
 * @throws Failure `rule_violated` when the file is unreadable or holds no key
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
 * Writes the master key to a data directory. Never overwrites an existing key: it may be the only copy of another
 * one.
 *
 * @throws Failure `rule_violated` when the directory has a different key
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

/** Our own tables, of all migrations. */
export const ownTables =
  /^(?:event_log|log_proof|coordination|idempotency|vault|embedding_cache|answer_drafts|projections)\./;

/**
 * Checks that a server's database is empty apart from our own tables.
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
  // Only the interrupted restore has written to it, because a server refuses to start on it.
  if (repeated) await rm(dataDirectory.database, { recursive: true, force: true });
  return openPgliteDatabase(dataDirectory.database);
};

/** Opens an empty target, marks it as unfinished, creates the tables, and holds its lock until it is disposed of. */
export const openRestoreTarget = async (
  place: RestorePlace,
  backupId: string,
  logger: Logger,
): Promise<RestoreTarget> => {
  await using opened = new AsyncDisposableStack();
  const dataDirectory = await openDataDirectory(place.dataDir);
  opened.defer(await lockDataDirectory(dataDirectory, logger));
  const repeated = await refuseOccupiedTarget(dataDirectory.path, backupId);
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
