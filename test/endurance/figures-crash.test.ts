import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writePdf } from '../../scripts/samples/write-pdf.ts';
import { line, photograph } from '../support/chart-page.ts';
import { runCliInProcess } from '../support/cli-in-process.ts';
import { until } from '../support/log-harness.ts';
import { type Json, startInProcess } from '../support/server-in-process.ts';
import { startServerProcess } from '../support/server-process.ts';

const FIGURES = 24;
const atlas = writePdf({
  title: 'Atlas of zebras',
  pages: Array.from({ length: FIGURES }, (_, page) => [
    line(`Chapter ${page + 1} on the stripes of the zebra and how they are counted in the field.`, 72, 740),
    { picture: photograph(120 + page, 80), at: [100, 400, 240, 160] as const },
    line(`Figure ${page + 1}. Stripes of a zebra.`, 110, 380),
  ]),
});

it('drawing figures survives kills, without losing a figure or leaving one behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-atlas-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  /** The files of a data directory, by their addresses. */
  const filesIn = async (dir: string): Promise<readonly string[]> => {
    const blobs = join(dir, 'blobs');
    const found = await readdir(blobs, { recursive: true, withFileTypes: true }).catch(() => []);
    return found
      .filter((entry) => entry.isFile() && /[0-9a-f]{32}$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(blobs.length + 1));
  };

  let server = await startServerProcess(dataDir);
  onTestFinished(() => server.kill());
  let request = server.fetch;
  const form = new FormData();
  form.set('sourceType', 'guideline');
  form.set('docKey', 'guideline-atlas');
  form.set('file', new Blob([new Uint8Array(atlas)]), 'atlas.pdf');
  const uploaded = await request('/api/commands/IngestDocument', { method: 'POST', body: form });
  const { data: accepted } = (await uploaded.json()) as { data: Json };
  const job = async (): Promise<Json> => {
    const answer = await request(`/api/admin/kb/jobs/${String(accepted.jobId)}?after=1`);
    return ((await answer.json()) as { data?: Json }).data ?? {};
  };
  const isOver = async (): Promise<boolean> => ['COMPLETED', 'FAILED'].includes(String((await job()).state));

  // While it reads, while it stores the first images, and in the middle of them.
  for (const more of [0, 1, FIGURES / 2]) {
    if (server.process.killed) server = await startServerProcess(dataDir);
    request = server.fetch;
    const before = (await filesIn(dataDir)).length;
    await until(
      'images are stored',
      async () => (await filesIn(dataDir)).length >= before + more || isOver(),
    );
    await server.kill();
  }
  const last = await startInProcess({ dataDir });
  onTestFinished(() => last.dispose());
  request = last.request;
  await until('the job has ended', isOver);
  expect((await job()).state).toBe('COMPLETED');

  const version = '/api/documents/guideline-atlas/versions/1';
  const showAll = async (): Promise<void> => {
    const { data } = (await (await request(`${version}/figures`)).json()) as { data: readonly Json[] };
    expect(data).toHaveLength(FIGURES);
    for (const { url } of data) expect((await request(String(url))).status, String(url)).toBe(200);
  };
  await showAll();

  // The remains of the killed processes are recognized by their age.
  const longAgo = new Date(Date.now() - 5 * 3_600_000);
  for (const file of await filesIn(dataDir)) await utimes(join(dataDir, 'blobs', file), longAgo, longAgo);
  const doctor = await request('/api/admin/doctor', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ repair: true, olderThanHours: 1 }),
  });
  expect(await doctor.text()).toMatch(/All \d+ files that events name exist/);
  await showAll();
  // The file, its images, and the results of reading, cleaning, chunking and embedding it.
  const kept = await filesIn(dataDir);
  expect(kept).toHaveLength(FIGURES + 5);

  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  const copied = await runCliInProcess(['copy-files', '--to', elsewhere], { DATA_DIR: dataDir });
  expect(copied.code, copied.err).toBe(0);
  expect([...(await filesIn(elsewhere))].toSorted()).toEqual([...kept].toSorted());
});
