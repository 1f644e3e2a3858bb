import { askQuery } from '../../../commands/ask-query.ts';
import type { CommandDefinition } from '../../../commands/runtime/command-definition.ts';
import { startConversation } from '../../../commands/start-conversation.ts';
import { createQueryOrchestrator } from '../../../consumers/query-orchestrator/query-orchestrator.ts';
import { queryAnswered } from '../../../domain/consultation/query-events.ts';
import { defined } from '../../../domain/kernel/defined.ts';
import type { EventOf } from '../../../domain/kernel/event-definition.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { vocabularyWithoutCorpus } from '../../../domain/retrieval/query/query-vocabulary.ts';
import { nodeHasher } from '../../../infra/node-hasher.ts';
import { patternDetector } from '../../../infra/phi-detection/pattern-detector.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import { openCommandRuntime } from '../../support/command-runtime.ts';
import { type SourceText, sourceText } from '../answers/source-text.ts';
import { readTrapDocument } from './read-trap-document.ts';
import { searchPassages } from './search-passages.ts';
import type { Trap } from './trap.ts';

/** The answer as it is kept. */
export type TrapAnswer = EventOf<typeof queryAnswered>['data'];

/** The answer to a trap's question, with the whole texts of its documents. */
type AnsweredTrap = {
  readonly answer: TrapAnswer;
  readonly sourceOf: (docKey: string) => SourceText;
};

const fence = { name: 'traps', fence: 1 };

/**
 * Asks a trap's question about its documents, which are read, cleaned, chunked, searched and quoted as a server does,
 * in a conversation where it is about a patient or follows other questions. Everything is in memory.
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
  const { run, eventStore, identity } = openCommandRuntime();
  const orchestrator = createQueryOrchestrator({
    eventStore,
    identity,
    search: searchPassages(passages),
    hasher: nodeHasher,
    fingerprint: () => '0'.repeat(32),
    phiDetector: patternDetector,
    vocabulary: vocabularyWithoutCorpus(),
    metrics: silentMetrics,
  });
  const send = async (definition: CommandDefinition, input: object) =>
    (await run({ definition, input: definition.input.parse(input) })).outcome;
  const ask = async (text: string, conversationId: unknown): Promise<TrapAnswer> => {
    const { streamId } = await send(askQuery, { question: text, ...defined({ conversationId }) });
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
    const answered = eventStore.events.find(
      (one) => one.streamId === streamId && one.type === queryAnswered.type,
    );
    return queryAnswered.schema.parse(answered?.data);
  };
  const isConversation = context !== undefined || asked.length > 0;
  const begun = isConversation
    ? await send(startConversation, defined({ clinicalContext: context }))
    : undefined;
  for (const earlier of asked) await ask(earlier, begun?.ids.conversationId);
  const answer = await ask(question, begun?.ids.conversationId);
  return { answer, sourceOf: (docKey) => sourceText(passages.get(docKey) ?? []) };
};
