import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAllowed } from '../../../domain/kernel/actor.ts';
import { executeToolCalls } from '../../support/execute-tool-calls.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { until } from '../../support/log-harness.ts';
import { bookTool, echoTool, unavailableTool } from '../../support/sample-tools.ts';

let http: HttpFixture;
let executor: AsyncDisposable;
let clients: Client[];
let booked: string[];
let isHeld: Promise<void>;
let release: () => void;
let cancelled: boolean;

beforeEach(async () => {
  clients = [];
  booked = [];
  cancelled = false;
  isHeld = new Promise((resolve) => {
    release = resolve;
  });
  http = await openHttpApi({
    tools: [
      echoTool(async ({ words }, { signal, phi }) => {
        if (words === 'of the patient') phi();
        if (words !== 'slowly') return { said: words };
        signal.addEventListener('abort', () => {
          cancelled = true;
          release();
        });
        await isHeld;
        return { said: words };
      }),
      bookTool(async ({ room }) => {
        booked.push(room);
        return { said: `Booked ${room}` };
      }),
      unavailableTool,
    ],
  });
  executor = executeToolCalls(http);
});
afterEach(async () => {
  release();
  await Promise.all(clients.map((client) => client.close()));
  await executor[Symbol.asyncDispose]();
  await http[Symbol.asyncDispose]();
});

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, boolean> };

