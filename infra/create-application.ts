import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createCommandRegistry } from '../commands/command-registry.ts';
import { modelInUse } from '../commands/lookups/model-in-use.ts';
import { readGenerationModels, VECTOR_PROJECTION } from '../commands/lookups/read-generation-models.ts';
import type { CommandServices } from '../commands/runtime/command-definition.ts';
import { loadState } from '../commands/runtime/execute-decider.ts';
import { createEmbeddingChanger } from '../consumers/embedding-changer/embedding-changer.ts';
import { createIndexingWorker } from '../consumers/indexing-worker/indexing-worker.ts';
import { createQueryOrchestrator } from '../consumers/query-orchestrator/query-orchestrator.ts';
import { type ConsumerServices, runConsumer } from '../consumers/runner/run-consumer.ts';
import {
  runTimerScheduler,
  TIMER_SCHEDULER,
  type TimerServices,
} from '../consumers/timers/run-timer-scheduler.ts';
import { allEvents } from '../domain/all-events.ts';
import { createEventRegistry } from '../domain/kernel/event-registry.ts';
import { embeddingModelDecider, embeddingModelStream } from '../domain/operations/embedding-model-decider.ts';
import { vocabularyWithoutCorpus } from '../domain/retrieval/query/query-vocabulary.ts';
import { createFollowerRegistry } from '../followers/follower-registry.ts';
import type { Authenticator } from '../ports/authenticator.ts';
import type { Database } from '../ports/database.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { Logger } from '../ports/logger.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import { getIndexingJob } from '../projections/indexing-jobs/get-indexing-job.ts';
import { openReadModels } from '../projections/open-read-models.ts';
import { countParkedEvents } from '../projections/parked-events/count-parked-events.ts';
import { createProjectionStatusReader } from '../projections/read-projection-status.ts';
import { migrateProjections } from '../projections/runner/generations.ts';
import { runProjection } from '../projections/runner/run-projection.ts';
import { createKnowledgeSearch } from '../projections/search/create-knowledge-search.ts';
import { createGenerationModelReader } from '../projections/search/generation-model.ts';
import { createSearchProjection, SEARCH_PROJECTION } from '../projections/search/search-projection.ts';
import { createSearchResultCache } from '../projections/search/search-result-cache.ts';
import { createVerifiedSearchProjection } from '../projections/search/verified-search-projection.ts';
import { createPendingTimers } from '../projections/timers/pending-timers.ts';
import { createProjectionVerifier } from '../projections/verify/create-projection-verifier.ts';
import type { HttpApiServices } from '../read-api/http-api-services.ts';
import { defaultHttpLimits } from '../read-api/http-limits.ts';
import { createAdminTokenAuthenticator } from './auth/admin-token-authenticator.ts';
import { createAdminTokenReader, setAdminToken } from './auth/admin-token-file.ts';
import { createFirstMatchingAuthenticator } from './auth/first-matching-authenticator.ts';
import { createJwtAuthenticator } from './auth/jwt-authenticator.ts';
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts';
import { openFileBlobStore } from './blob-store/file-blob-store.ts';
import { createMemoryCache } from './cache/memory-cache.ts';
import { createMemoryStateCache } from './cache/memory-state-cache.ts';
import type { Configuration } from './configuration.ts';
import { lockDataDirectory } from './data-directory/lock-data-directory.ts';
import { type DataDirectory, openDataDirectory } from './data-directory/open-data-directory.ts';
import { createServerProof } from './data-directory/server-proof.ts';
import { maintainEmbedded } from './database/embedded-maintenance.ts';
import { openPgDatabase } from './database/pg-database.ts';
import { readDatabaseFacts } from './database/read-database-facts.ts';
import { createDatabaseClock } from './database-clock.ts';
import { guardAppends, guardBlobs, waitWithTransactions } from './disk/guard-writes.ts';
import { isOnAnotherDisk, watchFreeSpace } from './disk/watch-free-space.ts';
import { createDoctor } from './doctor/create-doctor.ts';
import { markServedBlobs, otherOwnerOfBlobs } from './doctor/other-owner-of-blobs.ts';
import { createEmbedder } from './embedding/create-embedder.ts';
import { createEventSerializer } from './event-serialization/event-serializer.ts';
import { createLogExaminer } from './event-store/examine-log.ts';
import { createPostgresEventStore } from './event-store/postgres-event-store.ts';
import { postgresGenerations } from './generations/postgres-generations.ts';
import { createHealthReader } from './health-reader.ts';
import { createPostgresIdempotencyStore } from './idempotency/postgres-idempotency-store.ts';
import { createIdentitySource } from './identity-source.ts';
import { listenForDestroyedKeys } from './key-vault/listen-for-destroyed-keys.ts';
import { loadMasterKey } from './key-vault/master-key.ts';
import { createPostgresKeyVault } from './key-vault/postgres-key-vault.ts';
import { createQuestionFingerprint } from './key-vault/question-fingerprint.ts';
import { createSubjectKeyState } from './key-vault/subject-key-state.ts';
import { readMasterKeyCheck } from './key-vault/wrapped-keys.ts';
import { createEnglishDictionary } from './language/english-dictionary.ts';
import { listLeases } from './leases/list-leases.ts';
import { createPostgresCheckpoints } from './leases/postgres-checkpoints.ts';
import { createPostgresLeases, freeAllLeases } from './leases/postgres-leases.ts';
import { openStoredInstallation } from './log-copy/open-stored-installation.ts';
import { migrateTables } from './migrate-tables.ts';
import { nodeHasher } from './node-hasher.ts';
import { createLogger } from './observability/create-logger.ts';
import { measureFollowers } from './observability/measure-followers.ts';
import { createPrometheusMetrics } from './observability/prometheus-metrics.ts';
import { createTraceScope } from './observability/trace-context.ts';
import { createRebuildHistory } from './rebuild-history.ts';
import { createReranking } from './reranking/create-reranker.ts';
import { checkLeftBehind } from './start-checks/check-left-behind.ts';
import {
  checkSchemaVersion,
  readSchemaVersion,
  recordSchemaVersion,
} from './start-checks/check-schema-version.ts';
import { claimBlobFolder } from './start-checks/claim-blob-folder.ts';
import { openEmbeddedDatabase } from './start-checks/open-embedded-database.ts';
import { openStoredEntities } from './stored-entities.ts';
import { systemClock } from './system-clock.ts';
import { createTextExtractor } from './text-extraction/text-extractor.ts';
import { countCl100kTokens } from './text-extraction/token-counter.ts';
import { createTextProcessor } from './text-processing/create-text-processor.ts';
import { createVectorIndex } from './vector-index/create-vector-index.ts';
import type { VectorBackend } from './vector-index/vector-index-by-generation.ts';
import { waitAtMost } from './wait-at-most.ts';
import { giveBackMemory } from './worker-pool/give-back-memory.ts';

