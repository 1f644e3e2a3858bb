import { randomUUID } from 'node:crypto';
import { allEvents } from '../../domain/all-events.ts';
import type { Fingerprint } from '../../domain/consultation/counted-question.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Checkpoints } from '../../ports/checkpoints.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { FreeSpace } from '../../ports/free-space.ts';
import type { Generations } from '../../ports/generations.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Leases } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { StateCache } from '../../ports/state-cache.ts';
import { setAdminToken } from '../auth/admin-token-file.ts';
import { refuseUnfinishedRestore } from '../backup/unfinished-restore.ts';
import { openFileBlobStore } from '../blob-store/file-blob-store.ts';
import { createMemoryStateCache } from '../cache/memory-state-cache.ts';
import type { Configuration } from '../configuration.ts';
import { lockDataDirectory } from '../data-directory/lock-data-directory.ts';
import { type DataDirectory, openDataDirectory } from '../data-directory/open-data-directory.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { openPgDatabase } from '../database/pg-database.ts';
import { guardAppends, guardBlobs } from '../disk/guard-writes.ts';
import { isOnAnotherDisk, watchFreeSpace } from '../disk/watch-free-space.ts';
import { markServedBlobs } from '../doctor/find-other-blob-owner.ts';
import { createEventSerializer } from '../event-serialization/event-serializer.ts';
import { createPostgresEventStore, type PostgresEventStore } from '../event-store/postgres-event-store.ts';
import { postgresGenerations } from '../generations/postgres-generations.ts';
import { type ClaimSecrets, createClaimSecrets } from '../idempotency/claim-secrets.ts';
import { renewClaims } from '../idempotency/renew-claims.ts';
import { installationKey } from '../key-vault/installation-key.ts';
import { listenForDestroyedKeys } from '../key-vault/listen-for-destroyed-keys.ts';
import { loadMasterKey, masterKeyAdvice } from '../key-vault/master-key.ts';
import { masterKeyPlaceOf } from '../key-vault/master-key-place.ts';
import { createNameHash } from '../key-vault/name-hash.ts';
import { createPostgresKeyVault } from '../key-vault/postgres-key-vault.ts';
import { createQuestionFingerprint } from '../key-vault/question-fingerprint.ts';
import { createRowSealer } from '../key-vault/row-sealer.ts';
import { watchTombstones } from '../key-vault/watch-tombstones.ts';
import { readMasterKeyCheck } from '../key-vault/wrapped-keys.ts';
import { createPostgresCheckpoints } from '../leases/postgres-checkpoints.ts';
import { createPostgresLeases, freeAllLeases } from '../leases/postgres-leases.ts';
import { createSealedBlobs } from '../sealed-blobs/create-sealed-blobs.ts';
import { checkAbandonedDatabase } from '../start-checks/check-abandoned-database.ts';
import { claimBlobFolder } from '../start-checks/claim-blob-folder.ts';
import { openEmbeddedDatabase } from '../start-checks/open-embedded-database.ts';
import type { Connection } from '../stored-entities.ts';

/** What the rest of the program keeps things in. */
export type Storage = {
  readonly dataDirectory: DataDirectory;
  readonly connection: Connection;
  readonly masterKey: Uint8Array;
  /** What should be done about where it lies, if anything. */
  readonly masterKeyAdvice: string | undefined;
  /** By which equal questions are counted without their text. */
  readonly fingerprint: Fingerprint;
  /** What remembered commands are written with. */
  readonly claimSecrets: ClaimSecrets;
  /** What keys of documents are made with where their names may hold PHI. */
  readonly nameHash: Fingerprint;
  /** The log; refuses appends while its disk is nearly full. */
  readonly eventStore: EventStore;
  /** The same without that, which tells how appends are doing. */
  readonly unguardedStore: PostgresEventStore;
  /** The files as they are stored. */
  readonly blobs: BlobStore;
  /** What is in them. */
  readonly sealedBlobs: SealedBlobs;
  readonly states: StateCache;
  /** Seals what read models keep of sensitive content. */
  readonly sealer: RowSealer;
  readonly vault: KeyVault;
  readonly leases: Leases;
  readonly checkpoints: Checkpoints;
  readonly generations: Generations;
  readonly space: FreeSpace;
  readonly blobSpace: FreeSpace;
};

