import { modelInUse } from '../../commands/lookups/model-in-use.ts';
import { VECTOR_PROJECTION } from '../../commands/lookups/read-generation-models.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { loadState } from '../../commands/runtime/execute-decider.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import {
  embeddingModelDecider,
  embeddingModelStream,
} from '../../domain/operations/embedding-model-decider.ts';
import { missingModel } from '../../domain/operations/missing-model.ts';
import { type SealingState, sealingDecider, sealingStream } from '../../domain/operations/sealing-decider.ts';
import {
  type WitnessStatus,
  witnessingDecider,
  witnessingStream,
  witnessStatuses,
} from '../../domain/operations/witnessing-decider.ts';
import type { FollowerRegistry } from '../../followers/follower-registry.ts';
import { dataDirectoryAdvice } from '../../infra/installation/data-directory/data-directory-advice.ts';
import { createDoctor } from '../../infra/observability/doctor/create-doctor.ts';
import { findOtherBlobOwner } from '../../infra/observability/doctor/find-other-blob-owner.ts';
import { createLexicalTables, lexicalStorageOf } from '../../infra/search/lexical-index/lexical-tables.ts';
import { readVectorSearch } from '../../infra/search/vector-index/read-vector-search.ts';
import { probeCalendarServer } from '../../infra/services/calendar/probe-calendar-server.ts';
import { readAppliedMigrations } from '../../infra/storage/database/applied-migrations.ts';
import { readDatabaseFacts } from '../../infra/storage/database/read-database-facts.ts';
import { createDatabaseClock } from '../../infra/storage/database-clock.ts';
import { createLogExaminer } from '../../infra/storage/event-store/examine-log.ts';
import { createSubjectKeyState } from '../../infra/storage/key-vault/subject-key-state.ts';
import { listLeases } from '../../infra/storage/leases/list-leases.ts';
import type { CheckpointWitness } from '../../ports/checkpoint-witness.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Doctor } from '../../ports/doctor.ts';
import type { IndexChecker } from '../../ports/index-checker.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { ListNodes } from '../../ports/nodes.ts';
import type { RebuildHistory } from '../../ports/rebuild-history.ts';
import { countParkedEvents } from '../../projections/parked-events/count-parked-events.ts';
import type { ProjectionStatusReader, Reembedding } from '../../projections/projection-status.ts';
import { createProjectionStatusReader } from '../../projections/read-projection-status.ts';
import { generationSchema } from '../../projections/runner/projection-definition.ts';
import { createIndexChecker } from '../../projections/search/check-index.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import { createVerifiedSearchProjection } from '../../projections/search/verified-search-projection.ts';
import type { ScratchProjectionVerifier } from '../../projections/verify/create-projection-verifier.ts';
import { createProjectionVerifier } from '../../projections/verify/create-projection-verifier.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Storage } from './open-storage.ts';
import type { SearchParts } from './wire-search.ts';

/** The parts for operators: status, doctor and verification. */
export type OperationsParts = {
  readonly projectionStatus: ProjectionStatusReader;
  readonly doctor: Doctor;
  readonly projectionVerifier: ScratchProjectionVerifier;
  readonly indexChecker: IndexChecker;
  /** What is known about the checkpoints of the log. */
  readonly readSealing: () => Promise<SealingState>;
  /** What the configured witnesses keep of them. */
  readonly readWitnesses: () => Promise<readonly WitnessStatus[]>;
};

type OperationsServices = {
  readonly configuration: Configuration;
  readonly version: string;
  readonly storage: Storage;
  readonly searchParts: SearchParts;
  readonly commandServices: CommandServices;
  readonly followerRegistry: FollowerRegistry;
  readonly rebuilds: RebuildHistory;
  /** Every consumer with the names of its partitions. */
  readonly consumers: readonly { readonly name: string; readonly partitions: readonly string[] }[];
  readonly listNodes: ListNodes;
  /** Whether projections and consumers have been started. */
  readonly isWorking: () => boolean;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: ComponentMonitor;
  readonly witnesses: readonly Pick<CheckpointWitness, 'name'>[];
};

const readReembedding = async (services: CommandServices): Promise<Reembedding | undefined> => {
  const { state } = await loadState(services, embeddingModelDecider, embeddingModelStream);
  const { pending } = state;
  return (
    pending && { model: pending.model.name, ...(pending.progress ?? { done: 0, total: 0, withheld: 0 }) }
  );
};

const statusReaderOf = (services: OperationsServices): ProjectionStatusReader => {
  const { storage, searchParts, followerRegistry, rebuilds, consumers } = services;
  const { connection, eventStore, generations, checkpoints } = storage;
  const { database } = connection;
  const { readModels, projections } = searchParts;
  return createProjectionStatusReader({
    database,
    eventStore,
    clock: createDatabaseClock(database),
    generations,
    checkpoints,
    listLeases: () => listLeases(database),
    followerRegistry,
    rebuilds,
    projections: projections.map(({ name }) => name),
    consumers,
    countParked: async () => {
      try {
        await readModels.locate('parked-events', 0, 0);
      } catch {
        // A rebuild of this list must not hide the status of the others.
        return new Map();
      }
      return countParkedEvents(await readModels.open('parked-events'));
    },
    readReembedding: async (projection) =>
      projection === VECTOR_PROJECTION ? readReembedding(services.commandServices) : undefined,
    readVectorSearch: async (projection, generation) =>
      projection === VECTOR_PROJECTION
        ? readVectorSearch(searchParts, generationSchema(projection, generation))
        : undefined,
    counted: { projection: SEARCH_PROJECTION, read: searchParts.readIndexHealth },
  });
};

