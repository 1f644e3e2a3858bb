import { VECTOR_PROJECTION } from '../../commands/lookups/read-generation-models.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { loadState } from '../../commands/runtime/execute-decider.ts';
import {
  embeddingModelDecider,
  embeddingModelStream,
} from '../../domain/operations/embedding-model-decider.ts';
import type { FollowerRegistry } from '../../followers/follower-registry.ts';
import type { Doctor } from '../../ports/doctor.ts';
import type { Logger } from '../../ports/logger.ts';
import { countParkedEvents } from '../../projections/parked-events/count-parked-events.ts';
import type { ProjectionStatusReader, Reembedding } from '../../projections/projection-status.ts';
import { createProjectionStatusReader } from '../../projections/read-projection-status.ts';
import type { RebuildHistory } from '../../projections/runner/rebuild-history.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import { createVerifiedSearchProjection } from '../../projections/search/verified-search-projection.ts';
import type { ScratchProjectionVerifier } from '../../projections/verify/create-projection-verifier.ts';
import { createProjectionVerifier } from '../../projections/verify/create-projection-verifier.ts';
import type { Configuration } from '../configuration.ts';
import { readAppliedMigrations } from '../database/applied-migrations.ts';
import { readDatabaseFacts } from '../database/read-database-facts.ts';
import { createDatabaseClock } from '../database-clock.ts';
import { createDoctor } from '../doctor/create-doctor.ts';
import { findOtherBlobOwner } from '../doctor/find-other-blob-owner.ts';
import { createLogExaminer } from '../event-store/examine-log.ts';
import { createSubjectKeyState } from '../key-vault/subject-key-state.ts';
import { listLeases } from '../leases/list-leases.ts';
import type { Storage } from './open-storage.ts';
import type { SearchParts } from './wire-search.ts';

/** What operators look at everything with. */
type OperationsParts = {
  readonly projectionStatus: ProjectionStatusReader;
  readonly doctor: Doctor;
  readonly projectionVerifier: ScratchProjectionVerifier;
};

type OperationsServices = {
  readonly configuration: Configuration;
  readonly version: string;
  readonly storage: Storage;
  readonly searchParts: SearchParts;
  readonly commandServices: CommandServices;
  readonly followerRegistry: FollowerRegistry;
  readonly rebuilds: RebuildHistory;
  /** Names of the consumers. */
  readonly consumers: readonly string[];
  /** Whether projections and consumers have been started. */
  readonly isWorking: () => boolean;
  readonly logger: Logger;
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
        // A list that is being rebuilt does not hide how the others are doing.
        return new Map();
      }
      return countParkedEvents(await readModels.open('parked-events'));
    },
    readReembedding: async (projection) =>
      projection === VECTOR_PROJECTION ? readReembedding(services.commandServices) : undefined,
  });
};

/** Wires what tells how everything is doing, and what proves that read models are what the log gives. */
export const wireOperations = (services: OperationsServices): OperationsParts => {
  const { configuration, version, storage, searchParts, isWorking, logger } = services;
  const { connection, dataDirectory, eventStore, blobs, sealedBlobs, leases, generations, masterKey } =
    storage;
  const { database } = connection;
  const { projections, vectors, vectorBackend } = searchParts;
  const projectionStatus = statusReaderOf(services);
  return {
    projectionStatus,
    doctor: createDoctor({
      program: version,
      path: dataDirectory.path,
      blobs,
      eventStore,
      subjectKeyState: createSubjectKeyState(database, masterKey),
      masterKeyAdvice: storage.masterKeyAdvice,
      projectionStatus,
      readDatabaseFacts: () => readDatabaseFacts(database),
      poolSize: configuration.database.poolSize,
      readLastMigration: async () => (await readAppliedMigrations(database)).at(-1)?.name,
      listLeases: () => listLeases(database),
      examineLog: createLogExaminer(database),
      otherOwner: () => findOtherBlobOwner(database, dataDirectory),
      isWorking,
      now: Date.now,
      logger,
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
            vectors: vectorBackend === 'qdrant' ? undefined : vectors,
          },
          liveSchema,
        ),
    }),
  };
};
