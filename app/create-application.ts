import { createLogConversationHistory } from '../commands/histories/conversation-history.ts';
import { createRebuildHistory } from '../commands/histories/rebuild-history.ts';
import type { CommandServices } from '../commands/runtime/command-definition.ts';
import { recordCostLimit } from '../consumers/cost-watch/record-cost-limit.ts';
import { RELAY } from '../consumers/relay/run-relay.ts';
import { TIMER_SCHEDULER } from '../consumers/timers/run-timer-scheduler.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { READER_VERSION } from '../domain/knowledge/reader-version.ts';
import { plainGround } from '../domain/operations/consultation-settings.ts';
import { partitionNames } from '../domain/operations/consumer-partitions.ts';
import { createFollowerRegistry } from '../followers/follower-registry.ts';
import { createSharedRate } from '../infra/cluster/rate-limiter/shared-rate.ts';
import type { DataDirectory } from '../infra/installation/data-directory/open-data-directory.ts';
import { createIdentitySource } from '../infra/installation/identity-source.ts';
import { nodeHasher } from '../infra/installation/node-hasher.ts';
import { systemClock } from '../infra/installation/system-clock.ts';
import { createLanguageModels } from '../infra/models/language-models/create-language-models.ts';
import { createPhiDetector } from '../infra/models/phi-detection/create-phi-detector.ts';
import { rememberScreenings } from '../infra/models/phi-detection/remember-screenings.ts';
import { screenForMode } from '../infra/models/phi-detection/screen-for-mode.ts';
import { followCosts } from '../infra/observability/costs/follow-costs.ts';
import { createLogger } from '../infra/observability/create-logger.ts';
import { createPrometheusMetrics } from '../infra/observability/prometheus-metrics.ts';
import { traceModels } from '../infra/observability/spans/trace-models.ts';
import { traceStorage } from '../infra/observability/spans/trace-storage.ts';
import { traceTools } from '../infra/observability/spans/trace-tools.ts';
import { createTraceScope } from '../infra/observability/trace-context.ts';
import { createEnglishDictionary } from '../infra/reading/language/english-dictionary.ts';
import { createComponentMonitor } from '../infra/resilience/create-component-monitor.ts';
import { waitAtMost } from '../infra/resilience/wait-at-most.ts';
import type { VectorBackend } from '../infra/search/vector-index/vector-index-by-generation.ts';
import { createAlertChannels } from '../infra/services/alerts/create-alert-channels.ts';
import { configuredSources } from '../infra/services/evidence-sources/configured-sources.ts';
import { createLabelReader } from '../infra/services/evidence-sources/openfda/label-reader.ts';
import { createPubmedClient } from '../infra/services/evidence-sources/pubmed/pubmed-client.ts';
import { createMemoryCache } from '../infra/storage/cache/memory-cache.ts';
import { createSubjectKeyState } from '../infra/storage/key-vault/subject-key-state.ts';
import { followSettings } from '../infra/storage/settings/follow-settings.ts';
import type { Database } from '../ports/database.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { LanguageModels } from '../ports/language-model.ts';
import type { Logger } from '../ports/logger.ts';
import { dutiesOf, type NodeRole } from '../ports/nodes.ts';
import type { PhiDetector } from '../ports/phi-detector.ts';
import type { RowSealer } from '../ports/row-sealer.ts';
import type { SpanRecorder } from '../ports/span.ts';
import type { RegisteredTool } from '../ports/tool.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { HttpApiServices } from '../read-api/http-api-services.ts';
import { openNodes } from './composition/open-nodes.ts';
import { openRateLimiter, openRedis } from './composition/open-redis.ts';
import { openStorage } from './composition/open-storage.ts';
import { openTraces } from './composition/open-traces.ts';
import { runFollowers } from './composition/run-followers.ts';
import { openSharedCaches } from './composition/shared-caches.ts';
import { wireConsumers } from './composition/wire-consumers.ts';
import { wireHttp } from './composition/wire-http.ts';
import { wireOperations } from './composition/wire-operations.ts';
import { wireSearch } from './composition/wire-search.ts';
import { wireToolCalls } from './composition/wire-tool-calls.ts';
import { wireTools } from './composition/wire-tools.ts';
import type { Configuration } from './configuration/configuration.ts';
import { warnOfMissingModel } from './start-checks/warn-of-missing-model.ts';

