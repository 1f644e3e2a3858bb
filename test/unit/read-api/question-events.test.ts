import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createQuestionEvents } from '../../../read-api/streams/question-events.ts';
import { metadata } from '../../support/events.ts';
import { createInMemoryEventStore } from '../../support/in-memory-event-store.ts';

const open = () => {
  const store = createInMemoryEventStore();
  const queryId = randomUUID();
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
  const [one, other, later] = ids;
  const append = (streamId: `query-${string}` | `tool_call-${string}`, type: string, data: object) =>
    store.append(streamId, [{ id: randomUUID(), type, data, metadata: metadata() }], 'any');
  const ofQuery = (type: string, data: object = {}) => append(`query-${queryId}`, type, { queryId, ...data });
  const ofTool = (toolCallId: string, type: string, data: object = {}) =>
    append(`tool_call-${toolCallId}`, type, { toolCallId, tool: 'search_pubmed', queryId, ...data });
  const awaits = (toolRound: number, ...toolCallIds: readonly string[]) =>
    ofQuery('QueryAwaitsTools', {
      toolRound,
      toolCallIds,
      calls: toolCallIds.map((toolCallId) => ({
        toolCallId,
        tool: 'search_pubmed',
        arguments: {},
        modelCallId: `${toolRound}/${toolCallId}`,
      })),
      timeLeftMs: 1000,
    });
  const events = createQuestionEvents(`query-${queryId}`, store);
  const follow = () => {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const live = events.live(stop.signal);
    return async (count: number): Promise<readonly number[]> => {
      const positions: number[] = [];
      for (let n = 0; n < count; n += 1) positions.push((await live.next()).value?.position ?? -1);
      return positions;
    };
  };
  const screened = { detected: false, kinds: [], detector: 'rules' };
  return { store, ids: { one, other, later }, ofQuery, ofTool, awaits, events, follow, screened };
};

const requested = { arguments: {}, requestedBy: 'ada', origin: 'query' };

describe('the events of a question and its tools', () => {
  it('arrive in the order of the log, without those of other calls', async () => {
    const { ids, ofQuery, ofTool, awaits, events, screened } = open();
    await ofQuery('PhiScreened', screened);
    await awaits(1, ids.one, ids.other);
    await ofTool(ids.other, 'ToolCallRequested', requested);
    await ofTool(randomUUID(), 'ToolCallRequested', requested);
    await ofTool(ids.one, 'ToolCallRequested', requested);
    await ofTool(ids.other, 'ToolCancelled', { by: 'ada', started: false });
    const { position } = await ofQuery('QueryCancelled', { by: 'ada' });
    expect((await events.upTo(position - 1)).map((event) => event.position)).toEqual([1, 2, 3, 5, 6]);
    expect((await events.upTo(position)).map((event) => event.position)).toEqual([7]);
  });

  it('arrive live in that order too, whichever stream is reported first', async () => {
    const { ids, ofQuery, ofTool, awaits, events, follow, screened } = open();
    await ofQuery('PhiScreened', screened);
    await events.upTo(1);
    const next = follow();
    await awaits(1, ids.one, ids.other);
    await ofTool(ids.one, 'ToolCallRequested', requested);
    await ofTool(ids.other, 'ToolCallRequested', requested);
    expect(await next(3)).toEqual([2, 3, 4]);
    await ofTool(ids.other, 'ToolCancelled', { by: 'ada', started: false });
    await ofTool(ids.one, 'ToolCancelled', { by: 'ada', started: false });
    await awaits(2, ids.later);
    await ofTool(ids.later, 'ToolCallRequested', requested);
    await ofQuery('QueryCancelled', { by: 'ada' });
    expect(await next(5)).toEqual([5, 6, 7, 8, 9]);
  });

  it('end with the signal, even while all streams are silent', async () => {
    const { events, ofQuery, screened } = open();
    await ofQuery('PhiScreened', screened);
    await events.upTo(1);
    const stop = new AbortController();
    const live = events.live(stop.signal);
    const next = live.next();
    stop.abort();
    expect((await next).done).toBe(true);
  });
});
