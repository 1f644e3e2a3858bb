import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startCliInProcess } from '../../support/cli-in-process.ts';
import { executeToolCalls } from '../../support/execute-tool-calls.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { until } from '../../support/log-harness.ts';
import { bookTool, echoTool, unavailableTool } from '../../support/sample-tools.ts';

let http: HttpFixture;
let executor: AsyncDisposable;
let token: string;
const booked: string[] = [];
beforeAll(async () => {
  http = await openHttpApi({
    tools: [
      echoTool(),
      bookTool(async ({ room }) => {
        booked.push(room);
        return { said: `Booked ${room}` };
      }),
      unavailableTool,
    ],
  });
  executor = executeToolCalls(http);
  token = await http.tokenFor('ada', ['clinician']);
});
afterEach(() => booked.splice(0));
afterAll(async () => {
  await executor[Symbol.asyncDispose]();
  await http[Symbol.asyncDispose]();
});

let pipedIn: readonly string[] = [];
const start = (...words: string[]) =>
  startCliInProcess(
    ['tools', ...words],
    { ANAMNESIS_URL: http.url, ANAMNESIS_TOKEN: token, COLUMNS: '80' },
    { input: Readable.from(pipedIn) },
  );
const tools = async (...words: string[]) => {
  const result = await start(...words).finished;
  for (const line of result.out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  return result;
};
const idIn = (text: string): string => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? '';

describe('tools on the command line', () => {
  it('are listed in 80 columns, with the setting that enables each disabled one', async () => {
    const { code, out } = await tools('list');
    expect(code).toBe(0);
    expect(out).toMatch(/^TOOL +CATEGORY +ASKS +RISK +PER MINUTE +CAN BE CALLED$/m);
    expect(out).toMatch(/^book_room +calendar +yes +low +30 +yes$/m);
    expect(out).toMatch(/^search_elsewhere .*not configured$/m);
    expect(out).toContain('search_elsewhere: Set ELSEWHERE_KEY to search elsewhere.');
  });

  it('are shown with their parameters', async () => {
    const { out, err } = await tools('show', 'book_room');
    expect(out).toContain('You are asked before each call.');
    expect(out).toMatch(/^room +text +required +Name of the room$/m);
    expect(out).toMatch(/^seats +number +4 +How many people come$/m);
    expect(err).toContain('tools call book_room room=…');
  });

  it('are called with typed arguments, and print a readable result', async () => {
    const { code, out, err } = await tools('call', 'say_words', 'words=good morning', 'times=2');
    expect([code, err.includes(' ms (call ')]).toEqual([0, true]);
    expect(out).toBe('said: good morning\n\nSources\n  [1] What was said (test)\n');
    const [last] = (await http.eventStore.readPage(0, 1000, { types: ['ToolCallRequested'] })).events;
    expect(last?.data).toMatchObject({ origin: 'cli', arguments: { words: 'good morning', times: 2 } });
  });

  it('are called with arguments from a file, as PowerShell writes it, or from a pipe', async () => {
    const json = JSON.stringify({ words: 'good morning', times: 2 });
    const files = { plain: json, marked: `\u{feff}${json}` };
    await using folder = await mkdtempDisposable(join(tmpdir(), 'anamnesis-arguments-'));
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder.path, name), content);
    await writeFile(join(folder.path, 'utf-16'), Buffer.from(files.marked, 'utf16le'));
    for (const name of ['plain', 'marked', 'utf-16'])
      expect(
        (await tools('call', 'say_words', '--arguments-file', join(folder.path, name))).out,
        name,
      ).toContain('said: good morning');
    pipedIn = [json.slice(0, 5), json.slice(5)];
    const piped = await tools('call', 'say_words', '--arguments-file', '-', 'words=good night');
    expect(piped.out).toContain('said: good night');
    pipedIn = [];
  });

  it.each<[string, readonly string[], string]>([
    ['a missing file', ['call', 'say_words', '--arguments-file', '/nowhere'], 'cannot be read'],
    ['an empty pipe', ['call', 'say_words', '--arguments-file', '-'], 'Standard input must be JSON.'],
    [
      'JSON whose quotes the shell took',
      ['call', 'say_words', '--arguments', '{words:x}'],
      '--arguments-file',
    ],
    [
      'arguments given both ways',
      ['call', 'say_words', '--arguments', '{}', '--arguments-file', 'x'],
      'Use either --arguments or --arguments-file.',
    ],
    ['a mistyped name', ['call', 'say_wrds', 'words=x'], 'Did you mean say_words?'],
    ['an unknown argument', ['call', 'say_words', 'loud=yes'], 'The arguments are words, times.'],
    [
      'a missing argument',
      ['call', 'say_words'],
      'say_words needs words=…\n"npx anamnesis tools show say_words" describes its arguments.',
    ],
    ['a word for a number', ['call', 'say_words', 'words=x', 'times=twice'], 'times must be a number.'],
    ['a number out of bounds', ['call', 'say_words', 'words=x', 'times=9'], 'times: must be at most 5'],
    ['an argument without a value', ['call', 'say_words', 'hello'], 'Use <name>=<value>.'],
    ['an unconfigured tool', ['call', 'search_elsewhere', 'query=x'], 'Set ELSEWHERE_KEY'],
    ['an invalid id', ['confirm', 'that'], 'See "npx anamnesis tools calls" for the ids.'],
    ['an unknown call id', ['confirm', '01a20349-b01b-7254-9aab-418fe6c4d6d7'], 'awaiting_confirmation'],
    ['an unknown state', ['calls', '--state', 'done'], 'awaiting_confirmation'],
  ])('explain the remedy for %s', async (_, words, said) => {
    const { code, err } = await tools(...words);
    expect(code).not.toBe(0);
    expect(err).toContain(said);
  });

  it('are called once after confirmation from another window', async () => {
    const asked = await tools('call', 'book_room', 'room=Blue');
    expect(asked.code).toBe(1);
    expect(asked.out).toMatch(
      /^book_room awaits your confirmation until \S+:\n {2}Shall I book Blue for 4 people\?$/m,
    );
    const id = idIn(asked.err);
    expect(booked).toEqual([]);
    expect((await tools('calls', '--state', 'awaiting_confirmation')).out).toContain(id);
    expect((await tools('calls', id)).out).toContain('Shall I book Blue for 4 people?');
    expect((await tools('confirm', id)).out).toContain('said: Booked Blue');
    expect((await tools('confirm', id)).code).toBe(0);
    expect((await tools('decline', id)).err).toContain('confirmed already');
    expect(booked).toEqual(['Blue']);
    expect((await tools('calls', id)).out).toMatch(/^Status +succeeded$/m);
  });

  it('are called immediately with prior consent, and not when the user declines or cancels', async () => {
    const agreed = await tools('call', 'book_room', 'room=Green', '--yes');
    expect(agreed.out).toContain('Shall I book Green');
    expect(agreed.out).toContain('said: Booked Green');
    const declined = idIn((await tools('call', 'book_room', 'room=Red')).err);
    expect((await tools('decline', declined)).out).toBe('Declined. Nothing was done.\n');
    const cancelled = idIn((await tools('call', 'book_room', 'room=Red')).err);
    expect((await tools('cancel', cancelled)).out).toBe('Cancelled.\n');
    expect(booked).toEqual(['Green']);
  });

  it('are watched: pending confirmations and outcomes are shown', async () => {
    const waiting = idIn((await tools('call', 'book_room', 'room=Blue')).err);
    const watching = start('watch');
    await until('the pending call is shown', () => watching.out().includes(`tools confirm ${waiting}`));
    await tools('decline', waiting);
    await until('the outcome is shown', () => /declined +book_room/.test(watching.out()));
    watching.interrupt();
    await watching.finished;
  });
});
