import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { readFrames } from '../../support/read-frames.ts';

let http: HttpFixture;
let ada: string;
let bob: string;
beforeEach(async () => {
  http = await openHttpApi();
  [ada, bob] = [await http.tokenFor('ada', ['clinician']), await http.tokenFor('bob', ['clinician'])];
});
afterEach(() => http[Symbol.asyncDispose]());

const patient = 'person:patient-4711';
const soon = (): string => new Date(Date.now() + 60_000).toISOString();

const begin = async (requestedBy: string, more: object = {}): Promise<string> => {
  const toolCallId = http.identity.newId();
  await happen(toolCallId, [
    {
      type: 'ToolCallRequested',
      data: {
        toolCallId,
        tool: 'book_room',
        arguments: { room: 'Zebulon' },
        requestedBy,
        origin: 'api',
        ...more,
      },
    },
  ]);
  return toolCallId;
};
const happen = (toolCallId: string, events: readonly Omit<NewEvent, 'id' | 'metadata'>[]) =>
  http.record(`tool_call-${toolCallId}`, events, patient);
const askFor = (toolCallId: string, expiresAt = soon()) =>
  happen(toolCallId, [
    {
      type: 'ToolConfirmationRequested',
      data: {
        toolCallId,
        tool: 'book_room',
        arguments: { room: 'Zebulon', seats: 4 },
        prompt: 'Shall I book Zebulon for 4 people?',
        expiresAt,
      },
    },
  ]);
const start = (toolCallId: string) =>
  happen(toolCallId, [
    {
      type: 'ToolStarted',
      data: {
        toolCallId,
        tool: 'book_room',
        attempt: 1,
        idempotencyKey: http.identity.newId(),
        redacted: false,
      },
    },
  ]);
const succeed = (toolCallId: string) =>
  happen(toolCallId, [
    {
      type: 'ToolSucceeded',
      data: {
        toolCallId,
        tool: 'book_room',
        result: { said: 'Booked Zebulon' },
        citations: [],
        executionTimeMs: 12,
        phi: true,
      },
    },
  ]);
const decline = (toolCallId: string) =>
  happen(toolCallId, [{ type: 'ToolDeclined', data: { toolCallId, tool: 'book_room', by: 'ada' } }]);

const readings = async () =>
  (await http.eventStore.readPage(0, 1000, { categories: ['access'] })).events.filter(
    ({ type }) => type !== 'AccessRefused',
  );

describe('the figures of tools', () => {
  it('are shown to admins over a window, and not to clinicians', async () => {
    const id = await begin('ada');
    await start(id);
    await succeed(id);
    await begin('bob');
    const adam = await http.tokenFor('adam', ['admin']);
    const path = '/api/admin/tools/figures';
    const { status, body } = await http.get(path, { token: adam });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      tools: [{ tool: 'book_room', calls: 2, succeeded: 1, failed: 0, open: 1 }],
      complete: true,
    });
    expect((await http.get(`${path}?to=2020-01-01`, { token: adam })).body.data).toEqual({
      tools: [],
      complete: true,
    });
    expect((await http.get(path, { token: ada })).status).toBe(403);
  });
});

describe('a tool call', () => {
  it('shows its user the confirmation, then the outcome', async () => {
    const id = await begin('ada');
    await askFor(id);
    const waiting = (await http.get(`/api/tool-calls/${id}`, { token: ada })).body.data;
    expect(waiting).toMatchObject({
      toolCallId: id,
      status: 'awaiting_confirmation',
      requestedBy: 'ada',
      arguments: { room: 'Zebulon' },
      confirmation: {
        type: 'tool_confirmation',
        toolCallId: id,
        tool: 'book_room',
        arguments: { room: 'Zebulon', seats: 4 },
        prompt: 'Shall I book Zebulon for 4 people?',
      },
      result: null,
    });
    await happen(id, [{ type: 'ToolConfirmed', data: { toolCallId: id, tool: 'book_room', by: 'ada' } }]);
    await start(id);
    const { position } = await succeed(id);
    const done = await http.get(`/api/tool-calls/${id}?after=${position}`, { token: ada });
    expect(done.body.data).toMatchObject({
      status: 'succeeded',
      phi: true,
      attempts: 1,
      result: {
        toolName: 'book_room',
        success: true,
        result: { said: 'Booked Zebulon' },
        error: null,
        executionTimeMs: 12,
      },
    });
    expect(done.headers.get('etag')).toBe('"4"');
    const unchanged = await http.get(`/api/tool-calls/${id}`, {
      token: ada,
      headers: { 'if-none-match': '"4"' },
    });
    expect(unchanged.status).toBe(304);
  });

  it('is visible to no one else but compliance with a reason, and each read is recorded', async () => {
    const id = await begin('ada');
    expect((await http.get(`/api/tool-calls/${id}`, { token: bob })).status).toBe(404);
    const officer = await http.tokenFor('kim', ['compliance']);
    expect((await http.get(`/api/tool-calls/${id}`, { token: officer })).status).toBe(400);
    const why = { token: officer, headers: { 'x-access-reason': 'complaint 7' } };
    expect((await http.get(`/api/tool-calls/${id}`, why)).status).toBe(200);
    await http.get(`/api/tool-calls/${id}`, { token: ada });
    expect(await readings()).toMatchObject([
      {
        type: 'ToolCallRead',
        streamId: `access-tool_call-${id}`,
        data: { toolCallId: id, basis: 'oversight', reason: 'complaint 7', subjects: [patient] },
        // The officer's reason outlives the patient's key.
        metadata: { subject: 'searches-of:kim' },
      },
      { type: 'ToolCallRead', data: { basis: 'own' }, metadata: { actor: { id: 'ada' } } },
    ]);
  });

  it('is awaited to its end on request', async () => {
    const id = await begin('ada');
    const waiting = http.get(`/api/tool-calls/${id}`, { token: ada, headers: { prefer: 'wait=20' } });
    await start(id);
    await succeed(id);
    const answer = await waiting;
    expect(answer.headers.get('preference-applied')).toBe('wait=20');
    expect(answer.body.data.status).toBe('succeeded');
  });

  it('stays as it ended, whatever is reported afterwards', async () => {
    const id = await begin('ada');
    await askFor(id);
    await decline(id);
    const { position } = await succeed(id);
    const { data } = (await http.get(`/api/tool-calls/${id}?after=${position}`, { token: ada })).body;
    expect(data).toMatchObject({ status: 'declined', phi: null, result: { success: false } });
  });
});

