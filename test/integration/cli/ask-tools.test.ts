import { PassThrough, Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTerminal } from '../../../cli/output/terminal.ts';
import { runCli } from '../../../cli/run-cli.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { until } from '../../support/log-harness.ts';

let http: HttpFixture;
let token: string;
beforeEach(async () => {
  http = await openHttpApi();
  token = await http.tokenFor('ada', ['clinician']);
});
afterEach(() => http[Symbol.asyncDispose]());

const screenOf = (isTTY: boolean) => {
  let text = '';
  const stream = Object.assign(
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        text += chunk.toString();
        done();
      },
    }),
    { isTTY, columns: 80 },
  );
  return { stream, text: () => text };
};
const eventsOf = (type: string) => Array.fromAsync(http.eventStore.readAll(0, { filter: { types: [type] } }));

/** Asks a question on the command line whose tool books a room once Ada confirms. */
const ask = async (words: readonly string[], input: NodeJS.ReadableStream & { isTTY?: boolean }) => {
  const [out, err] = [screenOf(false), screenOf(true)];
  const environment = { ANAMNESIS_URL: http.url, ANAMNESIS_TOKEN: token, COLUMNS: '80' };
  const ended = runCli(
    words,
    {
      terminal: createTerminal(out.stream, err.stream, environment),
      environment,
      input,
      signal: new AbortController().signal,
      interrupt: () => {},
    },
    '1.2.3',
  );
  await expect.poll(async () => (await eventsOf('QueryAsked')).length).toBe(1);
  const queryId = (await eventsOf('QueryAsked'))[0]?.streamId.slice('query-'.length) ?? '';
  const toolCallId = http.identity.newId();
  const call = { toolCallId, tool: 'book_room', queryId };
  const ofQuery = (type: string, data: object) =>
    http.record(`query-${queryId}`, [{ type, data: { queryId, ...data } }], `query:${queryId}`);
  await ofQuery('QueryAwaitsTools', {
    toolRound: 1,
    toolCallIds: [toolCallId],
    calls: [{ toolCallId, tool: 'book_room', arguments: { room: 'Blue' }, modelCallId: '1/a' }],
    timeLeftMs: 1000,
  });
  const args = { room: 'Blue' };
  await http.record(
    `tool_call-${toolCallId}`,
    [
      {
        type: 'ToolCallRequested',
        data: { ...call, arguments: args, requestedBy: 'ada', origin: 'query' },
      },
      {
        type: 'ToolConfirmationRequested',
        data: {
          ...call,
          arguments: args,
          prompt: 'Shall I book Blue?',
          expiresAt: new Date(Date.now() + 60_000).toISOString(),
        },
      },
    ],
    'person:p-1',
  );
  return {
    toolCallId,
    err: err.text,
    sees: (text: string) => until(`the screen shows ${text}`, () => err.text().includes(text)),
    end: async () => {
      await ofQuery('QueryAnswered', {
        answer: 'That is all.',
        citations: [],
        warnings: [],
        model: 'scripted',
        parameters: {},
        degraded: false,
      });
      return { code: await ended, out: out.text() };
    },
  };
};
const typing = () => Object.assign(new PassThrough(), { isTTY: true });

it.each([
  ['y', 'ToolConfirmed'],
  ['', 'ToolDeclined'],
])('ask prompts its user for confirmation, and acts on the reply "%s"', async (typed, type) => {
  const input = typing();
  const asked = await ask(['ask', 'book the blue room'], input);
  await asked.sees('Shall I book Blue?');
  await asked.sees('Do it? [y/N]');
  input.write(`${typed}\n`);
  await expect.poll(async () => (await eventsOf(type)).length).toBe(1);
  const { code, out } = await asked.end();
  expect([code, out.includes('That is all.'), out.includes('Shall I')]).toEqual([0, true, false]);
});

it('ask explains how to confirm when there is no terminal', async () => {
  const asked = await ask(['ask', 'book the blue room', '--json'], Readable.from([]));
  await asked.sees('Shall I book Blue?');
  await asked.sees(`tools confirm ${asked.toolCallId}`);
  await asked.sees(`tools decline ${asked.toolCallId}`);
  const { code, out } = await asked.end();
  expect([code, JSON.parse(out).answer]).toEqual([0, 'That is all.']);
});

it('ask ignores a reply when the confirmation was settled elsewhere', async () => {
  const asked = await ask(['ask', 'book the blue room'], typing());
  await asked.sees('Do it? [y/N]');
  const { toolCallId } = asked;
  await http.record(
    `tool_call-${toolCallId}`,
    [{ type: 'ToolConfirmationExpired', data: { toolCallId, tool: 'book_room' } }],
    'person:p-1',
  );
  await asked.sees('no longer awaits your answer');
  expect((await asked.end()).code).toBe(0);
});

it('chat prompts in a line of its own, and continues with the next question', async () => {
  const input = typing();
  input.write('book the blue room\n');
  const asked = await ask(['chat'], input);
  await asked.sees('Do it? [y/N]');
  input.write('yes\n');
  await expect.poll(async () => (await eventsOf('ToolConfirmed')).length).toBe(1);
  const ended = asked.end();
  await expect.poll(async () => (await eventsOf('QueryAnswered')).length).toBe(1);
  input.write('/quit\n');
  expect((await ended).out).toContain('That is all.');
});
