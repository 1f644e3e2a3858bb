import { createCommandRegistry } from '../../commands/command-registry.ts';
import type { CommandDefinition } from '../../commands/runtime/command-definition.ts';
import { createRefusalRecorder } from '../../commands/runtime/refusal-recorder.ts';
import { traceCommands } from '../../commands/runtime/trace-commands.ts';
import { createAnswerRerun } from '../../consumers/query-orchestrator/rerun-answer.ts';
import { createErasurePlan } from '../../consumers/subject-eraser/plan-erasure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { vocabularyWithoutCorpus } from '../../domain/retrieval/query/query-vocabulary.ts';
import { createServerProof } from '../../infra/installation/data-directory/server-proof.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { openStaticFolder } from '../../infra/installation/static-folder.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createHealthReader } from '../../infra/observability/health-reader.ts';
import { measureAppends } from '../../infra/observability/measure-appends.ts';
import { measureBackups } from '../../infra/observability/measure-backups.ts';
import { measureFollowers } from '../../infra/observability/measure-followers.ts';
import { measureIndex } from '../../infra/observability/measure-index.ts';
import { measureMasterKey } from '../../infra/observability/measure-master-key.ts';
import { measureNodes } from '../../infra/observability/measure-nodes.ts';
import { measureReviews } from '../../infra/observability/measure-reviews.ts';
import { measureSealing } from '../../infra/observability/measure-sealing.ts';
import { createPageImages } from '../../infra/reading/page-images/create-page-images.ts';
import { createBrowserSessions } from '../../infra/services/auth/browser-sessions.ts';
import { createAuthenticator } from '../../infra/services/auth/create-authenticator.ts';
import { DEFAULT_MAX_LIFE_SECONDS, type personOf } from '../../infra/services/auth/jwt-authenticator.ts';
import { namedTokenSource } from '../../infra/services/auth/named-token-source.ts';
import { beginSessionFor, createOidcSignIn } from '../../infra/services/auth/oidc-sign-in.ts';
import { createRecordTokenUse } from '../../infra/services/auth/record-token-use.ts';
import { createSealedSearches } from '../../infra/services/auth/sealed-searches.ts';
import { createSignInCodes } from '../../infra/services/auth/sign-in-codes.ts';
import { createStreamTickets } from '../../infra/services/auth/stream-tickets.ts';
import { followTokens, type TokenRegistry } from '../../infra/services/auth/token-registry.ts';
import { listSources } from '../../infra/services/evidence-sources/list-sources.ts';
import { createRealtimeService } from '../../infra/services/outside/open-realtime-session.ts';
import { createDatabaseClock } from '../../infra/storage/database-clock.ts';
import { createPostgresIdempotencyStore } from '../../infra/storage/idempotency/postgres-idempotency-store.ts';
import { createSubjectKeyState } from '../../infra/storage/key-vault/subject-key-state.ts';
import { openStoredInstallation } from '../../infra/storage/log-copy/open-stored-installation.ts';
import type { ListNodes } from '../../ports/nodes.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import { getGrant } from '../../projections/break-glass/get-grant.ts';
import { getIndexingJob } from '../../projections/indexing-jobs/get-indexing-job.ts';
import { createStoredPassages } from '../../projections/search/stored-passages.ts';
import type { HttpApiServices } from '../../read-api/http-api-services.ts';
import { defaultHttpLimits } from '../../read-api/http-limits.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { unreachedPlacesOf } from '../erasure/places-not-reached.ts';
import { subjectCounts } from '../erasure/subject-purges.ts';
import type { ExternalServices } from './open-external-services.ts';
import type { Foundation } from './open-foundation.ts';
import type { Stores } from './open-stores.ts';
import type { WriteSide } from './open-write-side.ts';
import { wireLogLosses } from './wire-log-losses.ts';
import type { OperationsParts } from './wire-operations.ts';
import type { SearchParts } from './wire-search.ts';

/** How long a lookup waits for the read model to catch up, in milliseconds. */
const FRESHNESS_TIMEOUT_MS = 1000;

type HttpParts = Foundation &
  Stores &
  WriteSide &
  ExternalServices &
  OperationsParts & {
    readonly searchParts: SearchParts;
    readonly tools: ToolRegistry;
    readonly listNodes: ListNodes;
    readonly stopping: AbortSignal;
  };

/** The maximum session length of a person, in milliseconds: with a token of the identity provider, or in a browser. */
const maxSessionOf = ({ jwt, sessions }: Configuration): number =>
  Math.max(jwt?.maxLifeSeconds ?? DEFAULT_MAX_LIFE_SECONDS, sessions.maxSeconds) * 1000;

