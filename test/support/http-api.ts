import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { createCommandRegistry } from '../../commands/command-registry.ts';
import { createLogConversationHistory } from '../../commands/histories/conversation-history.ts';
import { createRefusalRecorder } from '../../commands/runtime/refusal-recorder.ts';
import { createUnresponsiveTools } from '../../commands/runtime/unresponsive-tools.ts';
import { createAnswerRerun } from '../../consumers/query-orchestrator/rerun-answer.ts';
import { createErasurePlan } from '../../consumers/subject-eraser/plan-erasure.ts';
import { createToolRegistry } from '../../consumers/tools/create-tool-registry.ts';
import { allEvents } from '../../domain/all-events.ts';
import type { Role } from '../../domain/kernel/actor.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { err, ok } from '../../domain/kernel/result.ts';
import { READER_VERSION } from '../../domain/knowledge/reader-version.ts';
import { emptySettingsBasis, type SettingsBasis } from '../../domain/operations/consultation-settings.ts';
import { vocabularyWithoutCorpus } from '../../domain/retrieval/query/query-vocabulary.ts';
import { createMemoryAnswerFeed } from '../../infra/cluster/answer-feed/memory-answer-feed.ts';
import { createMemoryRateLimiter } from '../../infra/cluster/rate-limiter/memory-rate-limiter.ts';
import { createServerProof } from '../../infra/installation/data-directory/server-proof.ts';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { patternDetector } from '../../infra/models/phi-detection/pattern-detector.ts';
import { createLogger } from '../../infra/observability/create-logger.ts';
import { createPrometheusMetrics } from '../../infra/observability/prometheus-metrics.ts';
import { createTraceScope } from '../../infra/observability/trace-context.ts';
import { createPageImages } from '../../infra/reading/page-images/create-page-images.ts';
import { createAdminTokenAuthenticator } from '../../infra/services/auth/admin-token-authenticator.ts';
import { createBrowserSessions } from '../../infra/services/auth/browser-sessions.ts';
import { createFirstMatchingAuthenticator } from '../../infra/services/auth/first-matching-authenticator.ts';
import { hashToken } from '../../infra/services/auth/hash-token.ts';
import { createJwtAuthenticator } from '../../infra/services/auth/jwt-authenticator.ts';
import { createNamedTokenAuthenticator } from '../../infra/services/auth/named-token-authenticator.ts';
import { createRecordTokenUse } from '../../infra/services/auth/record-token-use.ts';
import { createSealedSearches } from '../../infra/services/auth/sealed-searches.ts';
import { defaultSessionTerms } from '../../infra/services/auth/session-configuration.ts';
import { createSignInCodes } from '../../infra/services/auth/sign-in-codes.ts';
import { createStreamTickets } from '../../infra/services/auth/stream-tickets.ts';
import { followTokens } from '../../infra/services/auth/token-registry.ts';
import { listSources } from '../../infra/services/evidence-sources/list-sources.ts';
import { openFileBlobStore } from '../../infra/storage/blob-store/file-blob-store.ts';
import { createMemoryCache } from '../../infra/storage/cache/memory-cache.ts';
import { createDatabaseClock } from '../../infra/storage/database-clock.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import { createClaimSecrets } from '../../infra/storage/idempotency/claim-secrets.ts';
import { createPostgresIdempotencyStore } from '../../infra/storage/idempotency/postgres-idempotency-store.ts';
import { heldKey } from '../../infra/storage/key-vault/key-ring.ts';
import { createQuestionFingerprint } from '../../infra/storage/key-vault/question-fingerprint.ts';
import { createRowSealer } from '../../infra/storage/key-vault/row-sealer.ts';
import { createLogClock } from '../../infra/storage/log-clock.ts';
import { openStoredInstallation } from '../../infra/storage/log-copy/open-stored-installation.ts';
import { createSealedBlobs } from '../../infra/storage/sealed-blobs/create-sealed-blobs.ts';
import { followSettings } from '../../infra/storage/settings/follow-settings.ts';
import { openStoredEntities } from '../../infra/storage/stored-entities.ts';
import { unwatchedComponents } from '../../ports/component-health.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import { getGrant } from '../../projections/break-glass/get-grant.ts';
import { getIndexingJob } from '../../projections/indexing-jobs/get-indexing-job.ts';
import { createHttpApi } from '../../read-api/create-http-api.ts';
import type { HttpApiServices } from '../../read-api/http-api-services.ts';
import { defaultHttpLimits, type HttpLimits } from '../../read-api/http-limits.ts';
import { startHttpServer } from '../../read-api/start-http-server.ts';
import { openMigratedEmbedded } from './databases.ts';
import { documentNames } from './document-names.ts';
import { fixedSearch } from './fixed-search.ts';
import { createFoldedReadModels } from './folded-read-models.ts';
import { ADMIN_TOKEN, createHttpClient } from './http-client.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';
import { openLogProofParts } from './log-proof.ts';
import { TEST_ROLES, TEST_USER } from './test-user.ts';
import { testTokenIssue } from './token-issue.ts';

