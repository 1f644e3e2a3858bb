import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMemoryAnswerFeed } from '../../../infra/cluster/answer-feed/memory-answer-feed.ts';
import { defaultHttpLimits } from '../../../read-api/http-limits.ts';
import { followQuery } from '../../../read-api/streams/follow-query.ts';
import { queryStepsOf } from '../../../read-api/streams/query-steps.ts';
import { createQuestionEvents } from '../../../read-api/streams/question-events.ts';
import { metadata } from '../../support/events.ts';
import { createInMemoryEventStore } from '../../support/in-memory-event-store.ts';

const queryId = randomUUID();
const streamId = `query-${queryId}` as const;

const screened = () => ({
  id: randomUUID(),
  type: 'PhiScreened',
  data: { queryId, detected: false, kinds: [], detector: 'rules' },
  metadata: metadata(),
});

const followed = async () => {
  const eventStore = createInMemoryEventStore();
  const answerFeed = createMemoryAnswerFeed();
  await eventStore.append(streamId, [screened()], 'any');
  const events = createQuestionEvents(streamId, eventStore);
  const reader = followQuery(
    {
      queryId,
      streamId,
      after: { position: 0, characters: 0 },
      history: await events.upTo(1),
      events,
      stepsOf: queryStepsOf,
      mayConfirm: async () => true,
      readable: async () => {},
      access: { mayShow: () => undefined, keep: () => {} },
    },
    new AbortController().signal,
    { answerFeed, limits: defaultHttpLimits },
  );
  const next = async (): Promise<string> => String((await reader.next()).value);
  expect(await next()).toContain('retry:');
  expect(await next()).toContain('"stage":"screened"');
  const draft = answerFeed.open({ queryId, subject: `query:${queryId}`, position: 1, attempt: 1 });
  return { next, draft, happens: () => eventStore.append(streamId, [screened()], 'any') };
};

describe('a slow reader of a question', () => {
  it('receives pending text in one or two frames, of any length', async () => {
    const { next, draft } = await followed();
    const first = next();
    draft.write('first ');
    expect(await first).toContain('"from":0,"text":"first "');
    for (let turn = 0; turn < 1000; turn += 1) {
      draft.write('more ');
      if (turn % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const frames = [await next()];
    if (!frames[0]?.includes(`id: 1.${6 + 5000}\n`)) frames.push(await next());
    expect(frames.at(-1)).toContain(`id: 1.${6 + 5000}\n`);
  });

  it('receives each event, and after it no earlier text', async () => {
    const { next, draft, happens } = await followed();
    draft.write('before ');
    await happens();
    await happens();
    draft.write('and after');
    const frames = [await next(), await next()];
    if (frames[0]?.includes('event: draft')) frames.push(await next());
    expect(frames.slice(-2).map((frame) => /^id: (\S+)\nevent: (\S+)/.exec(frame)?.slice(1))).toEqual([
      ['2', 'progress'],
      ['3', 'progress'],
    ]);
  });
});

describe('the end of a question', () => {
  /** A reader that has received everything but the end, which is at position 2. */
  const beforeEnd = async (readable: (position: number) => Promise<void>) => {
    const eventStore = createInMemoryEventStore();
    const cancelled = {
      id: randomUUID(),
      type: 'QueryCancelled',
      data: { queryId, by: 'asker' },
      metadata: metadata(),
    };
    await eventStore.append(streamId, [screened(), cancelled], 'any');
    const events = createQuestionEvents(streamId, eventStore);
    const reader = followQuery(
      {
        queryId,
        streamId,
        after: { position: 0, characters: 0 },
        history: await events.upTo(1),
        events,
        stepsOf: queryStepsOf,
        mayConfirm: async () => true,
        readable,
        access: { mayShow: () => undefined, keep: () => {} },
      },
      new AbortController().signal,
      { answerFeed: createMemoryAnswerFeed(), limits: defaultHttpLimits },
    );
    await reader.next();
    await reader.next();
    return reader;
  };

  it('is sent only once a request for the question shows it', async () => {
    const shown = Promise.withResolvers<void>();
    const waitedFor: number[] = [];
    const reader = await beforeEnd((position) => {
      waitedFor.push(position);
      return shown.promise;
    });
    const end = reader.next();
    await expect.poll(() => waitedFor).toEqual([2]);
    expect(await Promise.race([end, new Promise((resolve) => setImmediate(resolve, 'waiting'))])).toBe(
      'waiting',
    );
    shown.resolve();
    expect(String((await end).value)).toContain('event: cancelled');
    expect((await reader.next()).done).toBe(true);
  });

  it('is sent although the read model is being rebuilt', async () => {
    const reader = await beforeEnd(() => Promise.reject(new Error('The read model is being rebuilt.')));
    expect(String((await reader.next()).value)).toContain('event: cancelled');
    expect((await reader.next()).done).toBe(true);
  });
});
