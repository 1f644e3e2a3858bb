import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { forgetAllNodes } from '../../infra/cluster/nodes/postgres-nodes.ts';
import type { RedisConnection } from '../../infra/cluster/redis/redis-connection.ts';
import { lockDataDirectory } from '../../infra/installation/data-directory/lock-data-directory.ts';
import {
  type DataDirectory,
  openDataDirectory,
} from '../../infra/installation/data-directory/open-data-directory.ts';
import { guardAppends, guardBlobs } from '../../infra/installation/disk/guard-writes.ts';
import { type ReservedSpace, reserveSpace } from '../../infra/installation/disk/reserve-space.ts';
import {
  isOnAnotherDisk,
  minFreeForRecords,
  watchFreeSpace,
} from '../../infra/installation/disk/watch-free-space.ts';
import { markServedBlobs } from '../../infra/observability/doctor/find-other-blob-owner.ts';
import { observeToolCalls } from '../../infra/observability/observe-tool-calls.ts';
import { setAdminToken } from '../../infra/services/auth/admin-token-file.ts';
import { compareJwtSource } from '../../infra/services/auth/compare-jwt-source.ts';
import { shareAdminToken } from '../../infra/services/auth/share-admin-token.ts';
import { shareTokenSecret } from '../../infra/services/auth/share-token-secret.ts';
import { refuseUnfinishedRestore } from '../../infra/storage/backup/unfinished-restore.ts';
import type { BlobPlace } from '../../infra/storage/blob-store/blob-place.ts';
import { createMountedFolder } from '../../infra/storage/blob-store/mounted-folder.ts';
import { createMemoryStateCache } from '../../infra/storage/cache/memory-state-cache.ts';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { readSharedFact } from '../../infra/storage/database/shared-facts.ts';
import { createLogContinuity } from '../../infra/storage/event-store/log-continuity.ts';
import type { PostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import type { NumberingFacts } from '../../infra/storage/event-store-kurrent/numbering-facts.ts';
import { postgresGenerations } from '../../infra/storage/generations/postgres-generations.ts';
import { type ClaimSecrets, createClaimSecrets } from '../../infra/storage/idempotency/claim-secrets.ts';
import { freeAllClaims } from '../../infra/storage/idempotency/postgres-idempotency-store.ts';
import { renewClaims } from '../../infra/storage/idempotency/renew-claims.ts';
import { installationKey } from '../../infra/storage/key-vault/installation-key.ts';
import { createKeyedHash } from '../../infra/storage/key-vault/keyed-hash.ts';
import { listenForDestroyedKeys } from '../../infra/storage/key-vault/listen-for-destroyed-keys.ts';
import { requireNamedKeyFile } from '../../infra/storage/key-vault/master-key.ts';
import { createRowSealer } from '../../infra/storage/key-vault/row-sealer.ts';
import { watchTombstones } from '../../infra/storage/key-vault/watch-tombstones.ts';
import { createPostgresCheckpoints } from '../../infra/storage/leases/postgres-checkpoints.ts';
import { createPostgresLeases, freeAllLeases } from '../../infra/storage/leases/postgres-leases.ts';
import { type Blobs, type OpenBucket, openBlobs } from '../../infra/storage/opened-blobs/open-blobs.ts';
import { createSealedBlobs } from '../../infra/storage/sealed-blobs/create-sealed-blobs.ts';
import type { Connection } from '../../infra/storage/stored-entities.ts';
import type { AnswerFeed } from '../../ports/answer-feed.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Checkpoints } from '../../ports/checkpoints.ts';
import type { Database } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { FreeSpace } from '../../ports/free-space.ts';
import type { Generations } from '../../ports/generations.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { LeasePool } from '../../ports/leases.ts';
import type { LogContinuity } from '../../ports/log-continuity.ts';
import type { LogLosses } from '../../ports/log-losses.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { StateCache } from '../../ports/state-cache.ts';
import type { Replacements } from '../application-options.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { checkAbandonedDatabase } from '../start-checks/check-abandoned-database.ts';
import { claimBlobs, readBlobIdentity } from '../start-checks/claim-blobs.ts';
import { openEmbeddedDatabase } from '../start-checks/open-embedded-database.ts';
import { refuseUnfinishedMove } from '../start-checks/refuse-unfinished-move.ts';
import { openAnswerFeed } from './open-answer-feed.ts';
import { openEventStore } from './open-event-store.ts';
import { type KafkaParts, openKafka } from './open-kafka.ts';
import { type Keys, openKeys } from './open-keys.ts';
import { type LogProof, openLogProof } from './open-log-proof.ts';

/** Checks the place of the files; rejects with a Failure while it cannot be used. */
type FileStoreCheck = {
  readonly kind: BlobPlace['kind'];
  readonly check: () => Promise<void>;
};

/** The storage of the program: log, files, keys, leases and caches. */
export type Storage = Keys & {
  readonly dataDirectory: DataDirectory;
  readonly connection: Connection;
  /** Tells whether the server still continues the log that was read; undefined for an embedded database. */
  readonly continuity: LogContinuity | undefined;
  /** The Redis connection for short-lived shared state, if configured. */
  readonly redis?: RedisConnection;
  /** The secrets that protect remembered commands. */
  readonly claimSecrets: ClaimSecrets;
  /** The log; refuses appends while its disk is nearly full. */
  readonly eventStore: EventStore;
  /** The log without the guard, for reporting the state of appends. */
  readonly unguardedStore: PostgresEventStore;
  /** Reads the state of the numbering of a log in KurrentDB; undefined for a log in the database. */
  readonly inspectNumbering: (() => Promise<NumberingFacts>) | undefined;
  /** Finds lost events; only for a log in KurrentDB. */
  readonly findLoss: LogLosses['find'] | undefined;
  /** The Merkle tree over the log. */
  readonly logProof: LogProof;
  /** The files, as stored. */
  readonly blobs: BlobStore;
  /** The place of the files. */
  readonly blobPlace: BlobPlace;
  /** The bucket, unless the files are in the data directory. */
  readonly bucket: OpenBucket | undefined;
  /** Checks the bucket or folder of the files. */
  readonly fileStore: FileStoreCheck;
  /** The files, decrypted. */
  readonly sealedBlobs: SealedBlobs;
  readonly states: StateCache;
  /** Seals sensitive content in read models. */
  readonly sealer: RowSealer;
  readonly vault: KeyVault;
  /** The feed of answers while they are written. */
  readonly answerFeed: AnswerFeed;
  readonly leases: LeasePool;
  /** The node id that owns the leases. */
  readonly node: string;
  readonly checkpoints: Checkpoints;
  readonly generations: Generations;
  readonly space: FreeSpace;
  readonly blobSpace: FreeSpace;
  /** Kafka, if configured. */
  readonly kafka?: KafkaParts;
};

type StorageServices = {
  readonly replace: Replacements;
  readonly redis: RedisConnection | undefined;
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

/** Frees the leases and claims of a crashed process: no other process can use the embedded database. */
const forgetPredecessor = async (database: Database): Promise<void> => {
  await freeAllLeases(database);
  await freeAllClaims(database);
  await forgetAllNodes(database);
};

/** An embedded log needs no check for continuity, because only this process changes it. */
const continuityOf = ({ databaseUrl, kurrent }: Configuration): LogContinuity | undefined =>
  databaseUrl === undefined && kurrent === undefined ? undefined : createLogContinuity();

const openConnection = async (
  {
    configuration: { databaseUrl, database, embeddedSync, minFreeDiskBytes },
    replace,
    logger,
  }: StorageServices,
  dataDirectory: DataDirectory,
  continuity: LogContinuity | undefined,
): Promise<Connection> => {
  if (databaseUrl === undefined)
    return {
      database: await (replace.openEmbedded?.() ??
        openEmbeddedDatabase(dataDirectory, { sync: embeddedSync, reserve: minFreeDiskBytes, logger })),
    };
  const { times, readPoolSize, poolSize: maxConnections } = database;
  const { openPgDatabase } = await import('../../infra/storage/database/pg-database.ts');
  return {
    database: await openPgDatabase({
      connectionString: databaseUrl,
      maxConnections,
      times,
      ...omitUndefined({ continuity }),
      logger,
    }),
    connectionString: databaseUrl,
    times,
    readPoolSize,
    logger,
  };
};

const watchDisk = (
  { configuration: { minFreeDiskBytes: reserve }, logger, metrics }: StorageServices,
  folder: string,
  holds: 'data' | 'blobs',
  kept?: ReservedSpace,
): FreeSpace => watchFreeSpace({ folder, holds, reserve, logger, metrics, ...omitUndefined({ kept }) });

/** Watches the data directory, and reserves space in it unless the log is on a server's disk. */
const watchData = (services: StorageServices, path: string): FreeSpace => {
  const { databaseUrl, minFreeDiskBytes } = services.configuration;
  const kept =
    databaseUrl === undefined
      ? reserveSpace(join(path, 'kept-back'), 2 * minFreeForRecords(minFreeDiskBytes))
      : undefined;
  return watchDisk(services, path, 'data', kept);
};

/** Adds to a folder what a bucket has of its own: failures that say the store is at fault, and a check. */
const watchedFiles = ({ store, place, bucket }: Blobs, identity: string) =>
  bucket === undefined
    ? createMountedFolder(store, { identity, readIdentity: () => readBlobIdentity(place) })
    : { store, check: bucket.check };

/**
 * Opens the data directory, the database with its tables, the keys, the log and the files. Refuses an installation in a
 * state that must not be started. Registers what must be closed on `resources`.
 */
export const openStorage = async (
  services: StorageServices,
  resources: AsyncDisposableStack,
): Promise<Storage> => {
  const { configuration, redis, logger, metrics } = services;
  await requireNamedKeyFile(configuration.masterKeyFile, configuration.keyService !== undefined);
  const ownDirectory = await openDataDirectory(configuration.dataDir);
  await refuseUnfinishedRestore(ownDirectory.path);
  const space = watchData(services, ownDirectory.path);
  if (configuration.databaseUrl === undefined) resources.defer(await lockDataDirectory(ownDirectory, logger));

  const continuity = continuityOf(configuration);
  const connection = await openConnection(services, ownDirectory, continuity);
  const { database } = connection;
  resources.defer(() => database.close());
  await migrateDatabase(database, logger);
  await refuseUnfinishedMove(database);
  if (database.kind === 'server')
    await checkAbandonedDatabase({
      database,
      dataDirectory: ownDirectory,
      startEmpty: configuration.startEmpty,
      logger,
    });
  const alone = database.kind === 'embedded';
  const opened = await openBlobs({
    bucket: configuration.bucket,
    dataDirectory: ownDirectory,
    alone,
    logger,
    metrics,
  });
  resources.defer(opened.close);
  const identity = await claimBlobs(database, opened.place);
  await markServedBlobs(database, opened.place);
  if (alone) await forgetPredecessor(database);

  const { vault, keys } = await openKeys(configuration, database, ownDirectory);
  const { installationSecret, passingSecret, keyRing } = keys;
  const claimSecrets = createClaimSecrets(installationKey(installationSecret, 'idempotency'));
  await renewClaims(database, claimSecrets);
  // After every check that can refuse the start: a failed start must not replace the token of a running server.
  if (configuration.adminToken !== undefined) await setAdminToken(ownDirectory, configuration.adminToken);
  const dataDirectory = await shareTokenSecret(database, keyRing.wrapping, ownDirectory);
  await compareJwtSource(database, installationSecret, configuration.jwt, logger);
  resources.defer(
    await shareAdminToken(database, { dataDirectory, logger }, configuration.adminToken !== undefined),
  );
  resources.defer(await listenForDestroyedKeys(database, vault));
  resources.defer(watchTombstones({ database, vault, logger }));
  const node = randomUUID();
  const logLine = await readSharedFact(database, 'accepted-log-loss');
  const leases = createPostgresLeases({ database, logger, metrics, owner: node, logLine });
  const unguardedStore = await openEventStore({
    configuration,
    database,
    continuity,
    redis,
    vault,
    leases,
    logLine,
    logger,
    metrics,
  });
  resources.defer(() => unguardedStore.close());
  resources.defer(vault.onDestroyed(unguardedStore.forgetDecoded));
  const states = createMemoryStateCache();
  resources.defer(vault.onDestroyed(states.clear));
  const sealer = createRowSealer(vault);

  // Nodes that share files keep them on a separate volume, which fills up independently.
  const blobSpace =
    opened.place.kind === 'folder' && (await isOnAnotherDisk(dataDirectory.blobs, dataDirectory.path))
      ? watchDisk(services, dataDirectory.blobs, 'blobs')
      : space;
  const { store, check } = watchedFiles(opened, identity);
  const blobs = guardBlobs(store, blobSpace);
  return {
    dataDirectory,
    connection,
    continuity,
    ...(redis === undefined ? {} : { redis }),
    ...keys,
    claimSecrets,
    // A database server guards its own disk, which holds the log.
    eventStore: observeToolCalls(
      database.kind === 'embedded' ? guardAppends(unguardedStore, space) : unguardedStore,
      { metrics, logger, hashUser: createKeyedHash(installationSecret, 'anamnesis user in logs v1') },
    ),
    unguardedStore,
    inspectNumbering: unguardedStore.inspectNumbering,
    findLoss: unguardedStore.findLoss,
    logProof: openLogProof({
      configuration,
      database,
      unguardedStore,
      wrapping: keyRing.wrapping,
      dataDirectory,
      logger,
    }),
    blobs,
    blobPlace: opened.place,
    bucket: opened.bucket,
    fileStore: { kind: opened.place.kind, check },
    sealedBlobs: createSealedBlobs({ blobs, vault }),
    states,
    sealer,
    vault,
    answerFeed: openAnswerFeed({ database, redis, passingSecret, sealer, logger }, resources),
    leases,
    node,
    checkpoints: createPostgresCheckpoints(database),
    generations: postgresGenerations,
    space,
    blobSpace,
    ...(await openKafka(configuration.kafka, { logger, metrics })),
  };
};
