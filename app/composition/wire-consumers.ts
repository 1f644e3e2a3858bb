import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { ToolCallServices } from '../../commands/runtime/tool-call-services.ts';
import { createAlertSender } from '../../consumers/alert-sender/alert-sender.ts';
import { pauseWhileDegraded } from '../../consumers/component-watch/pause-while-degraded.ts';
import { createEmbeddingChanger } from '../../consumers/embedding-changer/embedding-changer.ts';
import { createIndexingWorker } from '../../consumers/indexing-worker/indexing-worker.ts';
import { createActionReader } from '../../consumers/query-orchestrator/create-action-reader.ts';
import { createQuestionTools } from '../../consumers/query-orchestrator/create-question-tools.ts';
import { createQueryOrchestrator } from '../../consumers/query-orchestrator/query-orchestrator.ts';
import { createReindexer } from '../../consumers/reindexer/reindexer.ts';
import type { ConsumerDefinition } from '../../consumers/runner/consumer-definition.ts';
import { createSubjectEraser } from '../../consumers/subject-eraser/subject-eraser.ts';
import { createToolExecutor } from '../../consumers/tool-executor/tool-executor.ts';
import { verifyAnswer } from '../../domain/consultation/answering/verify-answer.ts';
import { classifyIntent } from '../../domain/consultation/intent/classify-intent.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { vocabularyWithoutCorpus } from '../../domain/retrieval/query/query-vocabulary.ts';
import { calculators } from '../../domain/tools/calculators/calculators.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { readTimes } from '../../infra/reading/language/chrono-time-reader.ts';
import { createTextExtractor } from '../../infra/reading/text-extraction/text-extractor.ts';
import { countCl100kTokens } from '../../infra/reading/text-extraction/token-counter.ts';
import { createTextProcessor } from '../../infra/reading/text-processing/create-text-processor.ts';
import { releaseFreeMemory } from '../../infra/resilience/worker-pool/release-free-memory.ts';
import { createAnswerComposer } from '../../infra/search/answer-composing/create-answer-composer.ts';
import type { LabelReader } from '../../infra/services/evidence-sources/openfda/label-reader.ts';
import type { PubmedClient } from '../../infra/services/evidence-sources/pubmed/pubmed-client.ts';
import { createDatabaseClock } from '../../infra/storage/database-clock.ts';
import { rewriteKeys } from '../../infra/storage/key-vault/rewrite-keys.ts';
import { createSubjectKeyState } from '../../infra/storage/key-vault/subject-key-state.ts';
import { createLogClock } from '../../infra/storage/log-clock.ts';
import { createReadingMarks } from '../../infra/storage/reading-marks.ts';
import type { AlertChannel } from '../../ports/alerts.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { ConversationHistory } from '../../ports/conversation-history.ts';
import type { CostLedger } from '../../ports/cost-ledger.ts';
import type { LanguageModels } from '../../ports/language-model.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { PhiDetector } from '../../ports/phi-detector.ts';
import type { SettingsReader } from '../../ports/settings-reader.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import type { DocumentReading } from '../application-options.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { unreachedPlacesOf } from '../erasure/places-not-reached.ts';
import { rewriteSearchTables } from '../erasure/rewrite-search-tables.ts';
import { subjectPurges } from '../erasure/subject-purges.ts';
import type { Storage } from './open-storage.ts';
import type { SearchParts } from './wire-search.ts';
import { wireSources } from './wire-sources.ts';

type ConsumerParts = {
  readonly configuration: Configuration;
  readonly storage: Storage;
  readonly searchParts: SearchParts;
  /** See `READER_VERSION`. */
  readonly reader: number;
  readonly commandServices: CommandServices;
  readonly toolCalls: ToolCallServices;
  /** Screens documents, where every finding counts regardless of the mode for questions. */
  readonly documentDetector: PhiDetector;
  readonly languageModels: LanguageModels;
  readonly costs: CostLedger;
  readonly settings: SettingsReader;
  readonly history: ConversationHistory;
  readonly metrics: Metrics;
  readonly alertChannels: readonly AlertChannel[];
  readonly health: ComponentMonitor;
  /** Reads drug labels from openFDA, if enabled. */
  readonly readLabels?: LabelReader;
  readonly pubmedClient?: PubmedClient | undefined;
  /** Opens what reads documents; worker processes by default. */
  readonly openDocumentReading?: () => DocumentReading;
};