describe('GET /api/tool-calls', () => {
  it("lists the caller's calls, newest first, and everyone's to compliance with a reason", async () => {
    const first = await begin('ada');
    const second = await begin('ada');
    const other = await begin('bob');
    await decline(first);
    const list = async (query = '', init = {}) =>
      (await http.get(`/api/tool-calls${query}`, { token: ada, ...init })).body;
    const ids = ({ data }: { data: readonly { toolCallId: string }[] }) =>
      data.map(({ toolCallId }) => toolCallId);
    expect(ids(await list())).toEqual([second, first]);
    expect(ids(await list('?state=declined'))).toEqual([first]);
    const page = await list('?limit=1');
    expect(ids(await list(`?limit=1&cursor=${page.metadata.nextCursor}`))).toEqual([first]);
    const officer = { token: await http.tokenFor('kim', ['compliance']) };
    expect((await list('', officer)).error.code).toBe('validation_error');
    expect(ids(await list('', { ...officer, headers: { 'x-access-reason': 'complaint 7' } }))).toEqual([
      other,
      second,
      first,
    ]);
    const said = (await list('?state=done')).error.details.issues[0];
    expect(said).toMatchObject({ path: 'state', message: expect.stringContaining('awaiting_confirmation') });
    expect((await readings()).map(({ type, data }) => [type, data])).toContainEqual([
      'ToolCallsListed',
      { toolCallIds: [second, first], basis: 'own' },
    ]);
  });

  it('lists to a service only the calls it made for the person', async () => {
    await begin('ada');
    const acting = await http.tokenFor('ada', ['service'], { act: { sub: 'voice' } });
    expect((await http.get('/api/tool-calls', { token: acting })).body.data).toEqual([]);
  });
});

describe('GET /api/tool-calls/stream', () => {
  const open = (token: string, lastEventId?: string) =>
    readFrames(`${http.url}/api/tool-calls/stream`, token, lastEventId);

  it('shows a person their pending confirmations, then the outcomes of their own calls, and of no others', async () => {
    const waiting = await begin('ada');
    await askFor(waiting);
    const late = await begin('ada');
    await askFor(late, new Date(Date.now() - 1000).toISOString());
    await using stream = await open(ada);
    expect(await stream.next()).toMatchObject({
      event: 'tool_confirmation',
      data: { toolCallId: waiting, prompt: 'Shall I book Zebulon for 4 people?' },
    });
    const ofBob = await begin('bob');
    await askFor(ofBob);
    await decline(waiting);
    expect(await stream.next()).toMatchObject({
      event: 'tool_activity',
      data: { toolCallId: waiting, tool: 'book_room', status: 'declined' },
    });
    const next = await begin('ada');
    await askFor(next);
    expect([await stream.next(), await stream.next(), await stream.next()]).toMatchObject([
      { event: 'tool_activity', data: { toolCallId: next, status: 'requested' } },
      { event: 'tool_confirmation', data: { toolCallId: next } },
      { event: 'tool_activity', data: { toolCallId: next, status: 'awaiting_confirmation' } },
    ]);
    const shown = (await readings()).map(({ data }) => data);
    expect(shown).toEqual([
      { toolCallId: waiting, basis: 'own' },
      { toolCallId: next, basis: 'own' },
    ]);
  });

  it('resumes where a reader stopped', async () => {
    const id = await begin('ada');
    const { position } = await askFor(id);
    await decline(id);
    await using stream = await open(ada, String(position));
    expect(await stream.next()).toMatchObject({
      event: 'tool_activity',
      data: { toolCallId: id, status: 'declined' },
    });
  });

  it("reports to a service only the person's calls that it made, even through a question", async () => {
    const acting = await http.tokenFor('ada', ['service'], { act: { sub: 'voice' } });
    const asked = await http.post('/api/commands/AskQuery', { question: 'Why?' }, { token: acting });
    const id = await begin('ada', { origin: 'query', queryId: asked.body.data.queryId });
    const ofPerson = await begin('ada');
    await askFor(ofPerson);
    await askFor(id);
    await using stream = await open(acting);
    expect(await stream.next()).toMatchObject({ data: { toolCallId: id } });
    await decline(ofPerson);
    await decline(id);
    expect(await stream.next()).toMatchObject({ data: { toolCallId: id, status: 'declined' } });
  });
});

describe('GET /api/stream', () => {
  it('notifies a person of events on their own calls, without content', async () => {
    await using stream = await readFrames(`${http.url}/api/stream?categories=tool_call`, ada);
    await begin('bob');
    const id = await begin('ada');
    const { event, data } = await stream.next();
    expect([event, data]).toEqual([
      'ToolCallRequested',
      expect.objectContaining({ streamId: `tool_call-${id}`, revision: 0 }),
    ]);
    expect(JSON.stringify(data)).not.toContain('Zebulon');
  });
});
