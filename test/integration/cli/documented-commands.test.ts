/**
 * Runs every command of README.md and of docs/, in order, in an empty folder against one fresh server.
 *
 * The convention:
 * - In README.md every fenced block with the info string `sh` is run.
 * - In docs/**.md a block is run when its info string is `sh run`; GitHub shows both alike. Blocks with `sh` alone are
 *   for reading. Files come in the order of their paths, after README.md.
 * - A line is a command, a backslash at its end goes on with it. It runs in bash at the root of an installation with an
 *   empty data directory, next to the server, and must end with 0.
 * - What cannot run as it stands is in `SPECIAL` or `STANDS_FOR` below, each with its reason.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collectText } from '../../support/collect-text.ts';
import { runCli } from '../../support/run-cli.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { type ShellCommand, shellCommandsOf } from '../../support/shell-blocks.ts';

const root = join(import.meta.dirname, '../../..');

/** Commands that are not run, by how they begin, and why. */
const SPECIAL: readonly (readonly [beginning: string, reason: string])[] = [
  ['npm ci', 'installs 630 MB from the registry; the test starts the server itself'],
  ['npm start', 'goes on for ever; the test starts the server itself'],
  ['npm run dev', 'goes on for ever'],
  ['npm test', 'would run this test in itself'],
  ['npm run test:', 'would run this test in itself, or what "npm test" runs beside it'],
  ['npm run check', 'takes minutes and has a run of its own in CI'],
  ['npm run bench', 'takes minutes and has a run of its own'],
  ['npm run fuzz', 'takes minutes and has a run of its own in CI'],
  ['npm run chaos', 'takes minutes and has tests of its own'],
  [
    'npx anamnesis models install',
    'fetches 91 MB from the model hub; cli-models.test.ts does so from one of its own',
  ],
  ['npm run eval -- --corpus', 'takes minutes; eval-corpus.test.ts does so with fewer texts'],
  ['npm run eval -- <', 'a placeholder for a folder of labelled questions'],
];

/** What stands for something else on the machine of the test. */
const STANDS_FOR: readonly (readonly [text: string, stands: (place: Place) => string])[] = [
  // The server takes a free port.
  ['http://localhost:3000', ({ url }) => url],
  // No folders outside of the test's own.
  ['/backups/', ({ folder }) => `${folder}/backups/`],
  ['/elsewhere/', ({ folder }) => `${folder}/elsewhere/`],
  ['/safe/', ({ folder }) => `${folder}/safe/`],
  // As `ask` shows it below the answer.
  ['<queryId>', ({ queryId }) => queryId],
  // A refusal is an answer to curl, and a defect of the document here.
  ['curl -s ', () => 'curl -s --fail-with-body '],
];
type Place = { readonly folder: string; readonly url: string; readonly queryId: string };

/** Runs the command line beside the server, as its user does. */
const cliJson = async (folder: string, ...words: readonly string[]): Promise<unknown> => {
  const { code, out, err } = await runCli([...words, '--json'], { DATA_DIR: join(folder, 'data') });
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
};

const documents = async (): Promise<readonly ShellCommand[]> => {
  const docs = (await readdir(join(root, 'docs'), { recursive: true }).catch(() => []))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => ({ file: `docs/${name}`, infos: ['sh run'] }));
  const files = [{ file: 'README.md', infos: ['sh', 'sh run'] }, ...docs];
  return (
    await Promise.all(
      files.map(async ({ file, infos }) =>
        shellCommandsOf(file, await readFile(join(root, file), 'utf8'), infos),
      ),
    )
  ).flat();
};

const commands = await documents();
const reasonAgainst = ({ text }: ShellCommand): string | undefined =>
  SPECIAL.find(([beginning]) => text.trim().startsWith(beginning))?.[1];
const run = commands.filter((command) => reasonAgainst(command) === undefined);
for (const command of commands) {
  const reason = reasonAgainst(command);
  if (reason !== undefined) process.stdout.write(`Not run: ${command.file}:${command.line}: ${reason}.\n`);
}

describe('the documents', () => {
  let folder: string;
  let server: ServerProcess;
  let queryId: string;
  let token: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-documents-'));
    // An installation whose programs are ours, and whose data and results are its own.
    for (const name of await readdir(root)) {
      if (!['.git', 'data'].includes(name)) await symlink(join(root, name), join(folder, name));
    }
    server = await startServerProcess(join(folder, 'data'), { LOG_LEVEL: 'warn', JWT_SECRET: '' });
    queryId = z.object({ queryId: z.string() }).parse(await cliJson(folder, 'ask', 'naloxone dose')).queryId;
    // A shell of its own runs each command, so what one sets is not there for the next.
    const made = await cliJson(folder, 'tokens', 'create', 'tester', '--roles', 'admin,clinician');
    token = z.object({ token: z.string() }).parse(made).token;
    // Where an operator keeps a copy of it.
    await mkdir(join(folder, 'safe'));
    await copyFile(join(folder, 'data/keys/master.key'), join(folder, 'safe/master.key'));
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const inShell = async (text: string) => {
    const place = { folder, url: server.url, queryId };
    const said = STANDS_FOR.reduce(
      (line, [written, stands]) => line.replaceAll(written, stands(place)),
      text,
    );
    const child = spawn('bash', ['-euo', 'pipefail', '-c', said], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TOKEN: token },
      // A chat ends where nobody types.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const shown = collectText(child.stdout, child.stderr);
    await once(child, 'close');
    return { code: child.exitCode, shown: shown() };
  };

  it.each(run.map((command) => [`${command.file}:${command.line}: ${command.text}`, command.text]))(
    'say what works: %s',
    async (_, text) => {
      const { code, shown } = await inShell(text);
      expect({ code, shown }).toEqual({ code: 0, shown });
    },
  );

  it('leave nothing out but what the list above says', () => {
    const unused = SPECIAL.filter(
      ([beginning]) => !commands.some(({ text }) => text.trim().startsWith(beginning)),
    );
    // `npm start` and `npm run dev` may or may not be written as commands of their own.
    expect(
      unused.map(([beginning]) => beginning).filter((beginning) => !/start|dev/.test(beginning)),
    ).toEqual([]);
    expect(run.length).toBeGreaterThan(20);
  });

  it('make the files that they name, where they say', async () => {
    const named = run.flatMap(({ text }) =>
      [...text.matchAll(/--output (\S+)/g)].map(([, name = '']) => name),
    );
    expect(named).not.toEqual([]);
    // Where nobody has judged anything yet, an export is empty.
    for (const name of named) expect((await stat(join(folder, name))).isFile(), name).toBe(true);
  });
});