export type ApplicationOptions = {
  readonly configuration: Configuration;
  readonly version: string;
  /** Replaces parts, for tests that break them. */
  readonly replace?: {
    readonly embedder?: Embedder;
    /** Further embedders that can be chosen. */
    readonly otherEmbedders?: readonly Embedder[];
    readonly logger?: Logger;
  };
};

/** The whole program without its front door: what HTTP stands on, and the work that goes on behind it. */
export type Application = {
  readonly http: HttpApiServices;
  readonly dataDirectory: DataDirectory;
  readonly logger: Logger;
  readonly database: Database;
  readonly vectorBackend: VectorBackend;
  readonly vectors: VectorIndex;
  readonly embedders: Embedders;
  /** Starts projections and consumers. */
  readonly start: () => void;
  /** Abort it when the end is near: open streams end and readiness turns to no; work goes on. */
  readonly stopAnnounced: AbortController;
  /** Stops them, lets writes finish and closes everything. Harmless when repeated. */
  readonly stop: () => Promise<void>;
};

/** Milliseconds that looking a job up waits for what was written before. */
const FRESHNESS_PATIENCE = 1000;

/** At a stop: milliseconds for projections and consumers to come to rest, and for connections to a server to close. */
const FOLLOWERS_STOP_MS = 3_000;
const CLOSE_MS = 2_500;

const TOKEN_ISSUER = 'anamnesis-cli';

const createAuthenticator = ({ jwt }: Configuration, dataDirectory: DataDirectory): Authenticator => {
  const restrictions = {
    ...(jwt?.issuer === undefined ? {} : { issuer: jwt.issuer }),
    ...(jwt?.audience === undefined ? {} : { audience: jwt.audience }),
  };
  return createFirstMatchingAuthenticator([
    createAdminTokenAuthenticator({ tokenHash: createAdminTokenReader(dataDirectory) }),
    createJwtAuthenticator({
      keys: { kind: 'secret', secret: dataDirectory.tokenSecret },
      issuer: TOKEN_ISSUER,
    }),
    ...(jwt?.secret === undefined
      ? []
      : [
          createJwtAuthenticator({
            keys: { kind: 'secret', secret: Buffer.from(jwt.secret) },
            ...restrictions,
          }),
        ]),
    ...(jwt?.jwksUrl === undefined
      ? []
      : [createJwtAuthenticator({ keys: { kind: 'jwks', url: new URL(jwt.jwksUrl) }, ...restrictions })]),
  ]);
};