type StorageServices = {
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

const openConnection = async (
  { databaseUrl, database, embeddedSync }: Configuration,
  dataDirectory: DataDirectory,
  logger: Logger,
): Promise<Connection> => {
  if (databaseUrl === undefined)
    return { database: await openEmbeddedDatabase(dataDirectory, { sync: embeddedSync }) };
  const { times, poolSize: maxConnections } = database;
  return {
    database: await openPgDatabase({ connectionString: databaseUrl, maxConnections, times, logger }),
    connectionString: databaseUrl,
    times,
    logger,
  };
};

/**
 * Opens the data directory, the database with its tables, the keys, the log and the files; refuses what must not be
 * started on. What has to be closed in the end is put on `resources`.
 */
export const openStorage = async (
  { configuration, logger, metrics }: StorageServices,
  resources: AsyncDisposableStack,
): Promise<Storage> => {
  const dataDirectory = await openDataDirectory(configuration.dataDir);
  await refuseUnfinishedRestore(dataDirectory.path);
  const watch = (folder: string, holds: 'data' | 'blobs'): FreeSpace =>
    watchFreeSpace({ folder, holds, reserve: configuration.minFreeDiskBytes, logger, metrics });
  const space = watch(dataDirectory.path, 'data');
  if (configuration.databaseUrl === undefined)
    resources.defer(await lockDataDirectory(dataDirectory, logger));

  const connection = await openConnection(configuration, dataDirectory, logger);
  const { database } = connection;
  resources.defer(() => database.close());
  await migrateDatabase(database);
  if (database.kind === 'server')
    await checkAbandonedDatabase({ database, dataDirectory, startEmpty: configuration.startEmpty, logger });
  await claimBlobFolder(database, dataDirectory.blobs);
  if (database.kind === 'server') await markServedBlobs(database, dataDirectory.blobs);
  // Alone on the embedded database: leases of a crashed predecessor need not run out.
  if (database.kind === 'embedded') await freeAllLeases(database);

  const keyPlace = masterKeyPlaceOf(configuration, dataDirectory.keys);
  const masterKey = await loadMasterKey({
    ...keyPlace,
    // What was wrapped with a lost key needs that key, not a new one.
    mayMake: (await readMasterKeyCheck(database)) === undefined,
  });
  const claimSecrets = createClaimSecrets(installationKey(masterKey, 'idempotency'));
  await renewClaims(database, claimSecrets);
  const vault = await createPostgresKeyVault({ database, masterKey });
  // After all that can refuse the start: the token of a server that runs here already is not replaced by one that fails.
  if (configuration.adminToken !== undefined) await setAdminToken(dataDirectory, configuration.adminToken);
  resources.defer(await listenForDestroyedKeys(database, vault));
  resources.defer(watchTombstones({ database, vault, logger }));
  const unguardedStore = await createPostgresEventStore({
    database,
    serializer: createEventSerializer({ registry: createEventRegistry(allEvents), vault }),
    logger,
    metrics,
    pollInterval: configuration.pollInterval,
  });
  resources.defer(() => unguardedStore.close());
  resources.defer(vault.onDestroyed(unguardedStore.forgetDecoded));
  const states = createMemoryStateCache();
  resources.defer(vault.onDestroyed(states.clear));

  // A volume of their own, as several nodes share it, fills up on its own.
  const blobSpace = (await isOnAnotherDisk(dataDirectory.blobs, dataDirectory.path))
    ? watch(dataDirectory.blobs, 'blobs')
    : space;
  const blobStore = await openFileBlobStore(dataDirectory.blobs, { alone: database.kind === 'embedded' });
  const blobs = guardBlobs(blobStore, blobSpace);
  return {
    dataDirectory,
    connection,
    masterKey,
    masterKeyAdvice: await masterKeyAdvice(dataDirectory.path, keyPlace),
    fingerprint: createQuestionFingerprint(masterKey),
    claimSecrets,
    nameHash: createNameHash(masterKey),
    // The log of a server is on a disk of its own, which it guards itself.
    eventStore: database.kind === 'embedded' ? guardAppends(unguardedStore, space) : unguardedStore,
    unguardedStore,
    blobs,
    sealedBlobs: createSealedBlobs({ blobs, vault }),
    states,
    sealer: createRowSealer(vault),
    vault,
    leases: createPostgresLeases({ database, logger, metrics, owner: randomUUID() }),
    checkpoints: createPostgresCheckpoints(database),
    generations: postgresGenerations,
    space,
    blobSpace,
  };
};
