import { describe, expect, it } from 'vitest';
import { createLogConversationHistory } from '../../../../commands/histories/conversation-history.ts';
import type { AnyEvent } from '../../../../domain/all-events.ts';
import { streamIdOf } from '../../../../domain/kernel/identifiers.ts';
import { createMemoryCache } from '../../../../infra/storage/cache/memory-cache.ts';
import { createInMemoryEventStore } from '../../../support/in-memory-event-store.ts';
import { uuidOf } from '../../../support/recorded-history.ts';

const conversationId = uuidOf(900);

const open = (inProcess = true) => {
  const log = createInMemoryEventStore();
  const listeners = new Set<() => void>();
  const onDestroyed = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const memory = createMemoryCache({ onDestroyed });
  const kept: string[] = [];
  const read: string[] = [];
  let whileReading: (() => void) | undefined;
  let ids = 0;
  const append = (streamId: Parameters<typeof log.append>[0], event: AnyEvent) => {
    ids += 1;
    return log.append(
      streamId,
      [
        {
          ...event,
          id: uuidOf(ids),
          metadata: {
            correlationId: 'c',
            causationId: 'c',
            actor: { id: 'ada', role: 'clinician' },
            phi: false,
          },
        },
      ],
      'any',
    );
  };
  const inQuery = (queryId: string, event: AnyEvent) => append(streamIdOf('query', queryId), event);
  return {
    read,
    kept,
    destroyAKey: () => {
      for (const listener of listeners) listener();
    },
    onceWhileReading: (work: () => void) => {
      whileReading = work;
    },
    history: createLogConversationHistory({
      eventStore: {
        ...log,
        readStream: async function* (streamId, options) {
          read.push(streamId);
          yield* log.readStream(streamId, options);
          if (!streamId.startsWith('query-')) return;
          whileReading?.();
          whileReading = undefined;
        },
      },
      cache: {
        ...memory,
        staysInProcess: inProcess,
        set: (key, value, ttl) => {
          kept.push(key);
          return memory.set(key, value, ttl);
        },
      },
      onDestroyed,
    }),
    start: () =>
      append(streamIdOf('conversation', conversationId), {
        type: 'ConversationStarted',
        data: { conversationId },
      }),
    ask: async (n: number, question = `question ${n}`) => {
      const queryId = uuidOf(1000 + n);
      await append(streamIdOf('conversation', conversationId), {
        type: 'ConversationContinued',
        data: { conversationId, queryId, question, phi: false },
      });
      await inQuery(queryId, {
        type: 'QueryAsked',
        data: { queryId, conversationId, question, filters: {}, limit: 5 },
      });
      return queryId;
    },
    inQuery,
    answer: (queryId: string, answer: string) =>
      inQuery(queryId, {
        type: 'QueryAnswered',
        data: {
          queryId,
          answer,
          citations: [],
          warnings: [],
          model: 'extractive',
          parameters: {},
          degraded: false,
        },
      }),
  };
};

/** Questions 1 to `count`, each answered. */
const talk = async (count: number, inProcess = true) => {
  const opened = open(inProcess);
  await opened.start();
  const queries: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    const queryId = await opened.ask(n);
    await opened.answer(queryId, `answer ${n}`);
    queries.push(queryId);
  }
  return { ...opened, queries };
};