/** Follows the named tokens until the stop. */
const followNamedTokens = (
  { configuration, storage, logger }: HttpParts,
  resources: AsyncDisposableStack,
): TokenRegistry => {
  const following = new AbortController();
  resources.defer(() => following.abort());
  const maxSessionMs = maxSessionOf(configuration);
  return followTokens(
    { eventStore: storage.eventStore, clock: systemClock, logger, maxSessionMs },
    following.signal,
  );
};

/** Every command, with the lookups that it needs. */
const commandsOf = (parts: HttpParts, tokens: TokenRegistry): readonly CommandDefinition[] => {
  const { configuration, storage, searchParts, settings, reader } = parts;
  const { readModels, projections, embedders } = searchParts;
  /** Opens a read model that has caught up with the log. */
  const openFresh = async (projection: string) => {
    await readModels.locate(projection, await storage.eventStore.head(), FRESHNESS_TIMEOUT_MS);
    return readModels.open(projection);
  };
  const commands = createCommandRegistry(
    projections.map(({ name }) => name),
    {
      findDocumentOfJob: async (jobId) =>
        (await getIndexingJob(await openFresh('indexing-jobs'), jobId))?.docKey,
      tokenIssue: {
        source: namedTokenSource,
        clock: systemClock,
        ...configuration.tokens,
        apart: configuration.jwt !== undefined || configuration.oidc !== undefined,
        maxSessionMs: maxSessionOf(configuration),
        applied: tokens.applied,
      },
      embeddingModels: embedders.all.map(({ model }) => model),
      breakGlass: {
        minutes: configuration.breakGlassMinutes,
        findGrant: async (grantId) => getGrant(await openFresh('break-glass'), grantId),
      },
      settings,
      reader,
    },
  );
  return parts.isTraced ? traceCommands(commands, parts.traces) : commands;
};

/**
 * How people of the console's identity provider are identified. If that also issues the accepted JWTs, they are the same
 * people; otherwise their ids include the issuer.
 */
const theirUsers = (
  { jwt, oidc }: Configuration,
  tokens: TokenRegistry,
  logger: HttpParts['logger'],
): Parameters<typeof personOf>[2] => ({
  users: 'theirs',
  tokens,
  onRefused: (reason) => logger.warn({ reason }, 'A person from the identity provider was refused.'),
  ...omitUndefined({
    issuer: jwt === undefined || jwt.issuer === oidc?.issuer ? oidc?.issuer : undefined,
    teamsClaim: jwt?.teamsClaim,
    maxLifeSeconds: jwt?.maxLifeSeconds,
  }),
});

/** The services that identify callers and limit their requests. */
const callersOf = (parts: HttpParts, tokens: TokenRegistry) => {
  const { configuration, storage, identity, logger } = parts;
  const { connection, dataDirectory, eventStore } = storage;
  const idempotency = createPostgresIdempotencyStore({
    database: connection.database,
    secrets: storage.claimSecrets,
  });
  const secret = dataDirectory.tokenSecret;
  const oneTime = { secret, used: idempotency, clock: systemClock, identity };
  const { sessions, authenticator } = createBrowserSessions({
    secret,
    tokens,
    terms: configuration.sessions,
    clock: systemClock,
    authenticator: createAuthenticator({
      jwt: configuration.jwt,
      dataDirectory,
      tokens,
      recordUse: createRecordTokenUse({ eventStore, identity, clock: systemClock, logger }),
      logger,
    }),
  });
  return {
    rateLimiter: parts.rateLimiter,
    refusals: createRefusalRecorder({ eventStore, identity, logger }),
    authenticator,
    browserSessions: sessions,
    prove: createServerProof(secret),
    idempotency,
    streamTickets: createStreamTickets(oneTime),
    sealedSearches: createSealedSearches(oneTime),
    signInCodes: createSignInCodes(oneTime),
    ...(configuration.oidc && {
      identityProvider: createOidcSignIn({
        ...oneTime,
        configuration: configuration.oidc,
        logger,
        beginSession: beginSessionFor(sessions, theirUsers(configuration, tokens, logger)),
      }),
    }),
    trustProxy: configuration.trustProxy,
    corsOrigins: configuration.corsOrigins,
    ...omitUndefined({ environment: configuration.environment, publicUrl: configuration.publicUrl }),
    console: openStaticFolder(configuration.consoleDir),
    limits: {
      ...defaultHttpLimits,
      maxFileBytes: configuration.maxUploadBytes,
      maxUploadBytes: Math.max(defaultHttpLimits.maxUploadBytes, 4 * configuration.maxUploadBytes),
      maxStreamsPerCaller: configuration.maxStreamsPerUser,
      rates: configuration.rates,
    },
  };
};

