/**
 * Runs every command of README.md and of docs/, in order, in an empty folder against one new server.
 *
 * The convention:
 * - In README.md every fenced block with the info string `sh` is run.
 * - In docs/**.md a block is run when its info string is `sh run`; GitHub shows both alike. Blocks with `sh` alone are
 * for reading. Files come in the order of their paths, after README.md.
 * - A line is a command, and a trailing backslash continues it. It runs in bash at the root of an installation with an
 * empty data directory, next to the server, and must exit with 0. Calls of `npx anamnesis` run in this process, with
 * the arguments as expanded by bash.
 * - Commands that cannot run as written are in `SPECIAL` or `REPLACEMENTS` below, each with its reason.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { collectText } from '../../support/collect-text.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';
import { type ShellCommand, shellCommandsOf } from '../../support/shell-blocks.ts';

const root = join(import.meta.dirname, '../../..');

/** Commands that are not run, by prefix, with the reason. */
const SPECIAL: readonly (readonly [beginning: string, reason: string])[] = [
  ['npm ci', 'installs everything from the registry'],
  ['npm start', 'runs forever; the test starts the server itself'],
  ['npm run dev', 'runs forever'],
  ['npm run check', 'takes minutes and has a separate run in CI'],
  ['npm run bench', 'takes minutes and has a separate run'],
  ['npm run fuzz', 'takes minutes and has a separate run in CI'],
  ['npm run chaos', 'takes minutes and has separate tests'],
  ['npm run eval -- --corpus', 'takes minutes; evaluate-corpus.test.ts does so with fewer texts'],
  ['npm run eval -- <', 'a placeholder for a folder of labelled questions'],
  ['npm run eval:alignment -- 20000 <', 'placeholders for folders of documents'],
  ['npm run eval:reading -- 1 <', 'placeholders for folders of documents'],
  ['npm run train:ranking -- <', 'placeholders for folders of labelled questions'],
  ['npm run eval -- --phi', 'takes half a minute; evaluate-corpus.test.ts does so with fewer notes'],
  ['npm run traps', 'takes a minute; traps.test.ts asks the same'],
];

/** Replacements on the test machine. */
const REPLACEMENTS: readonly (readonly [text: string, replacement: (place: Place) => string])[] = [
  // The server uses a free port.
  ['http://localhost:3000', ({ url }) => url],
  // No folders outside the test's own.
  ['/backups/', ({ folder }) => `${folder}/backups/`],
  ['/elsewhere/', ({ folder }) => `${folder}/elsewhere/`],
  ['/safe/', ({ folder }) => `${folder}/safe/`],
  // As shown by `ask` below the answer.
  ['<queryId>', ({ queryId }) => queryId],
  // curl accepts a refusal as a response, but here it is a defect of the document.
  ['curl -s ', () => 'curl -s --fail-with-body '],
];
type Place = { readonly folder: string; readonly url: string; readonly queryId: string };

/** Runs the command line next to the server, as its user. */
const cliJson = async (folder: string, ...words: readonly string[]): Promise<unknown> => {
  const { code, out, err } = await runCliInProcess([...words, '--json'], { DATA_DIR: join(folder, 'data') });
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

describe('the commands in the documentation', () => {
  let folder: string;
  let server: InProcess;
  let queryId: string;
  let token: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-documents-'));
    // An installation with our programs, and its own data and results.
    for (const name of await readdir(root)) {
      if (!['.git', 'data'].includes(name)) await symlink(join(root, name), join(folder, name));
    }
    const dataDir = join(folder, 'data');
    // With the default setting: doctor reports a weaker one.
    server = await startInProcess({ dataDir, environment: { JWT_SECRET: '', EMBEDDED_SYNC: 'commit' } });
    process.chdir(folder);
    queryId = z.object({ queryId: z.string() }).parse(await cliJson(folder, 'ask', 'naloxone dose')).queryId;
    // A separate shell runs each command, so variables do not carry over.
    const made = await cliJson(folder, 'tokens', 'create', 'tester', '--roles', 'admin,clinician');
    token = z.object({ token: z.string() }).parse(made).token;
    // The place of an operator's copy.
    await mkdir(join(folder, 'safe'));
    await copyFile(join(folder, 'data/keys/master.key'), join(folder, 'safe/master.key'));
  });
  afterAll(async () => {
    process.chdir(root);
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** In bash, the arguments of command-line calls are written down, and run here after bash has exited. */
  const inShell = async (text: string) => {
    const place = { folder, url: server.url, queryId };
    const said = REPLACEMENTS.reduce(
      (line, [written, replacement]) => line.replaceAll(written, replacement(place)),
      text,
    );
    const calls = join(folder, 'calls');
    await writeFile(calls, '');
    const noteCall = `npx() { printf '%s\\0' "$@" >> ${calls}; printf '\\0' >> ${calls}; }`;
    const child = spawn('bash', ['-euo', 'pipefail', '-c', `${noteCall}\n${said}`], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TOKEN: token },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const shown = collectText(child.stdout, child.stderr);
    await once(child, 'close');
    const called = (await readFile(calls, 'utf8')).split('\0\0').slice(0, -1);
    for (const [program, ...words] of called.map((call) => call.split('\0'))) {
      if (program !== 'anamnesis') throw new Error(`npx ${program} is not run here.`);
      const { code, out, err } = await runCliInProcess(words, { DATA_DIR: join(folder, 'data') });
      if (code !== 0) return { code, shown: out + err };
    }
    return { code: child.exitCode, shown: shown() };
  };

  it.each(run.map((command) => [`${command.file}:${command.line}: ${command.text}`, command.text]))(
    'work: %s',
    async (_, text) => {
      const { code, shown } = await inShell(text);
      expect({ code, shown }).toEqual({ code: 0, shown });
    },
  );

  it('are all run, except for those listed above', () => {
    const unused = SPECIAL.filter(
      ([beginning]) => !commands.some(({ text }) => text.trim().startsWith(beginning)),
    );
    // `npm start` and `npm run dev` may be separate commands, or not.
    expect(
      unused.map(([beginning]) => beginning).filter((beginning) => !/start|dev/.test(beginning)),
    ).toEqual([]);
    expect(run.length).toBeGreaterThan(20);
  });

  it('create the files that the text names, where it names them', async () => {
    const named = run.flatMap(({ text }) =>
      [...text.matchAll(/--output (\S+)/g)].map(([, name = '']) => name),
    );
    expect(named).not.toEqual([]);
    // Without judgements, an export is empty.
    for (const name of named) expect((await stat(join(folder, name))).isFile(), name).toBe(true);
  });
});