/** A first-start token. */
export const FIRST_TOKEN = 'a-first-token-for-tests-only';

export type HttpFixtureOptions = {
  readonly limits?: Partial<HttpLimits>;
  /** Replaces services, for tests that break them. */
  readonly replace?: (services: HttpApiServices) => Partial<HttpApiServices>;
  readonly idempotencyLeaseSeconds?: number;
  /** The environment for validating settings; by default nothing is configured. */
  readonly ground?: SettingsBasis;
  /** The available tools; none by default. */
  readonly tools?: readonly RegisteredTool[];
};

/** The log, its read models and followers, on the embedded database. */
const openParts = async (options: HttpFixtureOptions, opened: AsyncDisposableStack) => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-http-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const { database, dispose } = await openMigratedEmbedded();
  opened.defer(dispose);

  const logLines: string[] = [];
  const traces = createTraceScope();
  const logger = createLogger({
    level: 'debug',
    traces,
    destination: {
      write: (line) => {
        logLines.push(line);
      },
    },
  });
  const metrics = createPrometheusMetrics({ logger });
  const identity = createIdentitySource();
  const vault = createInMemoryKeyVault();
  const sealer = createRowSealer(vault);
  const serializer = createEventSerializer({ registry: createEventRegistry(allEvents), vault });
  const eventStore = await createPostgresEventStore({ database, serializer, logger, pollInterval: 50 });
  opened.defer(() => eventStore.close());
  const blobs = await openFileBlobStore(folder);

  const stored = await openStoredEntities({ database }, sealer);
  opened.defer(() => stored.close());
  const readModels = createFoldedReadModels({ database, eventStore, stored, sealer });

  const secret = randomBytes(32);
  const stopping = new AbortController();
  const idempotency = createPostgresIdempotencyStore({
    database,
    secrets: createClaimSecrets(new Uint8Array(32)),
    ...(options.idempotencyLeaseSeconds === undefined
      ? {}
      : { leaseSeconds: options.idempotencyLeaseSeconds }),
  });
  const followingTokens = new AbortController();
  opened.defer(() => followingTokens.abort());
  const tokens = followTokens(
    { eventStore, clock: systemClock, logger, maxSessionMs: testTokenIssue.maxSessionMs },
    followingTokens.signal,
  );
  const answerFeed = createMemoryAnswerFeed({ onDestroyed: vault.onDestroyed });
  const settings = await followSettings(
    { eventStore, logger, ground: options.ground ?? emptySettingsBasis },
    followingTokens.signal,
  );
  const tools = createToolRegistry(options.tools ?? [], () => settings.current().toolAccess ?? []);
  return {
    folder,
    database,
    logLines,
    traces,
    logger,
    metrics,
    identity,
    vault,
    eventStore,
    blobs,
    stored,
    readModels,
    secret,
    stopping,
    idempotency,
    tokens,
    answerFeed,
    settings,
    tools,
  };
};

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Accepts the test user, the first-start token, named tokens and JSON Web Tokens. */
const authenticatorOf = ({ tokens, eventStore, identity, logger, secret }: Parts) =>
  createFirstMatchingAuthenticator([
    {
      authenticate: async (token) =>
        token === ADMIN_TOKEN
          ? ok({ id: TEST_USER, roles: TEST_ROLES, teams: [] })
          : err(failure('unauthenticated', 'It is not that of the test user.')),
    },
    createAdminTokenAuthenticator({ tokenHash: async () => hashToken(FIRST_TOKEN) }),
    createNamedTokenAuthenticator({
      registry: tokens,
      recordUse: createRecordTokenUse({ eventStore, identity, clock: systemClock, logger }),
    }),
    createJwtAuthenticator({ keys: { kind: 'secret', secret }, tokens }),
  ]);