/** Wires health, metrics and the doctor, and the check that read models match the log. */
export const wireOperations = (services: OperationsServices): OperationsParts => {
  const { configuration, version, storage, searchParts, isWorking, logger, metrics } = services;
  const { calendar, webdav, mailTools } = configuration;
  const {
    connection,
    dataDirectory,
    eventStore,
    blobs,
    sealedBlobs,
    leases,
    generations,
    installationSecret,
  } = storage;
  const { database } = connection;
  const { projections } = searchParts;
  const projectionStatus = statusReaderOf(services);
  const readSealing = async (): Promise<SealingState> =>
    (await loadState(services.commandServices, sealingDecider, sealingStream)).state;
  const readWitnesses = async (): Promise<readonly WitnessStatus[]> =>
    witnessStatuses(
      services.witnesses.map(({ name }) => name),
      (await loadState(services.commandServices, witnessingDecider, witnessingStream)).state,
    );
  return {
    readSealing,
    readWitnesses,
    projectionStatus,
    doctor: createDoctor({
      program: version,
      path: dataDirectory.path,
      blobs,
      eventStore,
      subjectKeyState: createSubjectKeyState(database, installationSecret),
      keyRotation: storage.keyRotation,
      masterKeyAdvice: storage.masterKeyAdvice,
      dataDirectoryAdvice: () => dataDirectoryAdvice(dataDirectory),
      projectionStatus,
      readDatabaseFacts: () => readDatabaseFacts(database),
      poolSize: configuration.database.poolSize + configuration.database.readPoolSize,
      replicaStates: searchParts.replicas.states,
      readLastMigration: async () => (await readAppliedMigrations(database)).at(-1)?.name,
      listLeases: () => listLeases(database),
      listNodes: services.listNodes,
      checkpoints: storage.checkpoints,
      listGenerations: () => generations.list(database),
      readSealing,
      readWitnesses,
      sealsEverySeconds: configuration.sealing.everySeconds,
      examineLog: createLogExaminer(database, configuration.kurrent ? 'kurrent' : 'database'),
      otherOwner: () => findOtherBlobOwner(database, storage.blobPlace, dataDirectory.database),
      components: services.health,
      ...omitUndefined({ bucket: storage.bucket }),
      ...(calendar && {
        probeCalendars: (signal) => probeCalendarServer(calendar, metrics, signal),
      }),
      filesOfAccounts: [
        { path: webdav?.usersFile, variable: 'WEBDAV_USERS_FILE', component: 'files' },
        {
          path: mailTools.mailbox?.usersFile ?? mailTools.sending?.usersFile,
          variable: 'MAIL_USERS_FILE',
          component: 'mail',
        },
      ].flatMap(({ path, ...file }) => (path === undefined ? [] : [{ path, ...file }])),
      probeKafka: storage.kafka?.look,
      inspectNumbering: storage.inspectNumbering,
      probeRedis: storage.redis?.check,
      vectors: searchParts.vectors,
      missingVectorCount: searchParts.search.missingVectorCount,
      readMissingModel: async () => {
        const { configured, all } = searchParts.embedders;
        const inUse = await modelInUse(services.commandServices, configured.model);
        return missingModel(
          inUse.name,
          all.map(({ model }) => model.name),
        );
      },
      readWordState: searchParts.readWordState,
      readGenerations: async () => {
        const all = await generations.list(database, SEARCH_PROJECTION);
        const named = (some: typeof all): readonly string[] =>
          some.map(({ generation }) => generationSchema(SEARCH_PROJECTION, generation));
        return { kept: named(all), building: named(all.filter(({ state }) => state === 'building')) };
      },
      isWorking,
      now: Date.now,
      logger,
    }),
    indexChecker: createIndexChecker({
      database,
      generations,
      rebuilds: services.rebuilds,
      ask: searchParts.check,
      examine: searchParts.examine,
    }),
    projectionVerifier: createProjectionVerifier({
      database,
      eventStore,
      generations,
      leases,
      projections,
      definitionFor: (name, liveSchema) =>
        projections.find((projection) => projection.name === name && name !== SEARCH_PROJECTION) ??
        createVerifiedSearchProjection(
          {
            database,
            blobs: sealedBlobs,
            eventStore,
            sealer: storage.sealer,
            vectors: searchParts.verifiedVectors,
            lexicalTables: (home) => createLexicalTables(database, home),
            lexicalStorageOf,
          },
          liveSchema,
        ),
    }),
  };
};
