import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWholeProgram } from '../../../cli/create-program.ts';
import type { FailureReason } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { failureResponse } from '../../../read-api/failure-response.ts';
import { openCliRun, runCliInProcess } from '../../support/cli-in-process.ts';

const sample = join(import.meta.dirname, '../../../samples/hypoglycemia.docx');
/** The file that `backup` writes when it succeeds. */
const backup = join(tmpdir(), `anamnesis-exit-codes-${process.pid}`);
const id = '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d';

/** A value for each argument and required option: valid as far as the command line itself can check. */
const argument: Readonly<Record<string, readonly string[]>> = {
  paths: [sample, '-t', 'guideline'],
  folders: [sample, '-t', 'guideline', '--once', '--settle', '0'],
  question: ['naloxone'],
  query: ['naloxone'],
  answer: ['1'],
  queryId: [id],
  jobId: [id],
  toolCallId: [id],
  eventId: [id],
  erasure: [id],
  hold: [id],
  reviewId: [`phi-${id}`],
  docKey: ['protocol-1219'],
  subject: ['patient-4711'],
  name: ['search'],
  model: ['some-model'],
  consumer: ['relay'],
  tool: ['say_words'],
  kind: ['helpful'],
  verdict: ['confirmed'],
  folder: [backup],
  grantId: ['0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d'],
  outcome: ['justified'],
  position: ['1'],
  object: ['document-protocol-1219'],
};
const option: Readonly<Record<string, string>> = {
  '--stream': 'document-protocol-1219',
  '--first': '96',
  '--last': '100',
  '--from': '1',
  '--to': '9',
  '--basis': 'gdpr_art_17',
  '--roles': 'clinician',
};
const whole: Readonly<Record<string, readonly string[]>> = {
  'settings set': ['temperature=0.2'],
  'preferences set': ['style=AMA'],
  'tokens create': ['alice'],
  'tokens revoke': ['alice'],
  'subjects erase': ['patient-4711', '--basis', 'gdpr_art_17', '--reason', 'a good reason'],
  chat: [],
  'tools calls': [],
  'projections verify': ['search'],
};

/** Commands that call no server, each with an invalid argument. */
const local: Readonly<Record<string, readonly string[]>> = {
  calc: ['no-such-calculator'],
  'backup verify': ['/no/such/folder'],
  restore: ['/no/such/folder'],
  'token reset': ['--url', 'http://localhost:3000'],
  'keys rewrap': ['--to', ''],
  'models list': ['--url', 'http://localhost:3000'],
  'models install': ['no-such-model'],
  'import-embedded': ['--url', 'http://localhost:3000'],
  'copy-files': ['--to', sample],
  migrate: ['--from', 'nowhere', '--to', 'embedded'],
};

type Leaf = { readonly name: string; readonly command: Command };
const leavesOf = (command: Command, words: readonly string[] = []): readonly Leaf[] =>
  command.commands.flatMap((child) => {
    const name = [...words, child.name()];
    const below = leavesOf(child, name);
    const own =
      below.length === 0 || child.options.length > 0 ? [{ name: name.join(' '), command: child }] : [];
    return [...own, ...below];
  });

const wordsFor = ({ name, command }: Leaf): readonly string[] => [
  ...name.split(' '),
  ...(whole[name] ??
    command.registeredArguments.flatMap(
      (one) => argument[one.name()] ?? (one.required ? [`no value for <${one.name()}>`] : []),
    )),
  ...command.options.flatMap(({ mandatory, long }) =>
    mandatory && long ? [long, option[long] ?? 'a good reason'] : [],
  ),
];

const manyIssues = Array.from({ length: 40 }, (_, index) => ({
  path: `arguments.argument_${index}`,
  message: 'is missing, and is needed before anything else can be done with the others',
}));

const refusals: Readonly<Record<string, FailureReason>> = {
  wrong: {
    code: 'validation_error',
    message: 'The body is not valid. See details.issues for the fields.',
    details: { issues: [{ path: 'somewhere', message: 'is wrong' }] },
  },
  unnamed: { code: 'not_found', message: 'There is none. Available: a.', details: { available: ['a'] } },
  missing: { code: 'not_found', message: 'There is none.' },
  conflicting: { code: 'conflict', message: 'It is not as it was.' },
  broken: { code: 'internal_error', message: 'Something went wrong here.' },
};

let answer: FailureReason;
let asked = 0;
let server: Server;
let url: string;
let leaves: readonly Leaf[];
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    asked += 1;
    const { status, headers, body } = failureResponse(answer, 'trace-7', '2026-01-01T00:00:00.000Z');
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  leaves = leavesOf(await createWholeProgram(openCliRun({}).cli, '1.2.3'));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(backup, { recursive: true, force: true });
});

