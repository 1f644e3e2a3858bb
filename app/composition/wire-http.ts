import { createCommandRegistry } from '../../commands/command-registry.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { createRefusalRecorder } from '../../commands/runtime/refusal-recorder.ts';
import { traceCommands } from '../../commands/runtime/trace-commands.ts';
import { createAnswerRerun } from '../../consumers/query-orchestrator/rerun-answer.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { vocabularyWithoutCorpus } from '../../domain/retrieval/query/query-vocabulary.ts';
import { createServerProof } from '../../infra/installation/data-directory/server-proof.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createHealthReader } from '../../infra/observability/health-reader.ts';
import { measureAppends } from '../../infra/observability/measure-appends.ts';
import { measureFollowers } from '../../infra/observability/measure-followers.ts';
import { measureIndex } from '../../infra/observability/measure-index.ts';
import { measureNodes } from '../../infra/observability/measure-nodes.ts';
import { measureReviews } from '../../infra/observability/measure-reviews.ts';
import type { PrometheusMetrics } from '../../infra/observability/prometheus-metrics.ts';
import { createPageImages } from '../../infra/reading/page-images/create-page-images.ts';
import { createAuthenticator } from '../../infra/services/auth/create-authenticator.ts';
import { DEFAULT_MAX_LIFE_SECONDS } from '../../infra/services/auth/jwt-authenticator.ts';
import { namedTokenSource } from '../../infra/services/auth/named-token-source.ts';
import { createRecordTokenUse } from '../../infra/services/auth/record-token-use.ts';
import { createStreamTickets } from '../../infra/services/auth/stream-tickets.ts';
import { followTokens } from '../../infra/services/auth/token-registry.ts';
import { listSources } from '../../infra/services/evidence-sources/list-sources.ts';
import { createRealtimeService } from '../../infra/services/outside/open-realtime-session.ts';
import { createDatabaseClock } from '../../infra/storage/database-clock.ts';
import { createPostgresIdempotencyStore } from '../../infra/storage/idempotency/postgres-idempotency-store.ts';
import { openStoredInstallation } from '../../infra/storage/log-copy/open-stored-installation.ts';
import type { AlertChannel } from '../../ports/alerts.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { ConversationHistory } from '../../ports/conversation-history.ts';
import type { Doctor } from '../../ports/doctor.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { IndexChecker } from '../../ports/index-checker.ts';
import type { LanguageModels } from '../../ports/language-model.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ListNodes } from '../../ports/nodes.ts';
import type { ProjectionVerifier } from '../../ports/projection-verifier.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { FollowedSettings } from '../../ports/settings-reader.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import { getGrant } from '../../projections/break-glass/get-grant.ts';
import { getIndexingJob } from '../../projections/indexing-jobs/get-indexing-job.ts';
import type { ProjectionStatusReader } from '../../projections/projection-status.ts';
import { createStoredPassages } from '../../projections/search/stored-passages.ts';
import type { HttpApiServices } from '../../read-api/http-api-services.ts';
import { defaultHttpLimits } from '../../read-api/http-limits.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Storage } from './open-storage.ts';
import type { SearchParts } from './wire-search.ts';

/** Milliseconds that looking a job up waits for what was written before. */
const FRESHNESS_TIMEOUT_MS = 1000;

type HttpParts = {
  readonly configuration: Configuration;
  readonly version: string;
  readonly storage: Storage;
  readonly searchParts: SearchParts;
  /** See `READER_VERSION`. */
  readonly reader: number;
  readonly settings: FollowedSettings;
  readonly health: ComponentMonitor;
  readonly history: ConversationHistory;
  readonly languageModels: LanguageModels;
  readonly tools: ToolRegistry;
  readonly commandServices: CommandServices;
  readonly projectionStatus: ProjectionStatusReader;
  readonly listNodes: ListNodes;
  readonly doctor: Doctor;
  readonly projectionVerifier: ProjectionVerifier;
  readonly indexChecker: IndexChecker;
  readonly rateLimiter: RateLimiter;
  readonly logger: Logger;
  readonly metrics: PrometheusMetrics;
  readonly traces: TraceScope;
  /** Whether spans are kept. */
  readonly isTraced: boolean;
  readonly identity: IdentitySource;
  readonly stopping: AbortSignal;
  readonly alertChannels: readonly AlertChannel[];
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
  const commands = createCommandRegistry(
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
    parts.settings,
    parts.reader,
  );
  return {
    commands: parts.isTraced ? traceCommands(commands, parts.traces) : commands,
    settings: parts.settings,
    ...omitUndefined({ voice: configuration.voice && createRealtimeService(configuration.voice) }),
    listSources: listSources({
      configuration: configuration.sources,
      settings: parts.settings,
      health: parts.health,
    }),
    components: parts.health,
    alertChannels: parts.alertChannels,
    history: parts.history,
    tools: parts.tools,
    mcpGivesPhi: configuration.mcpGivesPhi,
    answerRerun: createAnswerRerun({
      eventStore,
      search,
      hasher: nodeHasher,
      vocabulary: vocabularyWithoutCorpus(searchParts.dictionary),
      languageModels: parts.languageModels,
      passages: createStoredPassages(readModels),
    }),
    embeddingModels,
    reader: parts.reader,
    commandServices,
    hasher: nodeHasher,
    eventStore,
    storedInstallation: openStoredInstallation({ database, eventStore, blobs, masterKey }),
    readModels: searchParts.replicas.readModels,
    pageImages: resources.use(createPageImages({ onDestroyed: storage.vault.onDestroyed })),
    projectionStatus,
    listNodes: parts.listNodes,
    doctor: parts.doctor,
    projectionVerifier: parts.projectionVerifier,
    indexChecker: parts.indexChecker,
    search,
    fingerprint: storage.fingerprint,
    rateLimiter: parts.rateLimiter,
    refusals: createRefusalRecorder({ eventStore, identity: parts.identity, logger: parts.logger }),
    authenticator: createAuthenticator({
      jwt: configuration.jwt,
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
      components: parts.health,
      listNodes: parts.listNodes,
      ...(configuration.qdrant === undefined ? {} : { vectors }),
      ...omitUndefined({ bucket: storage.bucket }),
      heldByWords: searchParts.search.heldByWords,
    }),
    idempotency,
    streamTickets: createStreamTickets({
      secret: dataDirectory.tokenSecret,
      used: idempotency,
      clock: systemClock,
      identity: parts.identity,
    }),
    answerFeed: storage.answerFeed,
    logger: parts.logger,
    metrics,
    renderMetrics: async () => {
      await Promise.all([
        measureFollowers(projectionStatus, metrics),
        measureIndex(projectionStatus, metrics),
      ]);
      await measureNodes(parts.listNodes, metrics);
      await measureReviews(readModels, metrics);
      measureAppends(unguardedStore, metrics);
      searchParts.replicas.measure();
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
