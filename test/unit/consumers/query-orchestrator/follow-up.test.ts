import { describe, expect, it } from 'vitest';
import { askQuery } from '../../../../commands/ask-query.ts';
import type { CommandDefinition } from '../../../../commands/runtime/command-definition.ts';
import { startConversation } from '../../../../commands/start-conversation.ts';
import { createQueryOrchestrator } from '../../../../consumers/query-orchestrator/query-orchestrator.ts';
import {
  clarificationAsked,
  phiScreened,
  queryAnswered,
  sourcesSearched,
} from '../../../../domain/consultation/query-events.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { patternDetector } from '../../../../infra/models/phi-detection/pattern-detector.ts';
import { createInProcessComposer } from '../../../../infra/search/answer-composing/in-process-composer.ts';
import type { SearchRequest } from '../../../../ports/knowledge-search.ts';
import { openCommandRuntime } from '../../../support/command-runtime.ts';
import { plainOrchestratorServices } from '../../../support/orchestrator-services.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';

/** A conversation whose questions are searched without documents, and the recorded search queries. */
const converse = async () => {
  const { run, eventStore, identity } = openCommandRuntime();
  const requests: SearchRequest[] = [];
  const orchestrator = createQueryOrchestrator({
    ...plainOrchestratorServices,
    eventStore,
    identity,
    search: {
      search: async (request) => {
        requests.push(request);
        return {
          results: [],
          interpretation: interpretQuery(request.query, emptyVocabulary),
          filters: request.filters,
          sources: [],
          warnings: [],
          cached: false,
          milliseconds: 1,
          index: { generation: 1, position: 1, model: 'none' },
        };
      },
      wholeDocument: async () => [],
    },
    composer: createInProcessComposer({ wholeDocument: async () => [] }),
    phiDetector: patternDetector,
    vocabulary: emptyVocabulary,
  });
  const send = async (definition: CommandDefinition, input: object) =>
    (await run({ definition, input: definition.input.parse(input) })).outcome;
  const { ids } = await send(startConversation, {});
  const ask = async (question: string) => {
    const { streamId } = await send(askQuery, { question, conversationId: ids.conversationId });
    const [asked] = eventStore.events.filter((event) => event.streamId === streamId);
    if (!asked) throw new Error('The question is not in the log.');
    await orchestrator.handle(asked, {
      signal: new AbortController().signal,
      fence: { name: 'follow-up', fence: 1 },
      attempt: 1,
      confirm: async () => {},
      progress: () => {},
      rest: () => {},
    });
    const find = (type: string) =>
      eventStore.events.find((event) => event.streamId === streamId && event.type === type);
    return {
      asked,
      screened: phiScreened.schema.parse(find(phiScreened.type)?.data),
      searched: sourcesSearched.schema.parse(find(sourcesSearched.type)?.data),
      answered: queryAnswered.schema.optional().parse(find(queryAnswered.type)?.data),
      askedBack: clarificationAsked.schema.optional().parse(find(clarificationAsked.type)?.data),
      request: requests.at(-1),
    };
  };
  return { ask, eventStore };
};

describe('a question that depends on the previous one in its conversation', () => {
  it('is searched, recorded and answered in its standalone form', async () => {
    const { ask } = await converse();
    await ask('naloxone dose');
    const { request, searched, answered } = await ask('max total');
    expect(request?.query).toBe('naloxone dose, max total');
    expect(searched.interpretation.readAs).toBe('naloxone dose, max total');
    expect(answered?.answer).toContain('Read as: naloxone dose, max total.');
  });

  it('holds PHI when the previous one does, and its events record that', async () => {
    const { ask } = await converse();
    const first = await ask('naloxone dose for John Smith, MRN 12345678');
    expect(first.asked.metadata.phi).toBe(true);
    const { asked, screened, request } = await ask('max total');
    expect(asked.metadata.phi).toBe(true);
    expect(screened.detected).toBe(true);
    expect(request?.phi).toBe(true);
  });

  it('is searched unchanged when it is self-contained, even after one with PHI', async () => {
    const { ask } = await converse();
    await ask('naloxone dose for John Smith, MRN 12345678');
    const { request, searched } = await ask('adenosine dose for svt');
    expect(request).toMatchObject({ query: 'adenosine dose for svt', phi: false });
    expect(searched.interpretation.readAs).toBeUndefined();
  });

  it('is answered with a clarifying question and its options when the reference is unclear', async () => {
    const { ask } = await converse();
    await ask('adenosine or diltiazem for svt');
    const { searched, answered, askedBack } = await ask('max dose?');
    expect(searched.interpretation.couldMean).toEqual(['adenosine', 'diltiazem']);
    expect(askedBack?.options.map(({ readAs }) => readAs)).toEqual([
      'adenosine, max dose?',
      'diltiazem, max dose?',
    ]);
    expect(answered).toBeUndefined();
  });

  it('takes nothing from other conversations, and appears in its own once', async () => {
    const { ask, eventStore } = await converse();
    await ask('naloxone dose');
    const other = await converse();
    expect((await other.ask('max total')).searched.interpretation.couldMean).toEqual([]);
    expect(
      eventStore.events.map(({ type }) => type).filter((type) => type === 'ConversationContinued'),
    ).toHaveLength(1);
  });
});