const run = (words: readonly string[], columns?: number) =>
  runCliInProcess(
    words,
    { DATA_DIR: '/no/such/data', ANAMNESIS_URL: url, ANAMNESIS_TOKEN: 'a-token' },
    // Without input, a command on a terminal waits for the user.
    {
      ...(words[0] === 'chat' || columns !== undefined ? { input: 'naloxone\n' } : {}),
      ...omitUndefined({ columns }),
    },
  );

/** Returns the exit code of every command that calls the server, which answers with the given refusal. */
const codesFor = async (refusal: string): Promise<Readonly<Record<string, number | null>>> => {
  const reason = refusals[refusal];
  if (reason === undefined) throw new Error(`There is no refusal ${refusal}.`);
  answer = reason;
  const askedNothing: string[] = [];
  const codes: Record<string, number | null> = {};
  for (const leaf of leaves) {
    if (leaf.name in local) continue;
    const before = asked;
    const { code, err } = await run(wordsFor(leaf));
    if (asked === before) askedNothing.push(`${wordsFor(leaf).join(' ')}: ${err}`);
    codes[leaf.name] = code;
  }
  expect(askedNothing).toEqual([]);
  return codes;
};

const but = (code: number, codes: Readonly<Record<string, number | null>>) =>
  Object.entries(codes).filter(([, one]) => one !== code);

/** These continue with other files or lines, and exit with 1 because some failed. */
const goingOn = [
  ['ingest', 1],
  ['chat', 1],
  ['watch', 1],
];

describe('the exit code of every command', () => {
  it('is 2 when the server refuses an argument', async () => {
    const codes = await codesFor('wrong');
    expect(Object.keys(codes).length).toBeGreaterThan(50);
    expect(but(2, codes)).toEqual(goingOn);
  });

  it('is 2 for an unknown name when the server lists the valid ones', async () => {
    expect(but(2, await codesFor('unnamed'))).toEqual(goingOn);
  });

  it.each(['missing', 'conflicting', 'broken'])(
    'is 1 when the arguments may be right: %s',
    async (refusal) => {
      expect(but(1, await codesFor(refusal))).toEqual([]);
    },
  );

  it('is 2 for a wrong argument when no server is called', async () => {
    expect(leaves.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(local)));
    const environment = { DATA_DIR: '/no/such/data', DATABASE_URL: 'postgres://user@localhost:9/nothing' };
    const codes: [string, number | null][] = [];
    for (const [name, words] of Object.entries(local))
      codes.push([name, (await runCliInProcess([...name.split(' '), ...words], environment)).code]);
    expect(codes.filter(([, code]) => code !== 2)).toEqual([]);
  });
});

/** The most lines that a user reads at a glance. */
const FEW_LINES = 12;
const COLUMNS = 80;

type Screen = { readonly words: string; readonly code: number | null; readonly lines: number };

const screenOf = async (words: readonly string[]): Promise<Screen> => {
  const { code, err } = await run(words, COLUMNS);
  return { words: words.join(' '), code, lines: err.trimEnd().split('\n').length };
};

/** Calls with a value that matches no option or argument of the command. */
const wrongCalls = (leaf: Leaf): readonly (readonly string[])[] => {
  const name = leaf.name.split(' ');
  const options = leaf.command.options.filter(({ long, required }) => long !== undefined && required);
  return [
    ...(leaf.command.registeredArguments.some(({ required }) => required) ? [name] : []),
    [...name, '--no-such-option'],
    ...options.map(({ long }) => [...wordsFor(leaf), String(long), '\u0000 no such value']),
    [...wordsFor(leaf), ...Array.from({ length: 40 }, (_, index) => `no-such-word-${index}`)],
  ];
};

describe('the response of every command to wrong input, on a terminal', () => {
  it('is short for anything missing or wrong', async () => {
    answer = { code: 'validation_error', message: 'It is wrong.', details: { issues: manyIssues } };
    const screens: Screen[] = [];
    for (const leaf of leaves) for (const words of wrongCalls(leaf)) screens.push(await screenOf(words));
    expect(screens.length).toBeGreaterThan(200);
    expect(screens.filter(({ code, lines }) => code === 2 && lines > FEW_LINES)).toEqual([]);
    expect(screens.filter(({ code }) => code === 2).length).toBeGreaterThan(100);
  });

  it('does not claim that the work has begun', async () => {
    for (const [code, refusal] of Object.entries(refusals)) {
      answer = refusal;
      expect((await run(['tools', 'watch'])).err, code).not.toContain('Ctrl-C');
    }
    const device = await run(['watch', '/dev/null', '-t', 'guideline']);
    expect(device).toMatchObject({ code: 2, err: '/dev/null is neither a file nor a folder.\n' });
  });
});
