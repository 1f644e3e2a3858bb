import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { sharedServer } from '../../support/shared-server.ts';

describe('doctor at the command line', () => {
  let folder: string;
  let dataDir: string;
  const cli = (...words: string[]): Promise<CliResult> => runCliInProcess(words, { DATA_DIR: dataDir });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-doctor-'));
    ({ dataDir } = await sharedServer());
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const fitsEightyColumns = (out: string): void => {
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  };

  it('reports unreferenced files, and removes them with --repair', async () => {
    const orphan = join(dataDir, 'blobs', 'ab', 'ab'.repeat(32));
    await mkdir(join(dataDir, 'blobs', 'ab'), { recursive: true });
    await writeFile(orphan, 'No event names this.');
    const longAgo = new Date(Date.now() - 48 * 3_600_000);
    await utimes(orphan, longAgo, longAgo);
    const report = await cli('doctor');
    expect(report.code).toBe(1);
    expect(report.out.replaceAll(/\s+/g, ' ')).toContain('WARN orphans 1 file (20 B) that no event names');
    fitsEightyColumns(report.out);
    expect((await cli('doctor', '--repair')).out).toContain('Removed 1 of 1 file');
    expect(await readdir(join(dataDir, 'blobs', 'ab'))).not.toContain('ab'.repeat(32));
  });

  it('verifies one projection or all of them', async () => {
    const all = await cli('projections', 'verify', '--json');
    expect(all.code).toBe(0);
    const results = JSON.parse(all.out) as { projection: string; rows: number; difference?: unknown }[];
    expect(results.map(({ projection }) => projection)).toContain('search');
    expect(results.filter(({ difference }) => difference !== undefined)).toEqual([]);
    const one = await cli('projections', 'verify', 'documents');
    const rows = results.find(({ projection }) => projection === 'documents')?.rows;
    expect(one).toMatchObject({
      code: 0,
      out: expect.stringContaining(`matches the log: ${rows} rows.`),
    });
    expect(await cli('projections', 'verify', 'nothing')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no projection with this name. Available: documents,'),
    });
  });

  it('asks the running server, and exits with 2 when something is lost', async () => {
    const blobs = join(dataDir, 'blobs');
    const first = (await readdir(blobs)).find((name) => /^[0-9a-f]{2}$/.test(name) && name !== 'ab') ?? '';
    await rename(join(blobs, first), join(folder, first));
    const { code, out } = await cli('doctor', '--json').finally(() =>
      rename(join(folder, first), join(blobs, first)),
    );
    expect(code).toBe(2);
    const { findings } = JSON.parse(out) as {
      findings: { check: string; severity: string; advice?: string }[];
    };
    const lost = findings.filter(({ severity }) => severity === 'error');
    expect(lost).toMatchObject([{ check: 'blobs', advice: expect.stringContaining('backup') }]);
    expect(findings.some(({ check }) => check === 'followers')).toBe(true);
  });

  it('explains a wrong call, and a directory that does not exist', async () => {
    expect(await cli('doctor', '--older-than', '0')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--older-than: must be at least 1'),
    });
    expect((await cli('doctor', '--fix')).code).toBe(2);
    const nowhere = await runCliInProcess(['doctor'], { DATA_DIR: join(folder, 'nowhere') });
    expect(nowhere.code).toBe(2);
    expect(nowhere.out).toMatch(/^ERROR {2}start/);
  });

  it('creates no installation in an empty folder, such as an unmounted volume', async () => {
    const empty = join(folder, 'not-mounted');
    await mkdir(empty);
    const doctor = await runCliInProcess(['doctor'], { DATA_DIR: empty });
    expect(doctor.code).toBe(2);
    expect(doctor.out).toMatch(/^ERROR {2}start {7}There is no database in the data directory/);
    const backup = await runCliInProcess(['backup', join(folder, 'backup')], { DATA_DIR: empty });
    expect(backup).toMatchObject({ code: 1, err: expect.stringContaining('There is no database') });
    const token = await runCliInProcess(['token', 'reset'], { DATA_DIR: empty });
    expect(token).toMatchObject({ code: 1, err: expect.stringContaining('There is no data directory') });
    expect(await readdir(empty)).toEqual([]);
  });
});
