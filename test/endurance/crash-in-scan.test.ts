import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePdf } from '../../scripts/samples/write-pdf.ts';
import { until } from '../support/log-harness.ts';
import type { Json } from '../support/server-in-process.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const PAGES = 12;
/** Pages read before the server is killed; the next one is in progress then. */
const READ = 5;

let folder: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-scan-'));
});
afterEach(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** A fake tesseract that records its calls and images; after some pages it waits for permission. */
const writeHeldTesseract = async (programs: string, log: string, goOn: string): Promise<void> => {
  const row = (line: number, word: string): string =>
    ['5', '1', '1', '1', String(line), '1', '0', '0', '9', '9', '90', word].join('\\t');
  await mkdir(programs);
  await writeFile(
    join(programs, 'tesseract'),
    `#!/bin/sh\nsum=$(cksum | cut -d' ' -f1)\necho $sum >> ${log}\n` +
      `if [ "$(wc -l < ${log})" -gt ${READ} ]; then while [ -e ${log} ] && [ ! -e ${goOn} ]; do sleep 0.1; done; fi\n` +
      `for word in Give oxygen to patient; do printf "${row(1, '$word')}\\n"; done\nprintf "${row(2, '$sum')}\\n"\n`,
  );
  await chmod(join(programs, 'tesseract'), 0o755);
};

it('reading a scan resumes at the same page after the server was killed, and leaves no page behind', async () => {
  const log = join(folder, 'asked');
  const dataDir = join(folder, 'data');
  const programs = join(folder, 'programs');
  const goOn = join(folder, 'go-on');
  await writeHeldTesseract(programs, log, goOn);
  const asked = async (): Promise<readonly string[]> =>
    (await readFile(log, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const start = () =>
    startServerProcess(dataDir, { LOG_LEVEL: 'info', PATH: `${programs}:${process.env.PATH ?? ''}` });

  const first = await start();
  server = first;
  const form = new FormData();
  form.set('sourceType', 'guideline');
  form.set(
    'file',
    new Blob([
      new Uint8Array(
        writePdf({
          pages: Array.from({ length: PAGES }, (_, page) => [{ line: [10, 10, 90, 90 + page * 20] }]),
        }),
      ),
    ]),
    'scan.pdf',
  );
  const accepted = await first.fetch('/api/commands/IngestDocument', { method: 'POST', body: form });
  const { jobId } = ((await accepted.json()) as { data: { jobId: string } }).data;
  await until('some pages are read', async () => (await asked()).length > READ);
  await first.kill();
  expect((await asked()).length).toBeLessThan(PAGES);
  await writeFile(goOn, '');

  const second = await start();
  server = second;
  let job: Json = {};
  await until('the job has ended', async () => {
    const answer = await second.fetch(`/api/admin/kb/jobs/${jobId}`);
    job = ((await answer.json()) as { data?: Json }).data ?? {};
    return job.state === 'COMPLETED' || job.state === 'FAILED';
  });
  expect(job).toMatchObject({ state: 'COMPLETED', pages: PAGES, retryCount: 0 });
  const sums = await asked();
  expect(new Set(sums).size).toBe(PAGES);
  // Only the page in progress is read twice.
  expect(sums.length).toBeLessThanOrEqual(PAGES + 1);
  expect(await readdir(join(dataDir, 'reading'))).toEqual([]);
});