const openReadingProcesses = (
  { indexingConcurrency }: Configuration,
  { dataDirectory }: Storage,
): DocumentReading => {
  const extractor = createTextExtractor({
    pagesFolder: join(dataDirectory.path, 'reading'),
    // At least two, so that a small file need not wait for a large one.
    workers: Math.max(2, Math.min(indexingConcurrency, availableParallelism())),
    onAllIdle: () => void releaseFreeMemory().catch(() => {}),
  });
  const textProcessor = createTextProcessor();
  return {
    extractor,
    textProcessor,
    close: async () => {
      await textProcessor.close();
      await extractor.close();
    },
  };
};

/** Whether no service that the search calls, now or after a change of model, is outside. */
const staysInside = (
  { qdrant }: Pick<Configuration, 'qdrant'>,
  { embedders, reranker }: Pick<SearchParts, 'embedders' | 'reranker'>,
): boolean =>
  embedders.all.every(({ model }) => !model.leavesThePremises) &&
  reranker?.model.leavesThePremises !== true &&
  qdrant?.leavesThePremises !== true;

/**
 * Wires the consumers of events: indexing, model changes, answering and others. Registers what reads files on `resources`.
 */
export const wireConsumers = (
  {
    configuration,
    storage,
    searchParts,
    reader,
    commandServices,
    toolCalls,
    documentDetector,
    languageModels,
    costs,
    settings,
    history,
    metrics,
    alertChannels,
    health,
    readLabels,
    pubmedClient,
    openDocumentReading = () => openReadingProcesses(configuration, storage),
  }: ConsumerParts,
  resources: AsyncDisposableStack,
): readonly ConsumerDefinition[] => {
  const { embedders, search, dictionary } = searchParts;
  const { timeZone } = configuration;
  const { database } = storage.connection;
  const { extractor, textProcessor, close } = openDocumentReading();
  resources.defer(close);
  const composer = resources.use(
    createAnswerComposer({
      wholeDocument: search.wholeDocument,
      onDestroyed: storage.vault.onDestroyed,
    }),
  );
  const vocabulary = vocabularyWithoutCorpus(dictionary);
  return [
    pauseWhileDegraded(
      createIndexingWorker(
        {
          ...commandServices,
          phiDetector: documentDetector,
          extractor,
          textProcessor,
          embedders,
          reader,
          readingMarks: createReadingMarks(database),
          metrics,
        },
        configuration.indexingConcurrency,
      ),
      health,
    ),
    pauseWhileDegraded(createEmbeddingChanger({ ...commandServices, embedders, metrics }), health),
    pauseWhileDegraded(createReindexer(commandServices), health),
    createQueryOrchestrator(
      {
        ...commandServices,
        search,
        searchStaysInside: staysInside(configuration, searchParts),
        tools: createQuestionTools(toolCalls, {
          timeZone,
          readAction: createActionReader({ readTimes, timeZone, calculators }),
        }),
        languageModels,
        settings,
        answerFeed: storage.answerFeed,
        history,
        composer,
        classify: classifyIntent,
        judge: verifyAnswer,
        health,
        costs,
        countTokens: countCl100kTokens,
        hasher: nodeHasher,
        fingerprint: storage.fingerprint,
        vocabulary,
        ...wireSources({
          configuration,
          storage,
          phiDetector: documentDetector,
          vocabulary,
          metrics,
          health,
          ...omitUndefined({ readLabels }),
          pubmedClient,
        }),
        metrics,
        clock: createLogClock(createDatabaseClock(database), systemClock),
        queryDeadline: configuration.queryDeadline,
      },
      configuration.queryConcurrency,
    ),
    createToolExecutor(toolCalls),
    ...alertChannels.map((channel) => createAlertSender(channel, { clock: systemClock, metrics })),
    createSubjectEraser({
      ...commandServices,
      vault: storage.vault,
      subjectKeyState: createSubjectKeyState(database, storage.installationSecret),
      files: storage.blobs,
      searchHas: async (position) => {
        await searchParts.readModels.locate(SEARCH_PROJECTION, position);
      },
      rewriteKeys: () => rewriteKeys(database),
      rewriteSearch: () => rewriteSearchTables(database),
      purges: subjectPurges({
        database,
        generations: storage.generations,
        projections: searchParts.projections,
      }),
      notReached: unreachedPlacesOf(database.kind),
      requestLifetime: configuration.erasureRequestLifetime,
    }),
  ];
};