/** The services that report the state of the system to operators and monitoring. */
const observationsOf = (parts: HttpParts) => {
  const { configuration, storage, searchParts, projectionStatus, listNodes, health, metrics } = parts;
  const { unguardedStore } = storage;
  return {
    projectionStatus,
    listNodes,
    doctor: parts.doctor,
    projectionVerifier: parts.projectionVerifier,
    indexChecker: parts.indexChecker,
    components: health,
    alertChannels: parts.alertChannels,
    health: createHealthReader({
      appends: unguardedStore,
      projectionStatus,
      disks: [storage.space, storage.blobSpace],
      components: health,
      listNodes,
      ...(configuration.qdrant === undefined ? {} : { vectors: searchParts.vectors }),
      fileStore: storage.fileStore,
      missingVectorCount: searchParts.search.missingVectorCount,
      readSealing: parts.readSealing,
      readWitnesses: parts.readWitnesses,
    }),
    logger: parts.logger,
    metrics,
    traces: parts.traces,
    renderMetrics: async () => {
      await Promise.all([
        measureFollowers(projectionStatus, metrics),
        measureIndex(projectionStatus, metrics),
      ]);
      await measureNodes(listNodes, metrics);
      await measureReviews(searchParts.readModels, metrics);
      await measureBackups(searchParts.readModels, systemClock, metrics);
      await measureSealing(parts, metrics);
      await measureMasterKey(storage.keyRotation, systemClock, metrics);
      measureAppends(unguardedStore, metrics);
      searchParts.replicas.measure();
      return metrics.render();
    },
  };
};

/** The services that answer questions and search, and the history of earlier ones. */
const answersOf = (parts: HttpParts, resources: AsyncDisposableStack) => {
  const { configuration, storage, searchParts, settings, languageModels } = parts;
  const { search, embedders, dictionary, readModels } = searchParts;
  return {
    settings,
    ...omitUndefined({ voice: configuration.voice && createRealtimeService(configuration.voice) }),
    listSources: listSources({ configuration: configuration.sources, settings, health: parts.health }),
    history: parts.history,
    tools: parts.tools,
    mcpGivesPhi: configuration.mcpGivesPhi,
    answerRerun: createAnswerRerun({
      eventStore: storage.eventStore,
      search,
      hasher: nodeHasher,
      vocabulary: vocabularyWithoutCorpus(dictionary),
      languageModels,
      passages: createStoredPassages(readModels),
    }),
    answerFeed: storage.answerFeed,
    embeddingModels: embedders.all.map(({ model }) => model),
    search,
    pageImages: resources.use(createPageImages({ onDestroyed: storage.vault.onDestroyed })),
    fingerprint: storage.fingerprint,
  };
};

/** The last stage of a start: wires the services of the HTTP API. */
export const wireHttp = (parts: HttpParts, resources: AsyncDisposableStack): HttpApiServices => {
  const { storage, searchParts, commandServices, identity } = parts;
  const { eventStore, blobs, installationSecret, keyRing } = storage;
  const { database } = storage.connection;
  const tokens = followNamedTokens(parts, resources);
  return {
    ...callersOf(parts, tokens),
    ...observationsOf(parts),
    ...answersOf(parts, resources),
    commands: commandsOf(parts, tokens),
    commandServices,
    eventStore,
    logProofs: storage.logProof.proofs,
    readWitnesses: parts.readWitnesses,
    writeSealedExport: storage.logProof.writeSealedExport,
    ...(storage.findLoss && {
      logLosses: wireLogLosses({
        database,
        generations: storage.generations,
        find: storage.findLoss,
        clock: systemClock,
        identity,
      }),
    }),
    storedInstallation: openStoredInstallation({ database, eventStore, blobs, keyRing }),
    readModels: searchParts.replicas.readModels,
    reader: parts.reader,
    planErasure: createErasurePlan({
      eventStore,
      subjectKeyState: createSubjectKeyState(database, installationSecret),
      counts: subjectCounts({
        database,
        generations: storage.generations,
        projections: searchParts.projections,
      }),
      notReached: unreachedPlacesOf(database.kind),
    }),
    hasher: nodeHasher,
    clock: systemClock,
    sharedClock: createDatabaseClock(database),
    identity,
    stopping: parts.stopping,
    version: parts.version,
  };
};
