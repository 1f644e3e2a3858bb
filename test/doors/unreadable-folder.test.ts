import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectText } from '../support/collect-text.ts';
import { programArguments } from '../support/program-arguments.ts';

const root = join(import.meta.dirname, '../..');
/** The id of an unprivileged user on Linux. */
const UNPRIVILEGED = 65_534;
const canDropRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!canDropRoot) process.stdout.write('Not root on Linux: the tests without permissions are skipped.\n');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-unreadable-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'documents/private'), { recursive: true, mode: 0o755 });
  await writeFile(join(folder, 'documents/private/plan.md'), '# Plan');
  await chmod(join(folder, 'documents/private'), 0o700);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command as another user, and returns its exit code and everything that it printed. */
const runUnprivileged = async (dataDir: string, ...words: readonly string[]) => {
  const child = spawn(process.execPath, [...programArguments('cli/main.ts'), ...words], {
    cwd: root,
    uid: UNPRIVILEGED,
    gid: UNPRIVILEGED,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const shown = collectText(child.stdout, child.stderr);
  await once(child, 'close');
  return { code: child.exitCode, shown: shown() };
};

describe.runIf(canDropRoot)('an unreadable folder', () => {
  it('is listed among what was not ingested', async () => {
    const { code, shown } = await runUnprivileged(
      join(folder, 'data'),
      'ingest',
      join(folder, 'documents'),
      '-t',
      'guideline',
    );
    expect(code).toBe(1);
    expect(shown).toContain(
      `${join(folder, 'documents/private')}: The user running this command has no permission to read the folder.`,
    );
    expect(shown).toContain('There was nothing to ingest.');
  });

  it('is not mistaken for an empty data directory', async () => {
    const dataDir = join(folder, 'documents/private');
    const { code, shown } = await runUnprivileged(dataDir, 'documents');
    expect(code).toBe(1);
    expect(shown).toContain(`The data directory ${dataDir} cannot be read.`);
    expect(shown).toContain('Run the command as the user who runs the server');
  });
});
