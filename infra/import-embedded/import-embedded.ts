import { join, resolve } from 'node:path';
import { allEvents } from '../../domain/all-events.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Database } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';
import { openFileBlobStore } from '../blob-store/file-blob-store.ts';
import type { Configuration } from '../configuration.ts';
import { lockDataDirectory } from '../data-directory/lock-data-directory.ts';
import { openDataDirectory } from '../data-directory/open-data-directory.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { openPgDatabase } from '../database/pg-database.ts';
import { createEventSerializer } from '../event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../event-store/postgres-event-store.ts';
import { isLogEmpty } from '../event-store/stored-events.ts';
import { createKeyWrapping } from '../key-vault/key-wrapping.ts';
import { loadMasterKey } from '../key-vault/master-key.ts';
import { masterKeyPlaceOf } from '../key-vault/master-key-place.ts';
import { createPostgresKeyVault } from '../key-vault/postgres-key-vault.ts';
import { readMasterKeyCheck } from '../key-vault/wrapped-keys.ts';
import { type FillProgress, type FillResult, fillInstallation } from '../log-copy/fill-installation.ts';
import { openStoredInstallation } from '../log-copy/open-stored-installation.ts';
import { hasEmbeddedDatabase } from '../start-checks/abandoned-database.ts';
import { claimBlobFolder } from '../start-checks/claim-blob-folder.ts';
import { openEmbeddedDatabase } from '../start-checks/open-embedded-database.ts';

type ImportOptions = {
  /** With the data directory and the server that the embedded database is brought to. */
  readonly configuration: Configuration & { readonly databaseUrl: string };
  readonly logger: Logger;
  /** How far it is; `total` is the last position. */
  readonly onProgress: (progress: FillProgress & { readonly total: number }) => void;
  readonly signal: AbortSignal;
};

const refused = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'import' }));

/** A server that has been started, even on an empty log, has its own master key check, and may be running. */
const requireUnused = async (database: Database): Promise<void> => {
  if ((await isLogEmpty(database)) && (await readMasterKeyCheck(database)) === undefined) return;
  throw refused(
    'The database that DATABASE_URL names is not empty: an installation has been started on it, or imported into it. ' +
      'Make an empty one, and let DATABASE_URL name that.',
  );
};

/**
 * Brings the embedded database of a data directory to an empty one on a server: log, keys, checkpoints and what is
 * remembered of commands, to the letter and in one transaction that ends with comparing every position. Blobs stay
 * where they are, and the folder goes with the new database from then on. After a crash the new database is as empty as
 * before; the embedded one stays as it is in any case.
 *
 * @throws Failure when there is nothing to bring, another process uses it, the target is not empty, or something differs
 */
export const importEmbedded = async (options: ImportOptions): Promise<FillResult> => {
  const { configuration, logger, onProgress, signal } = options;
  await using opened = new AsyncDisposableStack();
  const path = resolve(configuration.dataDir);
  if (!(await hasEmbeddedDatabase({ database: join(path, 'database') })))
    throw refused(
      `There is no embedded database in the data directory ${path}. Set DATA_DIR to the one that has it.`,
    );
  const dataDirectory = await openDataDirectory(path);
  opened.defer(await lockDataDirectory(dataDirectory, logger));

  // The target first: what is wrong with it is known within a second.
  const target = await openPgDatabase({
    connectionString: configuration.databaseUrl,
    times: configuration.database.times,
    logger,
  });
  opened.defer(() => target.close());
  await migrateDatabase(target);
  await requireUnused(target);

  const source = await openEmbeddedDatabase(dataDirectory);
  opened.defer(() => source.close());
  await migrateDatabase(source);
  await claimBlobFolder(source, dataDirectory.blobs);
  const masterKey = await loadMasterKey({
    ...masterKeyPlaceOf(configuration, dataDirectory.keys),
    mayMake: (await readMasterKeyCheck(source)) === undefined,
  });
  const vault = await createPostgresKeyVault({ database: source, masterKey });
  const eventStore = await createPostgresEventStore({
    database: source,
    serializer: createEventSerializer({ registry: createEventRegistry(allEvents), vault }),
    logger,
  });
  opened.defer(() => eventStore.close());
  const blobs = await openFileBlobStore(dataDirectory.blobs);
  const total = await eventStore.head();
  const filled = await fillInstallation(
    openStoredInstallation({ database: source, eventStore, blobs, masterKey }),
    { database: target, blobs },
    {
      to: total,
      hashSubject: createKeyWrapping(masterKey).hashSubject,
      onProgress: (progress) => onProgress({ ...progress, total }),
      signal,
    },
  );
  // A crash before this leaves it to the first start, which claims the folder in the same way.
  await claimBlobFolder(target, dataDirectory.blobs);
  return filled;
};
