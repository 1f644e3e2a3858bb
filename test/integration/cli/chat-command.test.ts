import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collectText } from '../../support/collect-text.ts';
import { runCli } from '../../support/run-cli.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { testToken } from '../../support/test-user.ts';

const root = join(import.meta.dirname, '../..');
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
/** A terminal of its own for a program: `script` of util-linux. */
const hasTerminal = process.platform === 'linux' && (await isThere('/usr/bin/script'));
if (!hasTerminal) process.stdout.write('No script(1) here: chatting in a terminal is left out.\n');

const answerSchema = z.object({
  queryId: z.string(),
  conversationId: z.string(),
  status: z.string(),
  interpretation: z.object({ intent: z.string() }),
});

let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-chat-'));
  server = await startServerProcess(dataDir);
  const ingested = await runCli(['ingest', 'samples', '-t', 'guideline'], { DATA_DIR: dataDir });
  expect(ingested.code).toBe(0);
});
afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs a program with a pipe as its input. */
const piped = async (words: readonly string[], input: string) => {
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const out = collectText(child.stdout);
  const err = collectText(child.stderr);
  child.stdin.end(input);
  await once(child, 'close');
  return { code: child.exitCode, out: out(), err: err() };
};
const chat = (input: string, ...words: string[]) =>
  piped([process.execPath, 'cli/main.ts', 'chat', ...words], input);

describe('asking on', () => {
  it('follows one question with another in the same conversation, and shows the ids that feedback needs', async () => {
    const environment = { DATA_DIR: dataDir };
    const first = await runCli(['ask', 'naloxone dose'], environment);
    const second = await runCli(['ask', 'and for a child?', '--conversation', 'last'], environment);
    const third = await runCli(['ask', 'stroke scale'], environment);
    const conversationOf = ({ out }: { out: string }) => /^Conversation (\S+)$/m.exec(out)?.[1];
    expect(conversationOf(first)).toMatch(/^[0-9a-f-]{36}$/);
    expect(conversationOf(second)).toBe(conversationOf(first));
    expect(conversationOf(third)).not.toBe(conversationOf(first));
    const queryId = /^Query (\S+)$/m.exec(second.out)?.[1] ?? '';
    const judged = await runCli(['feedback', 'give', queryId, 'helpful', '--json'], environment);
    expect(judged.code).toBe(0);
    expect(JSON.parse(judged.out)).toMatchObject({ queryId, kind: 'helpful' });
  });

  it('knows no conversation of somebody else as the last one', async () => {
    const stranger = { ANAMNESIS_URL: server.url, ANAMNESIS_TOKEN: testToken };
    const asked = await runCli(['ask', 'naloxone dose', '--conversation', 'last'], stranger);
    expect(asked).toMatchObject({ code: 1, out: '' });
    expect(asked.err).toContain('You have no conversation yet.');
  });
});

describe('a chat over a pipe', () => {
  it('answers line by line with what is known about the patient', async () => {
    const { code, out, err } = await chat(
      'epinephrine dose for anaphylaxis\n/context age=4 weight=16\n\nepinephrine dose for anaphylaxis\n/feedback helpful 1\n',
      '--json',
    );
    expect({ code, err }).toEqual({
      code: 0,
      err: 'age=4 weight=16\nThank you. Your judgement is recorded.\n',
    });
    const [before, after, ...more] = out
      .trimEnd()
      .split('\n')
      .map((line) => answerSchema.parse(JSON.parse(line)));
    expect(more).toEqual([]);
    expect(after?.conversationId).toBe(before?.conversationId);
    expect(before?.interpretation.intent).not.toBe('pediatric_specific');
    expect(after?.interpretation.intent).toBe('pediatric_specific');
    const again = await chat('/context\n/new\n/context\n/quit\nnot asked\n', '--conversation', 'last');
    expect(again).toEqual({
      code: 0,
      out: '',
      err: 'age=4 weight=16\nThe next question begins another conversation.\nNothing is known about the patient.\n',
    });
  });

  it('says what it could not do, goes on, and ends with 1', async () => {
    const { code, out, err } = await chat(
      '/feedback helpful\n/nonsense\n/context weight=heavy\nnaloxone dose\n/feedback great\n/feedback wrong 99\n',
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^> naloxone dose\n.*Opioid Overdose.*^Query /ms);
    expect(err.split('\n')).toEqual([
      'There is no answer to judge yet.',
      'There is no /nonsense.',
      'See /help.',
      'weight takes kilograms, e.g. 16',
      'Write /feedback and one of helpful, wrong, outdated, missing.',
      'The last answer has no source 99.',
      '5 lines could not be done; the reasons are above.',
      '',
    ]);
  });
});

describe.runIf(hasTerminal)('a chat in a terminal', () => {
  /** Types a text as soon as the terminal shows what it is waited for. */
  const typing = async (steps: readonly (readonly [shown: string, typed: string])[]) => {
    const command = `${process.execPath} cli/main.ts chat`;
    const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, TERM: 'xterm', NO_COLOR: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let shown = '';
    let from = 0;
    const left = [...steps];
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      shown += part;
      const [next] = left;
      if (!next || !shown.includes(next[0], from)) return;
      from = shown.length;
      left.shift();
      child.stdin.write(next[1]);
    });
    await once(child, 'close');
    return { code: child.exitCode, shown, left };
  };

  it('ends by Ctrl-C twice, and not by the first', async () => {
    const { code, shown, left } = await typing([
      ['/quit ends.', 'half a quest\u0003'],
      ['Ctrl-C once more', 'naloxone dose\r'],
      ['Query ', '\u0003'],
      ['Ctrl-C once more', '\u0003'],
    ]);
    expect({ code, left }).toEqual({ code: 0, left: [] });
    expect(shown).toContain('Opioid Overdose');
  });

  it.each([
    ['/quit', '/quit\r'],
    ['Ctrl-D', '\u0004'],
  ])('ends by %s', async (_, typed) => {
    expect(await typing([['/quit ends.', typed]])).toMatchObject({ code: 0, left: [] });
  });
});