export type ApplicationOptions = {
  readonly configuration: Configuration;
  readonly version: string;
  /** Replaces parts, for tests that break them. */
  readonly replace?: {
    readonly embedder?: Embedder;
    /** Further embedders that can be chosen. */
    readonly otherEmbedders?: readonly Embedder[];
    readonly logger?: Logger;
    /** Which reader the files that are read are said to be read by. */
    readonly reader?: number;
    readonly phiDetector?: PhiDetector;
    readonly languageModels?: LanguageModels;
    /** Further tools. */
    readonly tools?: readonly RegisteredTool[];
    /** Milliseconds that a person has to confirm the call of a tool. */
    readonly confirmationTime?: number;
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
  /** What should be done about where the master key lies, if anything. */
  readonly masterKeyAdvice: string | undefined;
  readonly sealer: RowSealer;
  /** Starts projections and consumers. */
  readonly start: () => void;
  /** Abort it when the end is near: open streams end and readiness turns to no; work goes on. */
  readonly stopAnnounced: AbortController;
  /** Stops them, lets writes finish and closes everything. Harmless when repeated. */
  readonly stop: () => Promise<void>;
};

/** At a stop: milliseconds for projections and consumers to come to rest, and for connections to a server to close. */
const FOLLOWERS_STOP_MS = 3_000;
const CLOSE_MS = 2_500;

/** Whether nodes of a role search: for whoever asks them, or to answer questions. */
const isAsked = (role: NodeRole): boolean => {
  const { serves, consumes } = dutiesOf(role);
  return serves || consumes;
};

/** Opens everything that the configuration names and wires it, room by room. */
export const createApplication = async (options: ApplicationOptions): Promise<Application> => {
  const { configuration, version, replace } = options;
  await using opened = new AsyncDisposableStack();
  let recorder: SpanRecorder | undefined;
  const traces = createTraceScope(() => recorder);
  const logger = replace?.logger ?? createLogger({ level: configuration.logLevel, traces });
  const metrics = createPrometheusMetrics({ logger, processMetrics: true });
  const health = createComponentMonitor({ clock: systemClock, metrics, logger });
  const identity = createIdentitySource();
  const followerRegistry = createFollowerRegistry();

  recorder = await openTraces(configuration.otlp, { version, metrics, logger, traces }, opened);
  const redis = await openRedis(configuration.redis, { logger, metrics, health }, opened);
  const untraced = await openStorage({ configuration, redis, logger, metrics }, opened);
  const storage = recorder ? traceStorage(untraced, traces) : untraced;
  const rateLimiter = openRateLimiter(redis, storage.masterKey, metrics);
  const { eventStore, sealedBlobs: blobs, states, dataDirectory } = storage;
  const { database } = storage.connection;
  const following = new AbortController();
  opened.defer(() => following.abort());
  const settings = await followSettings(
    {
      eventStore,
      logger,
      ground: {
        environment: configuration.consultation,
        configured: {
          ...plainGround.configured,
          sources: [...plainGround.configured.sources, ...configuredSources(configuration.sources)],
          localModel: configuration.llm.local !== undefined,
          cloudModel: configuration.llm.cloud !== undefined,
        },
      },
    },
    following.signal,
  );
  const costs = await followCosts(
    {
      eventStore,
      settings,
      clock: systemClock,
      logger,
      metrics,
      onLimit: (reached) => recordCostLimit(reached, commandServices),
    },
    following.signal,
  );
  const detector =
    replace?.phiDetector ??
    (await createPhiDetector(configuration.phi, {
      modelsDir: configuration.modelsDir,
      logger,
      metrics,
      health,
    }));
  const commandServices: CommandServices = {
    eventStore,
    phiDetector: screenForMode(
      rememberScreenings(detector, nodeHasher),
      () => settings.current().phiDetection,
    ),
    blobs,
    identity,
    documentNames: { hash: storage.nameHash, dictionary: createEnglishDictionary() },
    states,
    subjectKeyState: createSubjectKeyState(database, storage.masterKey),
  };
  const models =
    replace?.languageModels ?? createLanguageModels(configuration.llm, { metrics, health, logger, settings });
  const languageModels = recorder ? traceModels(models, traces) : models;
  const history = createLogConversationHistory({
    eventStore,
    states,
    cache: createMemoryCache({ onDestroyed: storage.vault.onDestroyed }),
    shared: openSharedCaches(redis, storage.masterKey, storage.sealer),
    onDestroyed: storage.vault.onDestroyed,
  });
  opened.defer(() => history.close());
  const alertChannels = createAlertChannels(configuration.alerts, { metrics });
  const rebuilds = createRebuildHistory(commandServices);
  const common = {
    configuration,
    version,
    storage,
    commandServices,
    followerRegistry,
    logger,
    metrics,
    health,
  };

  const { openfda, pubmed } = configuration.sources;
  // One each for answers and tools: the rate that openFDA and PubMed allow is theirs together.
  const sharedRate = (service: string) => redis && createSharedRate(rateLimiter, service);
  const askedByBoth = omitUndefined({
    readLabels: openfda && createLabelReader({ ...openfda, metrics, together: sharedRate('openfda') }),
    pubmedClient: pubmed && createPubmedClient({ ...pubmed, metrics, together: sharedRate('ncbi') }),
  });
  const searchParts = await wireSearch(
    { ...common, settings, ...omitUndefined({ replace, traces: recorder && traces }) },
    opened,
  );
  const { role } = configuration;
  const nodes = openNodes({ storage, role, version, logger });
  const untracedTools = wireTools(
    {
      ...common,
      searchParts,
      search: searchParts.search,
      languageModels,
      ...askedByBoth,
      webRate: sharedRate('brave'),
      ...omitUndefined({ furtherTools: replace?.tools }),
    },
    opened,
  );
  const tools = recorder ? traceTools(untracedTools, traces) : untracedTools;
  const toolCalls = wireToolCalls(
    tools,
    { ...commandServices, rateLimiter },
    database,
    replace?.confirmationTime,
  );
  const reader = replace?.reader ?? READER_VERSION;
  const consumers = wireConsumers(
    {
      ...common,
      toolCalls,
      documentDetector: detector,
      searchParts,
      reader,
      languageModels,
      costs,
      settings,
      history,
      alertChannels,
      ...askedByBoth,
    },
    opened,
  );
  let isWorking = false;
  const operations = wireOperations({
    ...common,
    searchParts,
    rebuilds,
    listNodes: nodes.list,
    consumers: [
      ...consumers.map(({ name }) => ({ name, shares: partitionNames(name) })),
      { name: TIMER_SCHEDULER, shares: [TIMER_SCHEDULER] },
      ...(storage.kafka ? [{ name: RELAY, shares: [RELAY] }] : []),
    ],
    isWorking: () => isWorking,
  });
  const stopAnnounced = new AbortController();
  const http = wireHttp(
    {
      ...common,
      commandServices: { ...commandServices, toolCalls },
      ...operations,
      listNodes: nodes.list,
      alertChannels,
      searchParts,
      reader,
      settings,
      history,
      rateLimiter,
      languageModels,
      tools,
      traces,
      isTraced: recorder !== undefined,
      identity,
      stopping: stopAnnounced.signal,
    },
    opened,
  );

  // Before the log closes.
  opened.defer(() => http.refusals.close());

  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | undefined;
  const resources = opened.move();
  const stop = async (): Promise<void> => {
    stopAnnounced.abort();
    stopping.abort();
    if (!(await waitAtMost(FOLLOWERS_STOP_MS, running)))
      logger.warn({}, 'Work behind was left to another process at shutdown.');
    const disposed = resources.disposeAsync();
    // A server that does not answer holds nobody up; the embedded database must have written what it has.
    if (database.kind === 'embedded') await disposed;
    else await waitAtMost(CLOSE_MS, disposed);
  };
  return {
    http,
    dataDirectory,
    logger,
    database,
    vectorBackend: searchParts.vectorBackend,
    vectors: searchParts.vectors,
    embedders: searchParts.embedders,
    masterKeyAdvice: storage.masterKeyAdvice,
    sealer: storage.sealer,
    start: () => {
      isWorking = true;
      warnOfMissingModel({ ...searchParts.embedders, commandServices, logger }).catch(() => {});
      operations.projectionVerifier
        .dropLeft()
        .catch(() => logger.warn({}, 'What a broken-off verification has left could not be dropped yet.'));
      // Nodes that keep read models current are asked nothing: what searches need they load if one comes all the same.
      if (isAsked(role))
        searchParts.search
          .warm()
          .catch(() => logger.warn({}, 'The search index could not be loaded ahead of the first question.'));
      running = runFollowers(
        { ...common, nodes, role, alertChannels, searchParts, consumers, rebuilds, traces },
        stopping.signal,
      );
    },
    stopAnnounced,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
