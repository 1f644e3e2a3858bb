import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writePdf } from '../../scripts/samples/write-pdf.ts';
import { until } from '../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';
import { adminToken, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { writePdfBomb } from '../support/write-pdf-bomb.ts';

const GIGABYTE = 1_000_000_000;

/** What the kernel knows of the memory that a process has in use, or had at its peak, in bytes. */
const memoryOf = async (pid: number | undefined, what: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
};

const accepted = z.object({ data: z.object({ docKey: z.string(), jobId: z.string(), position: z.int() }) });

describe('a server that is sent hostile files', () => {
  let server: InProcess;
  beforeAll(async () => {
    server = await startInProcess({ environment: { INDEXING_CONCURRENCY: '4' } });
  });
  afterAll(() => server.dispose());

  /** A form as raw bytes, since a well-behaved client would clean the name itself. */
  const sendNamed = (
    disposition: Uint8Array,
    content: string,
    fields: Readonly<Record<string, string>> = {},
  ) => {
    const line = (text: string): Buffer => Buffer.from(`${text}\r\n`);
    const body = Buffer.concat([
      ...Object.entries({ sourceType: 'guideline', format: 'text', ...fields }).map(([name, value]) =>
        line(`--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`),
      ),
      Buffer.from('--xx\r\nContent-Disposition: form-data; name="file"; '),
      disposition,
      line(`\r\nContent-Type: text/plain\r\n\r\n${content}`),
      line('--xx--'),
    ]);
    return server.request('/api/commands/IngestDocument', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      body,
    });
  };

  const files = async (): Promise<readonly string[]> =>
    (await readdir(server.dataDir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(server.dataDir, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith('database'));

  it.each([
    ['climbs up the folders', 'filename="../../../../etc/passwd.txt"', 'passwd.txt'],
    ['is a path of Windows', 'filename="..\\\\..\\\\windows\\\\system.txt"', 'system.txt'],
    ['climbs in the other encoding', "filename*=utf-8''..%2F..%2Fup.txt", 'up.txt'],
    ['holds null bytes', "filename*=utf-8''null%00%00byte.txt", 'nullbyte.txt'],
    ['holds line ends', "filename*=utf-8''two%0D%0Alines.txt", 'twolines.txt'],
  ])('stores a file whose name %s under its content only', async (_, disposition, fileName) => {
    const response = await sendNamed(
      Buffer.from(disposition),
      `Give oxygen. This file is called ${fileName}.`,
    );
    expect(response.status).toBe(202);
    const { data } = accepted.parse(await server.bodyOf(response));
    const job = await server.get(`/api/admin/kb/jobs/${data.jobId}?after=${data.position}`);
    expect(job.fileName).toBe(fileName);
    expect(data.docKey).toMatch(/^guideline-[a-z0-9._-]+$/);
    // While a document is indexed, its results are on their way to their places.
    await server.settled();
    const stored = (await files()).filter((path) => path.startsWith('blobs'));
    const blobs = stored.filter((path) => path !== 'blobs/identity');
    expect(blobs.length).toBeGreaterThan(0);
    for (const path of blobs) expect(path).toMatch(/^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/);
  });

  it.each([
    ['is empty', 'filename=""'],
    ['is nothing but a folder', 'filename="../"'],
    ['is the folder above', 'filename=".."'],
    ['is nothing but null bytes', "filename*=utf-8''%00%00"],
    ['is longer than 255 characters', `filename="${'a'.repeat(300)}.txt"`],
  ])('refuses a file whose name %s', async (_, disposition) => {
    const response = await sendNamed(Buffer.from(disposition), 'Give oxygen.');
    expect(response.status).toBe(400);
    expect(await server.bodyOf(response)).toMatchObject({ error: { code: 'validation_error' } });
  });

  it.each([['../../etc/passwd'], ['a/b'], ['null\u0000byte'], ['']])(
    'refuses the document key %j',
    async (docKey) => {
      const response = await sendNamed(Buffer.from('filename="a.txt"'), 'Give oxygen.', { docKey });
      expect(response.status).toBe(400);
    },
  );

  it.each([
    ['a bomb in a PDF', writePdfBomb(Buffer.alloc(1 << 20, ' '), 1500, 1), 'bomb.pdf', 'expands_too_much'],
    [
      'a PDF of 10,001 pages',
      writePdf({ pages: Array.from({ length: 10_001 }, () => []) }),
      'endless.pdf',
      'too_many_pages',
    ],
    ['a DOCX that is an HTML page', '<!doctype html><p>Hello</p>', 'page.docx', 'format_mismatch'],
  ])(
    'fails the job of %s with its reason, at once and for good',
    { timeout: 60_000 },
    async (_, content, name, reason) => {
      const job = await server.ingest(content, name);
      expect(job).toMatchObject({ state: 'FAILED', retryCount: 0 });
      expect(JSON.stringify(job)).toContain(reason);
    },
  );

  it('reads a text in UTF-16 as what it says', async () => {
    const text = 'Ménière’s disease: betahistine 16 mg three times a day.';
    const job = await server.ingest(
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
      'vertigo.txt',
    );
    expect(job.state).toBe('COMPLETED');
    await server.settled();
    const found = await server.bodyOf(await server.post('/api/search', { query: 'betahistine for Ménière' }));
    expect(JSON.stringify(found)).toContain('betahistine 16 mg');
  });

  it('has one live version, whole, when a document is uploaded twice at once', async () => {
    const docKey = 'guideline-twice';
    const long = (word: string): string =>
      Array.from({ length: 200 }, (_, index) => `Sentence ${index} says ${word} to whoever reads it.`).join(
        ' ',
      );
    const responses = await Promise.all([
      server.upload(long('zorbulin'), 'twice.txt', { docKey }),
      server.upload(long('quexamine'), 'twice.txt', { docKey }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([202, 202]);
    const jobs = await Promise.all(responses.map((response) => server.jobOf(response)));
    await server.settled();
    const ended = await Promise.all(jobs.map((job) => server.get(`/api/admin/kb/jobs/${String(job.jobId)}`)));
    expect(ended.map(({ state }) => state).sort()).toEqual(['COMPLETED', 'SUPERSEDED']);

    const versions = (await server.get(`/api/documents/${docKey}/versions`)) as unknown as Json[];
    expect(versions.map(({ version }) => version).sort()).toEqual([1, 2]);
    expect(ended.find(({ state }) => state === 'COMPLETED')?.version).toBe(2);

    const textsFor = async (query: string): Promise<readonly string[]> => {
      const { results } = z
        .object({ results: z.array(z.object({ docKey: z.string(), text: z.string() })) })
        .parse(
          ((await server.bodyOf(await server.post('/api/search', { query, limit: 50 }))) as { data: unknown })
            .data,
        );
      return results.filter((result) => result.docKey === docKey).map(({ text }) => text);
    };
    const found = [...(await textsFor('zorbulin')), ...(await textsFor('quexamine'))];
    expect(found.length).toBeGreaterThan(0);
    const words = new Set(found.flatMap((text) => text.match(/zorbulin|quexamine/g) ?? []));
    const ofLive = ['zorbulin', 'quexamine'][ended.findIndex(({ state }) => state === 'COMPLETED')];
    expect([...words]).toEqual([ofLive]);
  });
});

/** Sends a form with a text file of so many bytes, which is made as it is sent. Ends when the server has answered. */
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
    // The server hangs up on whoever goes on after the answer.
    sending.on('error', reject);
    body.on('error', () => {});
    body.pipe(sending);
  });
};

/** What the server keeps beside its database. */
const filesUnder = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

const isLinux = process.platform === 'linux';
if (!isLinux)
  process.stdout.write('No /proc here: tests that measure the memory of a server are left out.\n');

describe.skipIf(!isLinux)('a server that is sent a gigabyte', () => {
  let dataDir: string;
  let server: ServerProcess;
  afterEach(async () => {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  const start = async (environment: Readonly<Record<string, string>> = {}): Promise<void> => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-gigabyte-'));
    server = await startServerProcess(dataDir, { LOG_LEVEL: 'info', ...environment });
  };
  /** How much more memory the server took at its peak than before. */
  const growthDuring = async (work: () => Promise<void>): Promise<number> => {
    // A small upload first, so that what every server comes to need is there.
    const form = new FormData();
    form.set('sourceType', 'guideline');
    form.set('file', new Blob(['Give oxygen.']), 'small.txt');
    const small = await server.fetch('/api/commands/IngestDocument', { method: 'POST', body: form });
    expect(small.status).toBe(202);
    await until('it is indexed', async () => {
      const answer = await server.fetch('/api/admin/kb/jobs?state=COMPLETED');
      return ((await answer.json()) as { data: readonly Json[] }).data.length === 1;
    });
    const before = await memoryOf(server.process.pid, 'VmRSS');
    // Forgets the peak of the start (proc(5)).
    await writeFile(`/proc/${server.process.pid}/clear_refs`, '5');
    await work();
    return (await memoryOf(server.process.pid, 'VmHWM')) - before;
  };

  it.each([
    ['and is told so beforehand', true],
    ['and is not told beforehand', false],
  ])('refuses it early, in little memory, and leaves nothing of it (%s)', async (_, announced) => {
    await start();
    let blobs: readonly string[] = [];
    const growth = await growthDuring(async () => {
      blobs = await filesUnder(join(dataDir, 'blobs'));
      const answer = await uploadGenerated(server, GIGABYTE, { announced, docKey: 'guideline-endless' });
      expect(answer).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
      // The limit of 50 MB, and what is on its way.
      expect(answer.sent).toBeLessThan(80_000_000);
      expect((await server.fetch('/api/documents')).status).toBe(200);
    });
    process.stdout.write(`1 GB refused (announced: ${announced}): +${Math.round(growth / 1e6)} MB\n`);
    expect(growth).toBeLessThan(150_000_000);
    expect(await filesUnder(join(dataDir, 'blobs'))).toEqual(blobs);
    expect((await server.fetch('/api/documents/guideline-endless')).status).toBe(404);
  });

  it('takes it in little memory where that is allowed, and fails its job with a sentence', async () => {
    await start({ MAX_UPLOAD_MB: '1100' });
    const growth = await growthDuring(async () => {
      const { status, body } = await uploadGenerated(server, GIGABYTE, {
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
      expect(job.errorMessage).toMatch(/1000 MB is larger than the 200 MB .* Split it/);
    });
    process.stdout.write(`1 GB taken in: +${Math.round(growth / 1e6)} MB\n`);
    expect(growth).toBeLessThan(200_000_000);
    expect(await readdir(join(dataDir, 'blobs', 'incoming'))).toEqual([]);
  });
});
