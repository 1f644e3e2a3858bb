import { askQuery } from '../../../commands/ask-query.ts';
import type { CommandDefinition } from '../../../commands/runtime/command-definition.ts';
import { startConversation } from '../../../commands/start-conversation.ts';
import { createQueryOrchestrator } from '../../../consumers/query-orchestrator/query-orchestrator.ts';
import type { ClinicalContext } from '../../../domain/consultation/clinical-context.ts';
import { clarificationAsked, queryAnswered } from '../../../domain/consultation/query-events.ts';
import type { EventOf } from '../../../domain/kernel/event-definition.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { vocabularyWithoutCorpus } from '../../../domain/retrieval/query/query-vocabulary.ts';
import { systemClock } from '../../../infra/installation/system-clock.ts';
import { patternDetector } from '../../../infra/models/phi-detection/pattern-detector.ts';
import { createEnglishDictionary } from '../../../infra/reading/language/english-dictionary.ts';
import { createInProcessComposer } from '../../../infra/search/answer-composing/in-process-composer.ts';
import { openCommandRuntime } from '../../support/command-runtime.ts';
import { plainOrchestratorServices } from '../../support/orchestrator-services.ts';
import { type SourceText, sourceText } from '../answers/source-text.ts';
import { readTrapDocument } from './read-trap-document.ts';
import { searchPassages } from './search-passages.ts';
import type { Trap } from './trap.ts';

/** The answer as recorded. */
export type TrapAnswer = EventOf<typeof queryAnswered>['data'];

/** A clarifying question as an answer without quotations. */
const asAnswer = ({
  queryId,
  question,
  options,
}: EventOf<typeof clarificationAsked>['data']): TrapAnswer => ({
  queryId,
  answer: [question, ...options.map(({ label }) => `- ${label}`)].join('\n'),
  citations: [],
  warnings: [],
  model: 'none',
  parameters: {},
  degraded: false,
});

/** Asks questions about documents in memory. */
type Desk = {
  /** Starts a conversation, about a patient if there is a clinical context. */
  readonly begin: (clinicalContext: ClinicalContext | undefined) => Promise<string>;
  readonly ask: (question: string, conversationId?: string) => Promise<TrapAnswer>;
};

const fence = { name: 'traps', fence: 1 };

/** Searches and answers questions like a server, with everything in memory. */
export const openDesk = (documents: ReadonlyMap<string, readonly Passage[]>): Desk => {
  const { run, eventStore, identity } = openCommandRuntime();
  const search = searchPassages(documents);
  const orchestrator = createQueryOrchestrator({
    ...plainOrchestratorServices,
    // The in-memory log stamps its first milliseconds: with the current time every deadline would have passed.
    clock: { ...systemClock, now: () => new Date(0).toISOString() },
    eventStore,
    identity,
    search,
    composer: createInProcessComposer(search),
    phiDetector: patternDetector,
    vocabulary: vocabularyWithoutCorpus(createEnglishDictionary()),
  });
  const send = async (definition: CommandDefinition, input: object) =>
    (await run({ definition, input: definition.input.parse(input) })).outcome;
  return {
    begin: async (clinicalContext) =>
      String((await send(startConversation, omitUndefined({ clinicalContext }))).ids.conversationId),
    ask: async (question, conversationId) => {
      const { streamId } = await send(askQuery, { question, ...omitUndefined({ conversationId }) });
      const event = eventStore.events.find((one) => one.streamId === streamId);
      if (!event) throw new Error('The question is not in the log.');
      await orchestrator.handle(event, {
        signal: new AbortController().signal,
        fence,
        attempt: 1,
        confirm: async () => {},
        progress: () => {},
        rest: () => {},
      });
      const dataOf = (type: string): unknown =>
        eventStore.events.find((one) => one.streamId === streamId && one.type === type)?.data;
      const askedBack = clarificationAsked.schema.optional().parse(dataOf(clarificationAsked.type));
      return askedBack === undefined
        ? queryAnswered.schema.parse(dataOf(queryAnswered.type))
        : asAnswer(askedBack);
    },
  };
};

/** The answer to a trap's question, with the full texts of its documents. */
type AnsweredTrap = {
  readonly answer: TrapAnswer;
  readonly sourceOf: (docKey: string) => SourceText;
};

/**
 * Asks a trap's question about its documents, which are read, cleaned and chunked as on a server, in a conversation
 * when it is about a patient or follows other questions.
 */
export const answerTrap = async ({
  documents,
  question,
  context,
  asked = [],
}: Trap): Promise<AnsweredTrap> => {
  const passages = new Map<string, readonly Passage[]>();
  for (const document of documents) {
    const read = await readTrapDocument(document);
    const [first] = read;
    if (!first) throw new Error(`${document.fileName} has no text.`);
    passages.set(first.docKey, read);
  }
  const desk = openDesk(passages);
  const isConversation = context !== undefined || asked.length > 0;
  const conversation = isConversation ? await desk.begin(context) : undefined;
  for (const earlier of asked) await desk.ask(earlier, conversation);
  const answer = await desk.ask(question, conversation);
  return { answer, sourceOf: (docKey) => sourceText(passages.get(docKey) ?? []) };
};
