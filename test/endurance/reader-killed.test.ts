import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePdf } from '../../scripts/samples/write-pdf.ts';
import { until } from '../support/log-harness.ts';
import type { Json } from '../support/server-in-process.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

let folder: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-reader-'));
});
afterEach(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** A fake tesseract that kills the process that reads the scan, as a fault of the engine or the kernel would. */
const writeDeadlyTesseract = async (programs: string, log: string, signal: string): Promise<void> => {
  await mkdir(programs);
  await writeFile(
    join(programs, 'tesseract'),
    `#!/bin/sh\necho asked >> ${log}\nkill -${signal} $PPID\nsleep 1\n`,
  );
  await chmod(join(programs, 'tesseract'), 0o755);
};

it.each(['ABRT', 'KILL'])(
  'a scan that ends its reader by SIG%s fails alone, and no restart reads it again',
  async (signal) => {
    const log = join(folder, 'asked');
    const programs = join(folder, 'programs');
    const dataDir = join(folder, 'data');
    await writeDeadlyTesseract(programs, log, signal);
    const asked = async (): Promise<number> =>
      (await readFile(log, 'utf8').catch(() => '')).split('\n').length - 1;
    const start = async (): Promise<ServerProcess> => {
      server = await startServerProcess(dataDir, { PATH: `${programs}:${process.env.PATH ?? ''}` });
      return server;
    };
    const jobOf = async ({ fetch }: ServerProcess, jobId: string): Promise<Json> =>
      ((await (await fetch(`/api/admin/kb/jobs/${jobId}`)).json()) as { data?: Json }).data ?? {};
    const ingest = async ({ fetch }: ServerProcess, name: string, content: Uint8Array): Promise<string> => {
      const form = new FormData();
      form.set('sourceType', 'guideline');
      form.set('file', new Blob([new Uint8Array(content)]), name);
      const accepted = await fetch('/api/commands/IngestDocument', { method: 'POST', body: form });
      return ((await accepted.json()) as { data: { jobId: string } }).data.jobId;
    };
    const ended = async (from: ServerProcess, jobId: string): Promise<Json> => {
      let job: Json = {};
      await until('the job has ended', async () => {
        job = await jobOf(from, jobId);
        return job.state === 'COMPLETED' || job.state === 'FAILED';
      });
      return job;
    };

    const first = await start();
    const scan = writePdf({ pages: [[{ line: [10, 10, 90, 90] }], [{ line: [10, 10, 90, 120] }]] });
    const poisoned = await ingest(first, 'scan.pdf', new Uint8Array(scan));
    expect(await ended(first, poisoned)).toMatchObject({
      state: 'FAILED',
      errorReason: expect.any(String),
      errorMessage: expect.any(String),
    });
    const readings = await asked();
    expect(readings).toBeGreaterThan(0);
    // The same server goes on, and reads other documents.
    expect(first.process.exitCode).toBeNull();
    const leaflet = await ingest(first, 'leaflet.txt', Buffer.from('Give oral glucose 15 g.'));
    expect(await ended(first, leaflet)).toMatchObject({ state: 'COMPLETED' });

    await first.kill();
    const second = await start();
    const later = await ingest(second, 'later.txt', Buffer.from('Give oxygen 15 L/min.'));
    expect(await ended(second, later)).toMatchObject({ state: 'COMPLETED' });
    expect(await jobOf(second, poisoned)).toMatchObject({ state: 'FAILED' });
    expect(await asked()).toBe(readings);
  },
);
