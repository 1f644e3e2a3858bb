import { askQuery } from '../../commands/ask-query.ts';
import type { CommandDefinition } from '../../commands/runtime/command-definition.ts';
import type { OrchestratorServices } from '../../consumers/query-orchestrator/orchestrator-services.ts';
import { createQueryOrchestrator } from '../../consumers/query-orchestrator/query-orchestrator.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { interpretQuery } from '../../domain/retrieval/query/interpret-query.ts';
import { toolCallEndTypes } from '../../domain/tools/tool-call-state.ts';
import { createOpenAiLanguageModel } from '../../infra/models/language-models/openai-language-model.ts';
import { patternDetector } from '../../infra/models/phi-detection/pattern-detector.ts';
import { createInProcessComposer } from '../../infra/search/answer-composing/in-process-composer.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { KnowledgeSearch } from '../../ports/knowledge-search.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import { openCommandRuntime } from './command-runtime.ts';
import { fixedSearch } from './fixed-search.ts';
import type { OpenAiServer } from './openai-server.ts';
import { plainOrchestratorServices } from './orchestrator-services.ts';
import { scriptedTools } from './question-tools.ts';
import { emptyVocabulary } from './vocabulary.ts';

const ALLERGY =
  'Anaphylaxis in adults: give epinephrine 0.3 mg IM into the thigh. The maximum dose is 0.5 mg. Observe the patient for 4 hours.';

type FoundPassage = Awaited<ReturnType<KnowledgeSearch['search']>>['results'][number]['passage'];

/** A search that always finds one document about anaphylaxis, and interprets questions with the terminology alone. */
export const allergySearch = (changes: Partial<FoundPassage> = {}): KnowledgeSearch => ({
  ...fixedSearch,
  search: async (request) => {
    const found = await fixedSearch.search(request);
    return {
      ...found,
      interpretation: interpretQuery(request.query, emptyVocabulary),
      results: found.results.map((result) => ({
        ...result,
        passage: { ...result.passage, text: ALLERGY, sectionPath: ['Treatment'], ...changes },
      })),
    };
  },
});

/** A model on a server of the test. */
export const modelAt = (server: OpenAiServer, where: 'local' | 'cloud'): LanguageModel =>
  createOpenAiLanguageModel({
    baseUrl: server.baseUrl,
    model: `${where}-model`,
    where,
    dialect: 'compatible',
    takesTemperature: true,
    contextTokens: 16_000,
    timeLimits: { firstToken: 60_000, betweenTokens: 60_000 },
    metrics: silentMetrics,
    usdPerMillionTokens: where === 'cloud' ? { prompt: 1, completion: 2 } : { prompt: 0, completion: 0 },
  });

/** Asks the orchestrator questions, with everything in memory except the models. The clock is fixed. */
export const openConsultation = (
  overrides: Partial<OrchestratorServices> = {},
  /** Wraps the log of the orchestrator, for example to make it fail at a given moment. */
  wrapLog: (eventStore: EventStore) => EventStore = (eventStore) => eventStore,
  /** The outcomes of tool calls; there are no tools when absent. */
  toolScript?: Parameters<typeof scriptedTools>[1],
) => {
  const { run, callerOf, eventStore, identity } = openCommandRuntime();
  const search = overrides.search ?? allergySearch();
  const scripted = toolScript && scriptedTools({ eventStore, identity }, toolScript);
  const services: OrchestratorServices = {
    ...plainOrchestratorServices,
    clock: { now: () => new Date(0).toISOString(), elapsed: () => performance.now() },
    eventStore: wrapLog(eventStore),
    identity,
    phiDetector: patternDetector,
    search,
    composer: createInProcessComposer(search),
    vocabulary: emptyVocabulary,
    ...(scripted ? { tools: scripted.tools } : {}),
    ...overrides,
  };
  const orchestrator = createQueryOrchestrator(services);
  const send = async (definition: CommandDefinition, input: object, person = 'dora') =>
    (await run({ definition, input: definition.input.parse(input), caller: callerOf(person) })).outcome;
  const handle = (event: RecordedEvent, signal: AbortSignal, attempt: number): Promise<void> =>
    orchestrator.handle(event, {
      signal,
      fence: { name: 'test', fence: 1 },
      attempt,
      confirm: async () => {},
      progress: () => {},
      rest: () => {},
    });
  const ask = async (question: string, more: object = {}) => {
    const { streamId, ids } = await send(askQuery, { question, ...more });
    const events = (): readonly RecordedEvent[] =>
      eventStore.events.filter((event) => event.streamId === streamId);
    const last = (type: string): Record<string, unknown> | undefined => {
      const found = events().findLast((event) => event.type === type);
      return found && Object(found.data);
    };
    /** Delivers the event that began the last round. */
    const deliver = async (signal = new AbortController().signal, attempt = 1): Promise<void> => {
      const began = events().findLast(
        ({ type }) => type === 'QueryAsked' || type === 'ClarificationAnswered',
      );
      if (!began) throw new Error('The question is not in the log.');
      await handle(began, signal, attempt);
    };
    let delivered = 0;
    /** Delivers each tool outcome once, until there are no more. */
    const deliverTools = async (signal = new AbortController().signal): Promise<void> => {
      for (;;) {
        const next = eventStore.events.find(
          ({ position, type }) => position > delivered && toolCallEndTypes.includes(type),
        );
        if (!next) return;
        await handle(next, signal, 1);
        delivered = next.position;
      }
    };
    return {
      queryId: String(ids.queryId),
      streamId,
      deliver,
      deliverTools,
      /** Delivers one event of the log. */
      handle: (event: RecordedEvent, attempt = 1) => handle(event, new AbortController().signal, attempt),
      events,
      types: (): readonly string[] => events().map(({ type }) => type),
      last,
    };
  };
  return { ask, send, eventStore, services, scripted };
};
