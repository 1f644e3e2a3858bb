import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { mountSmallVolume } from '../support/small-volume.ts';

const MB = 1_000_000;
const volume = await mountSmallVolume(200);
afterAll(async () => {
  await volume?.[Symbol.asyncDispose]();
});

describe.skipIf(!volume)('an embedded database that cannot write its log', () => {
  it('exits the process with the reason instead of spinning, and loses nothing committed', async () => {
    if (!volume) return;
    const dataDir = join(volume.path, 'database');
    // A second attempt needs an empty volume.
    onTestFinished(async () => {
      await volume.empty();
      await rm(dataDir, { recursive: true, force: true });
    });
    await (await openPgliteDatabase(dataDir)).close();
    await volume.fill(20 * MB);
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../support/write-until-full.ts'), dataDir],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    let [committed, said] = ['', ''];
    child.stdout.on('data', (part: Buffer) => {
      committed += part.toString();
    });
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString();
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(said).toMatch(/The embedded database in \S+ failed: could not .*No space left on device/);
    const rows = Number(committed.trim().split('\n').at(-1));
    expect(rows).toBeGreaterThan(0);

    await volume.empty();
    const database = await openPgliteDatabase(dataDir);
    const [row] = await database.query('select count(*) as rows, max(n) as last from rows');
    expect(Number(row?.rows)).toBeGreaterThanOrEqual(committed.trim().split('\n').length);
    expect(Number(row?.last)).toBeGreaterThanOrEqual(rows);
    await database.close();
  });
});