describe('the history of a conversation', () => {
  it('contains the last exchanges before a question, oldest first', async () => {
    const { history, queries } = await talk(8);
    const said = async (n: number, limit: number) =>
      (await history.lastExchanges(conversationId, queries[n - 1] ?? '', limit)).map(
        ({ question, answer }) => `${question}: ${answer}`,
      );
    expect(await said(8, 2)).toEqual(['question 6: answer 6', 'question 7: answer 7']);
    expect(await said(3, 5)).toEqual(['question 1: answer 1', 'question 2: answer 2']);
    expect(await said(1, 5)).toEqual([]);
    expect(await history.lastExchanges(conversationId, uuidOf(1), 5)).toEqual([]);
    expect(await history.lastExchanges(uuidOf(2), queries[0] ?? '', 5)).toEqual([]);
  });

  it('finds them even after many later questions', async () => {
    const { history, queries } = await talk(20);
    const found = await history.lastExchanges(conversationId, queries[2] ?? '', 5);
    expect(found.map(({ question }) => question)).toEqual(['question 1', 'question 2']);
  });

  it('omits a question until it has an answer', async () => {
    const { history, ask, answer } = await talk(1);
    const second = await ask(2);
    const third = await ask(3);
    const questions = async () =>
      (await history.lastExchanges(conversationId, third, 5)).map(({ question }) => question);
    expect(await questions()).toEqual(['question 1']);
    await answer(second, 'late');
    expect(await questions()).toEqual(['question 1', 'question 2']);
  });

  it('reads a clarified question in its resolved meaning, with the whole dialogue', async () => {
    const { history, ask, answer, inQuery } = await talk(0);
    const queryId = await ask(1, 'insulin?');
    await inQuery(queryId, {
      type: 'ClarificationAsked',
      data: {
        queryId,
        question: 'Which diabetes?',
        options: [
          { id: 'a', label: 'Type 1', readAs: 'insulin in type 1 diabetes' },
          { id: 'b', label: 'Type 2', readAs: 'insulin in type 2 diabetes' },
        ],
        because: 'ambiguous_term',
      },
    });
    await inQuery(queryId, {
      type: 'ClarificationAnswered',
      data: { queryId, option: 'a', readAs: 'insulin in type 1 diabetes' },
    });
    await answer(queryId, 'Basal and bolus.');
    const next = await ask(2);
    expect(await history.lastExchanges(conversationId, next, 5)).toEqual([
      {
        queryId,
        question: 'insulin in type 1 diabetes',
        answer: 'Basal and bolus.',
        phi: false,
        people: ['ada'],
      },
    ]);
    const { messages } = await history.lastMessages(conversationId, 10);
    expect(messages.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: insulin?',
      'assistant: Which diabetes?',
      'user: insulin in type 1 diabetes',
      'assistant: Basal and bolus.',
      'user: question 2',
    ]);
  });

  it('has the last ten messages, and reports PHI in them', async () => {
    const { history } = await talk(7);
    const { messages, phi } = await history.lastMessages(conversationId, 10);
    expect(messages.map(({ text }) => text)).toEqual(
      [3, 4, 5, 6, 7].flatMap((n) => [`question ${n}`, `answer ${n}`]),
    );
    expect(phi).toBe(false);
    const fresh = await talk(1);
    await fresh.inQuery(fresh.queries[0] ?? '', {
      type: 'PhiScreened',
      data: { queryId: fresh.queries[0] ?? '', detected: true, kinds: ['name'], detector: 'rules' },
    });
    expect((await fresh.history.lastMessages(conversationId, 10)).phi).toBe(true);
  });

  it('reads an answered question once', async () => {
    const { history, queries, read } = await talk(4);
    await history.lastMessages(conversationId, 10);
    read.length = 0;
    expect(await history.lastExchanges(conversationId, queries[3] ?? '', 3)).toHaveLength(3);
    expect(read.filter((streamId) => streamId.startsWith('query-'))).toEqual([]);
  });

  it('forgets everything when a key is destroyed, including reads in progress', async () => {
    const { history, queries, read, destroyAKey, onceWhileReading, kept } = await talk(2);
    await history.lastMessages(conversationId, 10);
    destroyAKey();
    read.length = 0;
    kept.length = 0;
    await history.lastMessages(conversationId, 2);
    expect(read).toContain(`query-${queries[1]}`);
    destroyAKey();
    kept.length = 0;
    onceWhileReading(destroyAKey);
    await history.lastMessages(conversationId, 1);
    expect(kept).toEqual([]);
  });

  it('stores nothing in a cache outside this process', async () => {
    const { history, queries, kept } = await talk(2, false);
    expect(await history.lastExchanges(conversationId, queries[1] ?? '', 5)).toHaveLength(1);
    expect(kept).toEqual([]);
  });
});
