import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { neverDecrease, openStreamReader, type StreamReader } from '../../support/stream-reader.ts';

let http: HttpFixture;
let ada: string;
let bob: string;
beforeEach(async () => {
  http = await openHttpApi();
  [ada, bob] = [await http.tokenFor('ada', ['clinician']), await http.tokenFor('bob', ['clinician'])];
});
afterEach(() => http[Symbol.asyncDispose]());

const soon = (): string => new Date(Date.now() + 60_000).toISOString();

/** A question of Ada's that will call a tool, in a conversation shared with Bob. */
const asked = async () => {
  const started = await http.post('/api/commands/StartConversation', {}, { token: ada });
  const { conversationId } = started.body.data;
  const share = { conversationId, with: { user: 'bob' }, level: 'contribute' };
  expect((await http.post('/api/commands/ShareConversation', share, { token: ada })).status).toBe(200);
  const { body } = await http.post(
    '/api/commands/AskQuery',
    { question: 'Book a room?', conversationId },
    { token: ada },
  );
  const { queryId } = body.data;
  const toolCallId = http.identity.newId();
  const call = { toolCallId, tool: 'book_room', queryId };
  const ofTool = (type: string, data: object = {}) =>
    http.record(`tool_call-${toolCallId}`, [{ type, data: { ...call, ...data } }], 'person:p-1');
  const ofQuery = (type: string, data: object) =>
    http.record(`query-${queryId}`, [{ type, data: { queryId, ...data } }], `query:${queryId}`);
  await ofQuery('QueryAwaitsTools', {
    toolRound: 1,
    toolCallIds: [toolCallId],
    calls: [{ toolCallId, tool: 'book_room', arguments: { room: 'Zebulon' }, modelCallId: '1/a' }],
    timeLeftMs: 1000,
  });
  await ofTool('ToolCallRequested', {
    arguments: { room: 'Zebulon' },
    requestedBy: 'ada',
    origin: 'query',
    conversationId,
  });
  return {
    queryId,
    toolCallId,
    ofTool,
    ofQuery,
    askToConfirm: (expiresAt = soon()) =>
      ofTool('ToolConfirmationRequested', {
        arguments: { room: 'Zebulon', seats: 4 },
        prompt: 'Shall I book Zebulon?',
        expiresAt,
      }),
    succeed: async () => {
      await ofTool('ToolConfirmed', { by: 'ada' });
      await ofTool('ToolStarted', { attempt: 1, idempotencyKey: http.identity.newId(), redacted: false });
      return ofTool('ToolSucceeded', {
        result: { said: 'Zebulon is booked' },
        citations: [],
        executionTimeMs: 5,
        phi: true,
      });
    },
    answer: () =>
      ofQuery('QueryAnswered', {
        answer: 'Done.',
        citations: [],
        warnings: [],
        model: 'scripted',
        parameters: {},
        degraded: false,
      }),
    read: async (token: string, lastEventId?: string): Promise<StreamReader> => {
      const reader = await openStreamReader(`${http.url}/api/queries/${queryId}/stream`, {
        authorization: `Bearer ${token}`,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      });
      onTestFinished(reader.leave);
      return reader;
    },
  };
};
const eventsOf = ({ frames }: StreamReader): readonly string[] =>
  frames.map(({ event, data }) => (event === 'tool_activity' ? data.status : event));

const readings = async () =>
  (await Array.fromAsync(http.eventStore.readAll(0, { filter: { types: ['ToolCallRead'] } }))).map(
    ({ metadata }) => metadata.actor.id,
  );

describe('the stream of a question with tool calls', () => {
  it('asks the person to confirm, and shows other readers the outcome of the call but not its input', async () => {
    const { toolCallId, read, askToConfirm, succeed, answer } = await asked();
    const [hers, his] = [await read(ada), await read(bob)];
    await expect.poll(() => eventsOf(hers)).toEqual(['progress', 'progress', 'requested']);
    const expiresAt = soon();
    const { position } = await askToConfirm(expiresAt);
    await expect.poll(() => eventsOf(hers).at(-1)).toBe('awaiting_confirmation');
    expect(await readings()).toEqual(['ada']);
    await succeed();
    await answer();
    await expect.poll(hers.ending).toBe('whole');
    await expect.poll(his.ending).toBe('whole');
    expect(hers.frames.find(({ event }) => event === 'tool_confirmation')?.data).toEqual({
      type: 'tool_confirmation',
      toolCallId,
      tool: 'book_room',
      arguments: { room: 'Zebulon', seats: 4 },
      prompt: 'Shall I book Zebulon?',
      expiresAt,
    });
    const states = ['progress', 'progress', 'requested', 'awaiting_confirmation'];
    const after = ['requested', 'running', 'succeeded', 'answer'];
    expect(eventsOf(hers)).toEqual([
      ...states.slice(0, 3),
      'tool_confirmation',
      ...states.slice(3),
      ...after,
    ]);
    expect(eventsOf(his)).toEqual([...states, ...after]);
    expect(his.raw()).not.toContain('Zebulon');
    expect(hers.frames.find(({ data }) => data.status === 'awaiting_confirmation')?.id).toBe(`${position}`);
    for (const { frames } of [hers, his]) expect(neverDecrease(frames)).toBe(true);
    expect(await readings()).toEqual(['ada']);
  });

  it('asks a reader again who left before receiving the confirmation, and only until it is settled', async () => {
    const { read, askToConfirm, succeed } = await asked();
    const { position } = await askToConfirm();
    const again = await read(ada, `${position - 1}`);
    await expect.poll(() => eventsOf(again)).toEqual(['tool_confirmation', 'awaiting_confirmation']);
    const afterwards = await read(ada, `${position}`);
    await succeed();
    await expect.poll(() => eventsOf(afterwards)).toEqual(['requested', 'running', 'succeeded']);
    const later = await read(ada);
    await expect.poll(() => eventsOf(later).at(-1)).toBe('succeeded');
    expect(eventsOf(later)).not.toContain('tool_confirmation');
  });

  it('asks no one after the confirmation has expired', async () => {
    const { read, askToConfirm } = await asked();
    await askToConfirm(new Date(Date.now() - 1000).toISOString());
    const reader = await read(ada);
    await expect.poll(() => eventsOf(reader).at(-1)).toBe('awaiting_confirmation');
    expect(eventsOf(reader)).not.toContain('tool_confirmation');
  });

  it('ends with the question: a later withdrawal is reported by the stream of the calls', async () => {
    const { read, ofQuery, ofTool } = await asked();
    const { position } = await ofQuery('QueryCancelled', { by: 'ada' });
    await ofTool('ToolCancelled', { by: 'ada', started: false });
    for (const lastEventId of [undefined, `${position}`]) {
      const reader = await read(ada, lastEventId);
      await expect.poll(reader.ending).toBe('whole');
      expect(eventsOf(reader).at(-1)).toBe('cancelled');
    }
  });
});
