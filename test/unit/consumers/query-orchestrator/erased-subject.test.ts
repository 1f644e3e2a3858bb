import { expect, it } from 'vitest';
import { askQuery } from '../../../../commands/ask-query.ts';
import { createQueryOrchestrator } from '../../../../consumers/query-orchestrator/query-orchestrator.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { patternDetector } from '../../../../infra/models/phi-detection/pattern-detector.ts';
import { createInProcessComposer } from '../../../../infra/search/answer-composing/in-process-composer.ts';
import { subjectErased } from '../../../../infra/storage/event-serialization/subject-erased.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
import { openCommandRuntime } from '../../../support/command-runtime.ts';
import { plainOrchestratorServices } from '../../../support/orchestrator-services.ts';
import { testDelivery } from '../../../support/tool-calls.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';

/** Sealed events: the log accepts none of them after the key of their subject is destroyed. */
it.each(['SourcesSearched', 'QueryAnswered'])(
  'a question whose subject is erased before its %s is recorded ends with the reason',
  async (type) => {
    const { run, eventStore, identity } = openCommandRuntime();
    const erasing: EventStore = {
      ...eventStore,
      append: async (streamId, events, ...more) => {
        if (events.some((event) => event.type === type)) throw subjectErased(type);
        return eventStore.append(streamId, events, ...more);
      },
    };
    const orchestrator = createQueryOrchestrator({
      ...plainOrchestratorServices,
      eventStore: erasing,
      identity,
      search: {
        search: async ({ query, filters }) => ({
          results: [],
          interpretation: interpretQuery(query, emptyVocabulary),
          filters,
          sources: [],
          warnings: [],
          cached: false,
          milliseconds: 1,
          index: { generation: 1, position: 1, model: 'none' },
        }),
        wholeDocument: async () => [],
      },
      composer: createInProcessComposer({ wholeDocument: async () => [] }),
      phiDetector: patternDetector,
      vocabulary: emptyVocabulary,
    });
    const { outcome } = await run({
      definition: askQuery,
      input: askQuery.input.parse({ question: 'naloxone dose', subject: 'patient-4711' }),
    });
    const inStream = () => eventStore.events.filter(({ streamId }) => streamId === outcome.streamId);
    const [asked] = inStream();
    if (!asked) throw new Error('The question is not in the log.');
    await orchestrator.handle(asked, testDelivery(new AbortController().signal, 1));
    expect(inStream().at(-1)).toMatchObject({
      type: 'QueryFailed',
      data: { component: 'erasure', reason: 'rule_violated' },
    });
    // A redelivered event finds the question ended.
    const before = inStream().length;
    await orchestrator.handle(asked, testDelivery(new AbortController().signal, 2));
    expect(inStream()).toHaveLength(before);
  },
);
