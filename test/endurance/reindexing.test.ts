import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { writePdf } from '../../scripts/samples/write-pdf.ts';
import { runCliInProcess, startCliInProcess } from '../support/cli-in-process.ts';
import { writePausingTesseract } from '../support/held-tesseract.ts';
import { until } from '../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
let folder: string;
let server: ServerProcess | undefined;
let next: InProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-reindex-'));
  vi.stubEnv('PATH', `${await writePausingTesseract(folder)}:${process.env.PATH ?? ''}`);
});
afterAll(async () => {
  await server?.kill();
  await next?.dispose();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

it('reading scans again resumes where the server was killed, and reads nothing twice', async () => {
  const dataDir = join(folder, 'data');
  const environment = { DATA_DIR: dataDir, COLUMNS: '220' };
  const cli = (...words: string[]) => runCliInProcess(words, environment);
  server = await startServerProcess(dataDir, { LOG_LEVEL: 'info' });
  let request = server.fetch;
  const dataOf = async (path: string): Promise<Json> =>
    ((await (await request(path)).json()) as { data: Json }).data;
  const run = async (): Promise<Json> => (await dataOf('/api/admin/reindexing')).run as Json;
  const liveVersions = async (): Promise<readonly unknown[]> =>
    Promise.all(NAMES.map(async (name) => (await dataOf(`/api/documents/guideline-${name}`)).liveVersion));

  for (const name of NAMES)
    await writeFile(
      join(folder, `${name}.pdf`),
      writePdf({ pages: [[{ line: [10, 10, 90, 90 + NAMES.indexOf(name) * 20] }]] }),
    );
  const files = NAMES.map((name) => join(folder, `${name}.pdf`));
  expect(await cli('ingest', ...files, '-t', 'guideline')).toMatchObject({ code: 0 });
  expect((await cli('reindex', '--dry-run')).out).toContain('To be read again: 0 documents');
  await writeFile(join(folder, 'hold'), '');
  const reading = startCliInProcess(['reindex', '--all'], environment);
  await until('two scans are read', async () => ((await run())?.progress as Json | undefined)?.done === 2);
  await until('both scans answer', async () => (await liveVersions()).toSorted().join() === '1,1,1,1,2,2');
  await server.kill();
  await reading.finished;
  await rm(join(folder, 'hold'));

  next = await startInProcess({ dataDir });
  request = next.request;
  await until('the run has ended', async () => (await run()).status !== 'running');
  expect(await run()).toMatchObject({
    status: 'completed',
    progress: { total: 6, done: 6, failed: 0, skipped: 0 },
  });
  await until('all new readings answer', async () => (await liveVersions()).every((one) => one === 2));
  expect((await cli('reindex', '--status')).out).toContain('Reindexed: 6 of 6 documents');
});
