import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectText } from '../support/collect-text.ts';
import { until } from '../support/log-harness.ts';
import { terminals } from '../support/on-terminal.ts';
import { programArguments } from '../support/program-arguments.ts';
import { type CliResult, startCli } from '../support/run-cli.ts';
import { type ScriptedCall, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';
import { compileCache } from '../support/test-cache.ts';

const root = join(import.meta.dirname, '../..');
const conversationId = '0199c2f0-5a3e-7cc1-9d5e-000000000001';
const queryId = '0199c2f0-5a3e-7cc1-9d5e-000000000002';

const accepted = (data: Readonly<Record<string, unknown>>): ScriptedReply => ({
  status: 202,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify({
    success: true,
    data: { streamId: 'query-1', revision: 0, position: 1, ...data },
    metadata: { traceId: 'trace-1' },
    timestamp: '2026-01-01T00:00:00.000Z',
  }),
});

/** A server that accepts every question and never answers it. */
const replyOf = ({ path }: ScriptedCall): ScriptedReply => {
  if (path === '/api/commands/StartConversation') return accepted({ conversationId });
  if (path === '/api/commands/AskQuery') return accepted({ queryId, conversationId });
  if (path === '/api/commands/CancelQuery') return accepted({ queryId });
  return 'hang';
};

let server: Awaited<ReturnType<typeof startScriptedServer>>;
let environment: Readonly<Record<string, string>>;
beforeEach(async () => {
  server = await startScriptedServer(replyOf);
  environment = {
    ANAMNESIS_URL: server.url.href,
    ANAMNESIS_TOKEN: 'some-token',
    DATA_DIR: '/no/such/folder',
  };
});
afterEach(() => server.close());

const isAwaited = (): Promise<void> =>
  until('the command line waits for the answer', () =>
    server.calls.some(({ path }) => path === `/api/queries/${queryId}/stream`),
  );
/** The received bodies of a command. */
const sent = (command: string): readonly unknown[] =>
  server.calls
    .filter(({ path }) => path === `/api/commands/${command}`)
    .map(({ text }) => JSON.parse(text) as unknown);

const expectNoStack = ({ out, err }: CliResult): void => {
  expect(`${out}${err}`).not.toMatch(/^\s+at .+:\d+:\d+/m);
};

describe('SIGINT', () => {
  it('ends "ask" with exit code 130, cancels the question and prints no stack trace', async () => {
    const asking = startCli(['ask', 'naloxone dose'], environment);
    await isAwaited();
    asking.interrupt();
    const ended = await asking.finished;
    expect(ended).toMatchObject({ code: 130, out: '', err: expect.stringContaining('Cancelled.') });
    expectNoStack(ended);
    expect(sent('CancelQuery')).toEqual([{ queryId }]);
  });

  it('ends "chat" with exit code 130 while it waits for an answer, and prints no stack trace', async () => {
    const chatting = startCli(['chat'], environment, 'naloxone dose\n');
    await isAwaited();
    chatting.interrupt();
    const ended = await chatting.finished;
    expect(ended).toMatchObject({ code: 130, err: expect.stringContaining('Interrupted.') });
    expectNoStack(ended);
  });
});

/** Every write to it fails as on a full disk. */
const FULL = '/dev/full';
const hasFull = existsSync(FULL);
if (!hasFull)
  process.stdout.write(`There is no ${FULL} here: the test of output to a full disk is skipped.\n`);

const spawnCli = (words: readonly string[], stdout: 'pipe' | number) =>
  spawn(process.execPath, [...programArguments('cli/main.ts'), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
    stdio: ['ignore', stdout, 'pipe'],
  });

describe('output that cannot be written', () => {
  it.runIf(hasFull)('is named as the reason when the disk is full', async () => {
    const child = spawnCli(['--help'], openSync(FULL, 'w'));
    if (child.stderr === null) throw new Error('There is no pipe for the messages.');
    const err = collectText(child.stderr);
    await once(child, 'close');
    expect({ code: child.exitCode, err: err() }).toEqual({
      code: 1,
      err: 'The output cannot be written: the disk is full.\n',
    });
  });

  it('does not abort a command when only the reader of its messages is gone', async () => {
    const child = spawnCli(['projections', 'unknown'], 'pipe');
    child.stderr?.destroy();
    await once(child, 'close');
    expect(child.exitCode).toBe(2);
  });

  it('ends a command successfully when the reader of its output is gone', async () => {
    const child = spawnCli(['--help'], 'pipe');
    child.stdout?.destroy();
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
  });
});

if (!terminals)
  process.stdout.write('There is no "script" here: the test of a chat on a terminal is skipped.\n');

/** Runs `chat` on a terminal and types each text as soon as the terminal shows, or a promise resolves to, its cue. */
const chatOnTerminal = async (
  steps: readonly (readonly [awaited: string | (() => Promise<void>), typed: string])[],
) => {
  const child = spawn(
    'script',
    ['-qec', [process.execPath, ...programArguments('cli/main.ts'), 'chat'].join(' '), '/dev/null'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, ...compileCache, ...environment, TERM: 'xterm', NO_COLOR: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const shown = collectText(child.stdout);
  const closed = once(child, 'close');
  let isOver = false;
  void closed.then(() => {
    isOver = true;
  });
  let seen = 0;
  for (const [awaited, typed] of steps) {
    if (typeof awaited === 'function') await awaited();
    else await until(`the terminal shows "${awaited}"`, () => isOver || shown().includes(awaited, seen));
    seen = shown().length;
    child.stdin.write(typed);
  }
  await closed;
  return child.exitCode;
};

describe.runIf(terminals)('a chat on a terminal', () => {
  it('treats Ctrl-C as a key: it clears the line, cancels a question, and twice in a row ends the chat', async () => {
    const code = await chatOnTerminal([
      ['/quit to end.', 'half a quest\u0003'],
      ['Ctrl-C again', 'naloxone dose\r'],
      [isAwaited, '\u0003'],
      ['Cancelled.', '\u0003'],
      ['Ctrl-C again', '\u0003'],
    ]);
    expect(code).toBe(0);
    expect(sent('AskQuery')).toMatchObject([{ question: 'naloxone dose' }]);
    expect(sent('CancelQuery')).toEqual([{ queryId }]);
  });
});