/** A client with a model, and optionally with a person who can be prompted. */
const connect = async (token: string, answer?: (message: string) => Promise<Answer> | Answer) => {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {} },
  );
  if (answer) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answer(params.message));
  const transport = new StreamableHTTPClientTransport(new URL(`${http.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  clients.push(client);
  return { client, transport };
};
const clinician = () => http.tokenFor('ada', ['clinician']);

const call = async (client: Client, name: string, args: Record<string, unknown>, options = {}) => {
  const result = CallToolResultSchema.parse(
    await client.callTool({ name, arguments: args }, CallToolResultSchema, options),
  );
  const text = result.content.map((piece) => (piece.type === 'text' ? piece.text : '')).join('\n');
  return { ...result, text };
};

const callEvents = async () =>
  (await http.eventStore.readPage(0, 1000, { categories: ['tool_call'] })).events;
const types = async () => (await callEvents()).map(({ type }) => type);

describe('the Model Context Protocol', () => {
  it('lists the tools that the bearer may call, and records a call as theirs', async () => {
    const { client } = await connect(await clinician());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['book_room', 'say_words']);
    expect(tools[1]).toMatchObject({
      inputSchema: { type: 'object', required: ['words'] },
      annotations: { readOnlyHint: true },
    });
    const result = await call(client, 'say_words', { words: 'good morning' });
    expect(result).toMatchObject({
      isError: false,
      text: '{"said":"good morning"}',
      structuredContent: { toolName: 'say_words', success: true, result: { said: 'good morning' } },
    });
    const [requested] = await callEvents();
    expect(requested).toMatchObject({
      type: 'ToolCallRequested',
      data: { origin: 'mcp', requestedBy: 'ada' },
      metadata: { actor: { id: 'ada', role: 'clinician' } },
    });
    const access = (await http.eventStore.readPage(0, 100, { categories: ['access'] })).events;
    expect(access.map(({ type, data }) => [type, data])).toEqual([
      ['ToolCallRead', expect.objectContaining({ basis: 'own' })],
    ]);
  });

  it('asks the person through the client, and calls the tool only when they agree', async () => {
    const asked: string[] = [];
    const { client } = await connect(await clinician(), (message) => {
      asked.push(message);
      expect(booked).toEqual([]);
      return { action: 'accept', content: { approved: true } };
    });
    expect(await call(client, 'book_room', { room: 'Blue' })).toMatchObject({
      isError: false,
      text: '{"said":"Booked Blue"}',
    });
    expect(asked).toEqual(['Shall I book Blue for 4 people?']);
    expect(await types()).toEqual([
      'ToolCallRequested',
      'ToolConfirmationRequested',
      'ToolConfirmed',
      'ToolStarted',
      'ToolSucceeded',
    ]);
  });

  it.each<[string, Answer]>([
    ['declines', { action: 'decline' }],
    ['submits the form without agreeing', { action: 'accept', content: { approved: false } }],
  ])('does nothing when the person %s', async (_, answer) => {
    const { client } = await connect(await clinician(), () => answer);
    const result = await call(client, 'book_room', { room: 'Blue' });
    expect(result).toMatchObject({ isError: true, text: 'User declined to execute tool' });
    expect(booked).toEqual([]);
    expect((await types()).at(-1)).toBe('ToolDeclined');
  });

  it.each<[string, (() => Answer) | undefined]>([
    ['cannot prompt', undefined],
    ['was closed without an answer', () => ({ action: 'cancel' })],
    ['answers with nothing', () => ({ action: 'accept' })],
  ])(
    'reports that the call waits for a person, and how to confirm it, when the client %s',
    async (_, answer) => {
      const token = await clinician();
      const { client } = await connect(token, answer);
      const result = await call(client, 'book_room', { room: 'Blue' });
      const { toolCallId } = result.structuredContent ?? {};
      expect(result.isError).toBe(false);
      expect(result.text).toContain('Nothing has been done yet');
      expect(result.text).toContain(`tools confirm ${toolCallId}`);
      expect([booked, (await types()).at(-1)]).toEqual([[], 'ToolConfirmationRequested']);
      const confirmed = await http.post(
        '/api/commands/ConfirmTool',
        { toolCallId, approved: true },
        { token, headers: { prefer: 'wait=20' } },
      );
      expect(confirmed.body.data.status).toBe('succeeded');
      expect(booked).toEqual(['Blue']);
    },
  );

  it("continues when the person has confirmed elsewhere during the client's prompt", async () => {
    const token = await clinician();
    let answer: (said: Answer) => void = () => {};
    const { client } = await connect(token, async () => {
      const [requested] = await callEvents();
      const { toolCallId } = Object(requested?.data);
      await http.post('/api/commands/ConfirmTool', { toolCallId, approved: true }, { token });
      return new Promise<Answer>((resolve) => {
        answer = resolve;
      });
    });
    expect(await call(client, 'book_room', { room: 'Blue' })).toMatchObject({ isError: false });
    answer({ action: 'decline' });
    expect(booked).toEqual(['Blue']);
  });

  it('cancels the call when the client cancels its request', async () => {
    const { client } = await connect(await clinician());
    const stop = new AbortController();
    const called = call(client, 'say_words', { words: 'slowly' }, { signal: stop.signal });
    await until('the call has begun', async () => (await types()).includes('ToolStarted'));
    stop.abort('not needed');
    await expect(called).rejects.toThrow('not needed');
    await until('the call is cancelled', async () => (await types()).includes('ToolCancelled'));
    await until('the tool is notified', async () => cancelled);
    await until('the response is closed', async () =>
      /^anamnesis_http_streams_open 0$/m.test((await http.get('/metrics')).text),
    );
    // The client keeps being answered.
    expect(await call(client, 'say_words', { words: 'again' })).toMatchObject({ isError: false });
  });

  it('explains invalid arguments to the model, without their values', async () => {
    const { client } = await connect(await clinician());
    const result = await call(client, 'say_words', { words: 'Zebulon', times: 99, loud: true });
    expect(result.isError).toBe(true);
    expect(result.text).toContain('times: must be at most 5');
    expect(result.text).not.toContain('Zebulon');
    expect((await call(client, 'search_elsewhere', { query: 'x' })).text).toContain('ELSEWHERE_KEY');
    expect(await call(client, 'fly', {})).toMatchObject({ isError: true });
  });

  it('withholds PHI from a model not approved for it, and directs the person to it', async () => {
    const { client } = await connect(await clinician());
    const result = await call(client, 'say_words', { words: 'of the patient' });
    expect(JSON.stringify(result)).not.toContain('of the patient');
    expect(result.text).toContain('MCP_GIVES_PHI');
    expect(result.structuredContent).toMatchObject({ success: true, withheld: true, result: null });
  });

  it("rejects callers without a token or permission, and anyone in another's session", async () => {
    await expect(connect('wrong')).rejects.toThrow();
    const { transport } = await connect(await clinician());
    const body = { jsonrpc: '2.0', id: 5, method: 'tools/list' };
    const send = async (token: string, headers: Record<string, string> = {}) =>
      (
        await http.post('/mcp', body, {
          token,
          headers: {
            accept: 'application/json, text/event-stream',
            'mcp-session-id': transport.sessionId ?? '',
            ...headers,
          },
        })
      ).status;
    expect(await send(await clinician())).toBe(200);
    expect(await send(await http.tokenFor('bob', ['clinician']))).toBe(404);
    expect(await send(await clinician(), { 'mcp-session-id': 'another' })).toBe(404);
    expect(isAllowed(['compliance'], 'tools:call')).toBe(false);
    const officer = await connect(await http.tokenFor('kim', ['compliance']));
    expect((await officer.client.listTools()).tools).toEqual([]);
    expect(await call(officer.client, 'say_words', { words: 'x' })).toMatchObject({ isError: true });
    expect(await types()).toEqual([]);
  });

  it('is closed to pages of other origins, whatever host name they use', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const from = async (origin: string) =>
      (
        await http.post('/mcp', initialize, {
          token: await clinician(),
          headers: { accept: 'application/json, text/event-stream', origin },
        })
      ).status;
    expect(await from('http://rebound.example:3000')).toBe(403);
    expect(await from(http.url)).toBe(403);
  });

  it('refuses batches, of which nothing is executed', async () => {
    const { client, transport } = await connect(await clinician());
    await client.listTools();
    const one = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'no_such_tool', arguments: {} },
    });
    const response = await http.post('/mcp', [one(1), one(2)], {
      token: await clinician(),
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-session-id': transport.sessionId ?? '',
        'mcp-protocol-version': '2025-06-18',
      },
    });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain('batches are not part of the protocol');
    expect(await callEvents()).toEqual([]);
  });

  it('ends a session on request, and the oldest of a person who opens too many', async () => {
    const token = await clinician();
    const first = await connect(token);
    await first.transport.terminateSession();
    await expect(first.client.listTools()).rejects.toThrow();
    const second = await connect(token);
    for (let more = 0; more < 20; more += 1) await connect(token);
    await expect(second.client.listTools()).rejects.toThrow('has ended');
    expect((await clients.at(-1)?.listTools())?.tools).toHaveLength(2);
  });
});