/** Identifies callers by their tokens and sessions. */
const callersOf = (parts: Parts) => {
  const { secret, tokens, idempotency, identity } = parts;
  const oneTime = { secret, used: idempotency, clock: systemClock, identity };
  const { sessions, authenticator } = createBrowserSessions({
    secret,
    tokens,
    terms: defaultSessionTerms,
    clock: systemClock,
    authenticator: authenticatorOf(parts),
  });
  return {
    authenticator,
    browserSessions: sessions,
    streamTickets: createStreamTickets(oneTime),
    sealedSearches: createSealedSearches(oneTime),
    signInCodes: createSignInCodes(oneTime),
  };
};

/** Plans erasures from the log alone. A subject whose name ends in "-missing" is unknown. */
const planErasureOf = (eventStore: HttpApiServices['eventStore']): HttpApiServices['planErasure'] =>
  createErasurePlan({
    eventStore,
    subjectKeyState: async (subjects) =>
      subjects.map((subject) => (subject.endsWith('-missing') ? 'missing' : 'present')),
    counts: [],
    notReached: ['exports'],
  });

/** The API services on top of those parts. */
const servicesOf = (
  parts: Parts,
  limits: HttpFixtureOptions['limits'],
  opened: AsyncDisposableStack,
): HttpApiServices => {
  const {
    database,
    traces,
    logger,
    metrics,
    identity,
    vault,
    eventStore,
    blobs,
    stored,
    readModels,
    secret,
    stopping,
    idempotency,
    tokens,
    answerFeed,
    settings,
    tools,
  } = parts;
  const logProof = openLogProofParts({ database, eventStore });
  return {
    answerFeed,
    fingerprint: createQuestionFingerprint(new Uint8Array(32)),
    commands: createCommandRegistry(
      stored.definitions.map(({ name }) => name),
      {
        findDocumentOfJob: async (jobId) =>
          (await getIndexingJob(await readModels.open('indexing-jobs'), jobId))?.docKey,
        tokenIssue: { ...testTokenIssue, applied: tokens.applied },
        breakGlass: {
          minutes: 60,
          findGrant: async (grantId) => getGrant(await readModels.open('break-glass'), grantId),
        },
        settings,
      },
    ),
    settings,
    listSources: listSources({
      configuration: { switchedOn: [], maxParallel: 5, limit: 10 },
      settings,
      health: unwatchedComponents,
    }),
    history: createLogConversationHistory({
      eventStore,
      cache: createMemoryCache({ onDestroyed: vault.onDestroyed }),
      onDestroyed: vault.onDestroyed,
    }),
    commandServices: {
      eventStore,
      blobs: createSealedBlobs({ blobs, vault }),
      identity,
      documentNames,
      phiDetector: patternDetector,
      toolCalls: {
        eventStore,
        identity,
        phiDetector: patternDetector,
        tools,
        rateLimiter: createMemoryRateLimiter(),
        clock: createLogClock(createDatabaseClock(database), systemClock),
        confirmationTime: 60_000,
        hanging: createUnresponsiveTools(),
      },
    },
    tools,
    hasher: nodeHasher,
    eventStore,
    logProofs: logProof.proofs,
    readWitnesses: async () => [],
    writeSealedExport: logProof.writeSealedExport,
    storedInstallation: openStoredInstallation({
      database,
      eventStore,
      blobs,
      keyRing: { held: [heldKey(new Uint8Array(32))] },
    }),
    readModels,
    pageImages: opened.use(createPageImages({ onDestroyed: vault.onDestroyed })),
    embeddingModels: [],
    reader: READER_VERSION,
    components: unwatchedComponents,
    alertChannels: [],
    projectionStatus: { list: async () => [], listCounted: async () => [] },
    listNodes: async () => ({ nodes: [], missing: [] }),
    doctor: { examine: async function* () {} },
    projectionVerifier: { names: [], verify: async function* () {} },
    indexChecker: { projection: 'search', check: async () => ({ generation: 1, questions: [] }) },
    search: fixedSearch,
    answerRerun: createAnswerRerun({
      eventStore,
      search: fixedSearch,
      hasher: nodeHasher,
      vocabulary: vocabularyWithoutCorpus(),
      languageModels: {},
      passages: { ofVersion: async () => [] },
    }),
    planErasure: planErasureOf(eventStore),
    ...callersOf(parts),
    rateLimiter: createMemoryRateLimiter(),
    refusals: createRefusalRecorder({ eventStore, identity, logger }),
    prove: createServerProof(secret),
    health: { list: async () => [{ component: 'log', healthy: true, critical: true }] },
    idempotency,
    logger,
    metrics,
    renderMetrics: metrics.render,
    traces,
    clock: systemClock,
    sharedClock: createDatabaseClock(database),
    identity,
    stopping: stopping.signal,
    limits: { ...defaultHttpLimits, ...limits },
    version: '0.0.0-test',
  };
};

