import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectText } from '../support/collect-text.ts';

const root = join(import.meta.dirname, '../..');
/** The id of an unprivileged user on Linux. */
const UNPRIVILEGED = 65_534;
const canDropRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!canDropRoot)
  process.stdout.write('Not root on Linux: the test of ingestion without permissions is skipped.\n');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-unreadable-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'documents/private'), { recursive: true, mode: 0o755 });
  await writeFile(join(folder, 'documents/private/plan.md'), '# Plan');
  await chmod(join(folder, 'documents/private'), 0o700);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.runIf(canDropRoot)('an unreadable folder', () => {
  it('is listed among what was not ingested', async () => {
    const child = spawn(
      process.execPath,
      ['cli/main.ts', 'ingest', join(folder, 'documents'), '-t', 'guideline'],
      {
        cwd: root,
        uid: UNPRIVILEGED,
        gid: UNPRIVILEGED,
        env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const shown = collectText(child.stdout, child.stderr);
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    expect(shown()).toContain(
      `${join(folder, 'documents/private')}: The user running this command has no permission to read the folder.`,
    );
    expect(shown()).toContain('There was nothing to ingest.');
  });
});
