import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../support/log-harness.ts';
import type { Json } from '../support/server-in-process.ts';
import { adminToken, type ServerProcess, startServerProcess } from '../support/server-process.ts';

const GIGABYTE = 1_000_000_000;
/** More than a text file may have, and than the server may use for it. */
const ACCEPTED = 210_000_000;

/** The memory in use by a process, or its peak, in bytes, according to the kernel. */
const memoryOf = async (pid: number | undefined, what: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
};

/** Sends a form with a generated text file of the given size. Ends when the server has answered. */
const uploadGenerated = (
  server: ServerProcess,
  bytes: number,
  options: { readonly announced: boolean; readonly docKey: string },
): Promise<{ readonly status: number; readonly body: Json; readonly sent: number }> => {
  const head = Buffer.from(
    `--xx\r\nContent-Disposition: form-data; name="sourceType"\r\n\r\nguideline\r\n` +
      `--xx\r\nContent-Disposition: form-data; name="docKey"\r\n\r\n${options.docKey}\r\n` +
      `--xx\r\nContent-Disposition: form-data; name="file"; filename="endless.txt"\r\n\r\n`,
  );
  const tail = Buffer.from('\r\n--xx--\r\n');
  const line = 'Give oxygen and watch the patient closely. ';
  const piece = Buffer.alloc(1_000_000, line);
  let sent = 0;
  async function* form() {
    yield head;
    for (; sent < bytes; sent += piece.length) yield piece;
    yield tail;
  }
  return new Promise((resolve, reject) => {
    const sending = request(`${server.url}/api/commands/IngestDocument`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${adminToken}`,
        'content-type': 'multipart/form-data; boundary=xx',
        ...(options.announced ? { 'content-length': head.length + bytes + tail.length } : {}),
      },
    });
    const body = Readable.from(form());
    sending.on('response', async (response) => {
      const text = Buffer.concat(await Array.fromAsync(response)).toString();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Json, sent });
      body.destroy();
      sending.destroy();
    });
    // The server closes a connection that keeps sending after the response.
    sending.on('error', reject);
    body.on('error', () => {});
    body.pipe(sending);
  });
};

/** The server's files besides its database. */
const filesUnder = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

const isLinux = process.platform === 'linux';
if (!isLinux)
  process.stdout.write(
    'There is no /proc here: the tests that measure the memory of a server are skipped.\n',
  );

describe.skipIf(!isLinux)('a server that receives a gigabyte', () => {
  let dataDir: string;
  let server: ServerProcess;
  afterEach(async () => {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  const start = async (environment: Readonly<Record<string, string>> = {}): Promise<void> => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-gigabyte-'));
    server = await startServerProcess(dataDir, { LOG_LEVEL: 'info', ...environment });
    // A small upload first, to include memory that every server needs eventually.
    const form = new FormData();
    form.set('sourceType', 'guideline');
    form.set('file', new Blob(['Give oxygen.']), 'small.txt');
    const small = await server.fetch('/api/commands/IngestDocument', { method: 'POST', body: form });
    expect(small.status).toBe(202);
    await until('the document is indexed', async () => {
      const answer = await server.fetch('/api/admin/kb/jobs?state=COMPLETED');
      return ((await answer.json()) as { data: readonly Json[] }).data.length === 1;
    });
  };
  /** The growth of the server's peak memory. */
  const growthDuring = async (work: () => Promise<void>): Promise<number> => {
    const before = await memoryOf(server.process.pid, 'VmRSS');
    // Resets the peak of the start (proc(5)).
    await writeFile(`/proc/${server.process.pid}/clear_refs`, '5');
    await work();
    return (await memoryOf(server.process.pid, 'VmHWM')) - before;
  };

  it('refuses it early, using little memory, and leaves nothing of it, with or without an announced length', async () => {
    await start();
    for (const announced of [true, false]) {
      let blobs: readonly string[] = [];
      const growth = await growthDuring(async () => {
        blobs = await filesUnder(join(dataDir, 'blobs'));
        const answer = await uploadGenerated(server, GIGABYTE, { announced, docKey: 'guideline-endless' });
        expect(answer).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
        // The limit of 50 MB, and data in transit.
        expect(answer.sent).toBeLessThan(80_000_000);
        expect((await server.fetch('/api/documents')).status).toBe(200);
      });
      process.stdout.write(`1 GB refused (announced: ${announced}): +${Math.round(growth / 1e6)} MB\n`);
      expect(growth).toBeLessThan(150_000_000);
      expect(await filesUnder(join(dataDir, 'blobs'))).toEqual(blobs);
      expect((await server.fetch('/api/documents/guideline-endless')).status).toBe(404);
    }
  });

  it('accepts a fifth of it in little memory when allowed, and fails its job with a message', async () => {
    await start({ MAX_UPLOAD_MB: '300' });
    const growth = await growthDuring(async () => {
      const { status, body } = await uploadGenerated(server, ACCEPTED, {
        announced: true,
        docKey: 'guideline-endless',
      });
      expect(status).toBe(202);
      const { jobId } = (body as { data: { jobId: string } }).data;
      let job: Json = {};
      await until('the job has ended', async () => {
        const answer = await server.fetch(`/api/admin/kb/jobs/${jobId}`);
        job = ((await answer.json()) as { data?: Json }).data ?? {};
        return job.state === 'FAILED' || job.state === 'COMPLETED';
      });
      expect(job).toMatchObject({ state: 'FAILED', errorReason: 'file_too_large', retryCount: 0 });
      expect(job.errorMessage).toMatch(
        /file of 210 MB is larger than the limit for its format, 200 MB\. Split it/,
      );
    });
    process.stdout.write(`${ACCEPTED / 1e6} MB ingested: +${Math.round(growth / 1e6)} MB\n`);
    expect(growth).toBeLessThan(150_000_000);
    expect(await readdir(join(dataDir, 'blobs', 'incoming'))).toEqual([]);
  });
});