/**
 * The HTTP side on a real port, on the embedded database: real log, encryption, commands, read models (folded when
 * opened) and tokens. Only the search index is a stand-in with one fixed passage.
 */
export const openHttpApi = async (options: HttpFixtureOptions = {}) => {
  await using opened = new AsyncDisposableStack();
  const parts = await openParts(options, opened);
  const { eventStore, identity, logger, secret, stopping } = parts;
  const services = servicesOf(parts, options.limits, opened);
  const used = { ...services, ...options.replace?.(services) };
  const app = createHttpApi(used);
  const server = await startHttpServer({
    app,
    host: '127.0.0.1',
    port: 0,
    logger,
    clock: systemClock,
    identity,
    stopping,
    stopTimeout: 2000,
  });
  opened.defer(() => used.refusals.close());
  opened.defer(() => server.stop());

  const tokenFor = (
    sub: string,
    roles: readonly Role[],
    claims: Record<string, unknown> = {},
  ): Promise<string> =>
    new SignJWT({ roles, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(secret);

  const resources = opened.move();
  return {
    url: server.url,
    port: server.port,
    server,
    services: used,
    eventStore,
    answerFeed: parts.answerFeed,
    identity,
    blobFolder: parts.folder,
    database: parts.database,
    logLines: parts.logLines,
    secret,
    tokenFor,
    ...createHttpClient(server.url),
    /** Appends events of the test. */
    record: (
      streamId: `${'query' | 'indexing' | 'access' | 'projection' | 'settings' | 'tool_call'}-${string}`,
      events: readonly Omit<NewEvent, 'id' | 'metadata'>[],
      subject?: string,
    ) =>
      eventStore.append(
        streamId,
        events.map((event) => ({
          ...event,
          id: identity.newId(),
          metadata: {
            correlationId: 'test',
            causationId: 'test',
            actor: { id: 'test', role: 'service' as const },
            phi: false,
            ...omitUndefined({ subject }),
          },
        })),
        'any',
      ),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
export type HttpFixture = Awaited<ReturnType<typeof openHttpApi>>;