/** Opens everything that the configuration names and wires it. The one place that knows every part. */
export const createApplication = async (options: ApplicationOptions): Promise<Application> => {
  const { configuration, version } = options;
  await using opened = new AsyncDisposableStack();
  const traces = createTraceScope();
  const logger = options.replace?.logger ?? createLogger({ level: configuration.logLevel, traces });
  const metrics = createPrometheusMetrics({ logger, processMetrics: true });
  const identity = createIdentitySource();

  const dataDirectory = await openDataDirectory(configuration.dataDir);
  await refuseUnfinishedRestore(dataDirectory.path);
  const { databaseUrl, adminToken } = configuration;
  const space = watchFreeSpace({
    folder: dataDirectory.path,
    holds: 'data',
    reserve: configuration.minFreeDiskBytes,
    logger,
    metrics,
  });
  if (databaseUrl === undefined) opened.defer(await lockDataDirectory(dataDirectory, logger));

  const connection =
    databaseUrl === undefined
      ? { database: await openEmbeddedDatabase(dataDirectory, { sync: configuration.embeddedSync }) }
      : {
          database: await openPgDatabase({
            connectionString: databaseUrl,
            maxConnections: configuration.database.poolSize,
            times: configuration.database.times,
            logger,
          }),
          connectionString: databaseUrl,
          times: configuration.database.times,
          logger,
        };
  const database: Database = connection.database;
  opened.defer(() => database.close());
  await checkSchemaVersion(database);
  await migrateTables(database);
  await migrateProjections(database);
  await recordSchemaVersion(database);
  if (database.kind === 'server')
    await checkLeftBehind({ database, dataDirectory, startEmpty: configuration.startEmpty, logger });
  await claimBlobFolder(database, dataDirectory.blobs);
  if (database.kind === 'server') await markServedBlobs(database, dataDirectory.blobs);
  // Alone on the embedded database: leases of a crashed predecessor need not run out.
  if (database.kind === 'embedded') await freeAllLeases(database);

  const masterKey = await loadMasterKey({
    dataDirectory: dataDirectory.keys,
    configured: configuration.masterKey,
    // What was wrapped with a lost key needs that key, not a new one.
    mayMake: (await readMasterKeyCheck(database)) === undefined,
  });
  const fingerprint = createQuestionFingerprint(masterKey);
  const vault = await createPostgresKeyVault({ database, masterKey });
  // After all that can refuse the start: the token of a server that runs here already is not replaced by one that fails.
  if (adminToken !== undefined) await setAdminToken(dataDirectory, adminToken);
  opened.defer(await listenForDestroyedKeys(database, vault));
  const serializer = createEventSerializer({ registry: createEventRegistry(allEvents), vault });
  const unguardedStore = await createPostgresEventStore({
    database,
    serializer,
    logger,
    pollInterval: configuration.pollInterval,
  });
  opened.defer(() => unguardedStore.close());
  opened.defer(vault.onDestroyed(unguardedStore.forgetDecoded));
  // The log of a server is on a disk of its own, which it guards itself.
  const eventStore = database.kind === 'embedded' ? guardAppends(unguardedStore, space) : unguardedStore;
  // A volume of their own, as several nodes share it, fills up on its own.
  const blobSpace = (await isOnAnotherDisk(dataDirectory.blobs, dataDirectory.path))
    ? watchFreeSpace({
        folder: dataDirectory.blobs,
        holds: 'blobs',
        reserve: configuration.minFreeDiskBytes,
        logger,
        metrics,
      })
    : space;
  const blobs = guardBlobs(
    await openFileBlobStore(dataDirectory.blobs, { alone: database.kind === 'embedded' }),
    blobSpace,
  );
  const states = createMemoryStateCache();
  opened.defer(vault.onDestroyed(states.clear));
  const commandServices: CommandServices = { eventStore, blobs, identity, states };

  const stored = await openStoredEntities(connection);
  opened.defer(() => stored.close());
  const followerRegistry = createFollowerRegistry();
  const embedderServices = { database, metrics, logger, countTokens: countCl100kTokens };
  const embedder =
    options.replace?.embedder ?? (await createEmbedder(configuration.embedding, embedderServices));
  const embedders: Embedders = {
    configured: embedder,
    // What an index was built with before another model was configured can still be asked for.
    all: [
      embedder,
      ...(options.replace?.otherEmbedders ?? []),
      await createEmbedder({ provider: 'builtin' }, embedderServices),
    ].filter(({ model }, index, all) => all.findIndex((other) => other.model.name === model.name) === index),
  };
  const modelOf = createGenerationModelReader(database);
  const { vectors, home: vectorBackend } = await createVectorIndex({
    database,
    choice: configuration.vectorIndex,
    ...(configuration.qdrant === undefined ? {} : { qdrant: configuration.qdrant }),
    hasher: nodeHasher,
    logger,
  });
  const projections = [
    ...stored.definitions,
    createSearchProjection({
      blobs,
      eventStore,
      vectors,
      modelInUse: () => modelInUse(commandServices, embedder.model),
      modelOf,
      readGenerationModels: () => readGenerationModels(commandServices),
    }),
  ];
  const readModels = openReadModels({
    database,
    generations: postgresGenerations,
    entities: stored.entities,
    followerRegistry,
    projections,
    timeout: configuration.readTimeout,
  });
  const reranking = await createReranking(configuration.reranking);
  const dictionary = createEnglishDictionary();
  const search = createKnowledgeSearch({
    database,
    dictionary,
    eventStore,
    readModels,
    vectors,
    embedders,
    modelOf,
    clock: systemClock,
    logger,
    metrics,
    stageTimeout: configuration.searchTimeout,
    ...(reranking === undefined ? {} : { reranking }),
    resultCache: createSearchResultCache({
      cache: createMemoryCache(),
      hasher: nodeHasher,
      metrics,
      logger,
    }),
  });

  const extractor = createTextExtractor({
    pagesFolder: join(dataDirectory.path, 'reading'),
    // Two at least: a small file is read while a large one is.
    workers: Math.max(2, Math.min(configuration.indexingConcurrency, availableParallelism())),
    onAllIdle: () => void giveBackMemory().catch(() => {}),
  });
  opened.defer(() => extractor.close());
  const textProcessor = createTextProcessor();
  opened.defer(() => textProcessor.close());
  const consumers = [
    createIndexingWorker(
      { ...commandServices, extractor, textProcessor, embedders, metrics },
      configuration.indexingConcurrency,
    ),
    createEmbeddingChanger({ ...commandServices, embedders }),
    createQueryOrchestrator(
      {
        ...commandServices,
        search,
        hasher: nodeHasher,
        fingerprint,
        vocabulary: vocabularyWithoutCorpus(dictionary),
      },
      configuration.queryConcurrency,
    ),
  ];

  const leases = createPostgresLeases({ database, logger, owner: randomUUID() });
  const consumerServices: ConsumerServices = {
    ...commandServices,
    space,
    leases,
    followerRegistry,
    checkpoints: createPostgresCheckpoints(database),
    logger,
    metrics,
    withTrace: (event, work) => traces.run(event.metadata.traceparent, work),
  };
  const rebuilds = createRebuildHistory(commandServices);
  const stopping = new AbortController();
  const runnerServices = {
    database:
      connection.database.kind === 'embedded'
        ? waitWithTransactions(connection.database.background, space, stopping.signal)
        : database,
    eventStore,
    generations: postgresGenerations,
    metrics,
    leases,
    followerRegistry,
    logger,
    rebuilds,
  };

  const timerServices: TimerServices = {
    ...consumerServices,
    pending: createPendingTimers(readModels),
    clock: createDatabaseClock(database),
  };

  const projectionNames = projections.map(({ name }) => name);
  const projectionStatus = createProjectionStatusReader({
    database,
    eventStore,
    clock: createDatabaseClock(database),
    generations: postgresGenerations,
    checkpoints: consumerServices.checkpoints,
    listLeases: () => listLeases(database),
    followerRegistry,
    rebuilds,
    projections: projectionNames,
    consumers: [...consumers.map(({ name }) => name), TIMER_SCHEDULER],
    countParked: async () => {
      try {
        await readModels.locate('parked-events', 0, 0);
      } catch {
        // A list that is being rebuilt does not hide how the others are doing.
        return new Map();
      }
      return countParkedEvents(await readModels.open('parked-events'));
    },
    readReembedding: async (projection) => {
      if (projection !== VECTOR_PROJECTION) return undefined;
      const { state } = await loadState(commandServices, embeddingModelDecider, embeddingModelStream);
      const { pending } = state;
      return (
        pending && { model: pending.model.name, ...(pending.progress ?? { done: 0, total: 0, withheld: 0 }) }
      );
    },
  });

  let isWorking = false;
  const doctor = createDoctor({
    program: version,
    path: dataDirectory.path,
    blobs,
    eventStore,
    subjectKeyState: createSubjectKeyState(database, masterKey),
    projectionStatus,
    readDatabaseFacts: () => readDatabaseFacts(database),
    poolSize: configuration.database.poolSize,
    readSchemaVersion: () => readSchemaVersion(database),
    listLeases: () => listLeases(database),
    examineLog: createLogExaminer(database),
    otherOwner: () => otherOwnerOfBlobs(database, dataDirectory),
    isWorking: () => isWorking,
    now: Date.now,
    logger,
  });

  const projectionVerifier = createProjectionVerifier({
    database,
    eventStore,
    generations: postgresGenerations,
    leases,
    projections,
    definitionFor: (name, liveSchema) =>
      projections.find((projection) => projection.name === name && name !== SEARCH_PROJECTION) ??
      createVerifiedSearchProjection(
        { database, blobs, eventStore, vectors: vectorBackend === 'qdrant' ? undefined : vectors },
        liveSchema,
      ),
  });

  const stopAnnounced = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | undefined;
  const resources = opened.move();
  return {
    dataDirectory,
    logger,
    database,
    vectorBackend,
    vectors,
    embedders,
    http: {
      commands: createCommandRegistry(
        projectionNames,
        async (jobId) => {
          await readModels.locate('indexing-jobs', await eventStore.head(), FRESHNESS_PATIENCE);
          return (await getIndexingJob(await readModels.open('indexing-jobs'), jobId))?.docKey;
        },
        embedders.all.map(({ model }) => model),
      ),
      embeddingModels: embedders.all.map(({ model }) => model),
      commandServices,
      hasher: nodeHasher,
      eventStore,
      storedInstallation: openStoredInstallation({ database, eventStore, blobs, masterKey }),
      readModels,
      projectionStatus,
      doctor,
      projectionVerifier,
      search,
      fingerprint,
      authenticator: createAuthenticator(configuration, dataDirectory),
      prove: createServerProof(dataDirectory.tokenSecret),
      health: createHealthReader({
        appends: unguardedStore,
        projectionStatus,
        disks: [space, blobSpace],
        ...(configuration.qdrant === undefined ? {} : { vectors }),
      }),
      idempotency: createPostgresIdempotencyStore({ database }),
      logger,
      metrics,
      renderMetrics: async () => {
        await measureFollowers(projectionStatus, metrics);
        return metrics.render();
      },
      traces,
      clock: systemClock,
      identity,
      stopping: stopAnnounced.signal,
      limits: {
        ...defaultHttpLimits,
        maxFileBytes: configuration.maxUploadBytes,
        maxUploadBytes: Math.max(defaultHttpLimits.maxUploadBytes, 4 * configuration.maxUploadBytes),
      },
      trustProxy: configuration.trustProxy,
      version,
    },
    start: () => {
      isWorking = true;
      projectionVerifier
        .dropLeft()
        .catch(() => logger.warn({}, 'What a broken-off verification has left could not be dropped yet.'));
      search
        .warm()
        .catch(() => logger.warn({}, 'The search index could not be loaded ahead of the first question.'));
      running = Promise.all([
        ...projections.map((definition) => runProjection(definition, runnerServices, stopping.signal)),
        ...consumers.map((definition) => runConsumer(definition, consumerServices, stopping.signal)),
        runTimerScheduler(timerServices, stopping.signal),
        ...(connection.database.kind === 'embedded'
          ? [maintainEmbedded({ database: connection.database.background, logger }, stopping.signal)]
          : []),
      ]);
    },
    stopAnnounced,
    stop: () => {
      stopped ??= (async () => {
        stopAnnounced.abort();
        stopping.abort();
        if (!(await waitAtMost(FOLLOWERS_STOP_MS, running)))
          logger.warn({}, 'Work behind was left to another process at shutdown.');
        const disposed = resources.disposeAsync();
        // A server that does not answer holds nobody up; the embedded database must have written what it has.
        if (database.kind === 'embedded') await disposed;
        else await waitAtMost(CLOSE_MS, disposed);
      })();
      return stopped;
    },
  };
};
