import { createCommandRegistry } from '../../commands/command-registry.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { createRefusalRecorder } from '../../commands/runtime/refusal-recorder.ts';
import type { Doctor } from '../../ports/doctor.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ProjectionVerifier } from '../../ports/projection-verifier.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import { getGrant } from '../../projections/break-glass/get-grant.ts';
import { getIndexingJob } from '../../projections/indexing-jobs/get-indexing-job.ts';
import type { ProjectionStatusReader } from '../../projections/projection-status.ts';
import type { HttpApiServices } from '../../read-api/http-api-services.ts';
import { defaultHttpLimits } from '../../read-api/http-limits.ts';
import { createAuthenticator } from '../auth/create-authenticator.ts';
import { DEFAULT_MAX_LIFE_SECONDS } from '../auth/jwt-authenticator.ts';
import { namedTokenSource } from '../auth/named-token-source.ts';
import { createRecordTokenUse } from '../auth/record-token-use.ts';
import { createStreamTickets } from '../auth/stream-tickets.ts';
import { followTokens } from '../auth/token-registry.ts';
import type { Configuration } from '../configuration.ts';
import { createServerProof } from '../data-directory/server-proof.ts';
import { createDatabaseClock } from '../database-clock.ts';
import { createHealthReader } from '../health-reader.ts';
import { createPostgresIdempotencyStore } from '../idempotency/postgres-idempotency-store.ts';
import { openStoredInstallation } from '../log-copy/open-stored-installation.ts';
import { nodeHasher } from '../node-hasher.ts';
import { measureAppends } from '../observability/measure-appends.ts';
import { measureFollowers } from '../observability/measure-followers.ts';
import type { PrometheusMetrics } from '../observability/prometheus-metrics.ts';
import { createMemoryRateLimiter } from '../rate-limiter/memory-rate-limiter.ts';
import { systemClock } from '../system-clock.ts';
import type { Storage } from './open-storage.ts';
import type { SearchParts } from './wire-search.ts';

/** Milliseconds that looking a job up waits for what was written before. */
const FRESHNESS_TIMEOUT_MS = 1000;

type HttpParts = {
  readonly configuration: Configuration;
  readonly version: string;
  readonly storage: Storage;
  readonly searchParts: SearchParts;
  readonly commandServices: CommandServices;
  readonly projectionStatus: ProjectionStatusReader;
  readonly doctor: Doctor;
  readonly projectionVerifier: ProjectionVerifier;
  readonly logger: Logger;
  readonly metrics: PrometheusMetrics;
  readonly traces: TraceScope;
  readonly identity: IdentitySource;
  readonly stopping: AbortSignal;
};

/** Wires what HTTP stands on. */
export const wireHttp = (parts: HttpParts, resources: AsyncDisposableStack): HttpApiServices => {
  const { configuration, storage, searchParts, commandServices, projectionStatus, metrics } = parts;
  const { connection, dataDirectory, eventStore, blobs, masterKey, unguardedStore } = storage;
  const { database } = connection;
  const { readModels, search, vectors } = searchParts;
  const idempotency = createPostgresIdempotencyStore({ database, secrets: storage.claimSecrets });
  const followingTokens = new AbortController();
  resources.defer(() => followingTokens.abort());
  const maxSessionMs = (configuration.jwt?.maxLifeSeconds ?? DEFAULT_MAX_LIFE_SECONDS) * 1000;
  const tokens = followTokens(
    { eventStore, clock: systemClock, logger: parts.logger, maxSessionMs },
    followingTokens.signal,
  );
  const embeddingModels = searchParts.embedders.all.map(({ model }) => model);
  return {
    commands: createCommandRegistry(
      searchParts.projections.map(({ name }) => name),
      async (jobId) => {
        await readModels.locate('indexing-jobs', await eventStore.head(), FRESHNESS_TIMEOUT_MS);
        return (await getIndexingJob(await readModels.open('indexing-jobs'), jobId))?.docKey;
      },
      {
        source: namedTokenSource,
        clock: systemClock,
        ...configuration.tokens,
        apart: configuration.jwt !== undefined,
        maxSessionMs,
        applied: tokens.applied,
      },
      embeddingModels,
      {
        minutes: configuration.breakGlassMinutes,
        findGrant: async (grantId) => {
          await readModels.locate('break-glass', await eventStore.head(), FRESHNESS_TIMEOUT_MS);
          return getGrant(await readModels.open('break-glass'), grantId);
        },
      },
    ),
    embeddingModels,
    commandServices,
    hasher: nodeHasher,
    eventStore,
    storedInstallation: openStoredInstallation({ database, eventStore, blobs, masterKey }),
    readModels,
    projectionStatus,
    doctor: parts.doctor,
    projectionVerifier: parts.projectionVerifier,
    search,
    fingerprint: storage.fingerprint,
    rateLimiter: createMemoryRateLimiter(),
    refusals: createRefusalRecorder({ eventStore, identity: parts.identity, logger: parts.logger }),
    authenticator: createAuthenticator({
      configuration,
      dataDirectory,
      tokens,
      recordUse: createRecordTokenUse({
        eventStore,
        identity: parts.identity,
        clock: systemClock,
        logger: parts.logger,
      }),
      logger: parts.logger,
    }),
    prove: createServerProof(dataDirectory.tokenSecret),
    health: createHealthReader({
      appends: unguardedStore,
      projectionStatus,
      disks: [storage.space, storage.blobSpace],
      ...(configuration.qdrant === undefined ? {} : { vectors }),
    }),
    idempotency,
    streamTickets: createStreamTickets({
      secret: dataDirectory.tokenSecret,
      used: idempotency,
      clock: systemClock,
      identity: parts.identity,
    }),
    logger: parts.logger,
    metrics,
    renderMetrics: async () => {
      await measureFollowers(projectionStatus, metrics);
      measureAppends(unguardedStore, metrics);
      return metrics.render();
    },
    traces: parts.traces,
    clock: systemClock,
    sharedClock: createDatabaseClock(database),
    identity: parts.identity,
    stopping: parts.stopping,
    limits: {
      ...defaultHttpLimits,
      maxFileBytes: configuration.maxUploadBytes,
      maxUploadBytes: Math.max(defaultHttpLimits.maxUploadBytes, 4 * configuration.maxUploadBytes),
      maxStreamsPerCaller: configuration.maxStreamsPerUser,
      rates: configuration.rates,
    },
    trustProxy: configuration.trustProxy,
    corsOrigins: configuration.corsOrigins,
    version: parts.version,
  };
};
