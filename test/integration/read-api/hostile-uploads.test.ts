import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writePdf } from '../../../scripts/samples/write-pdf.ts';
import { writeZip } from '../../../scripts/samples/write-zip.ts';
import { claimUnpackedSize } from '../../support/claim-unpacked-size.ts';
import type { Json } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

const accepted = z.object({ data: z.object({ docKey: z.string(), jobId: z.string(), position: z.int() }) });

const bomb = claimUnpackedSize(
  writeZip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': new Uint8Array(1000) }),
  'word/document.xml',
  3_000_000_000,
);

describe('a server that receives hostile files', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer();
  });

  /** A form as raw bytes, because a well-behaved client would clean the name itself. */
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
    ['is a Windows path', 'filename="..\\\\..\\\\windows\\\\system.txt"', 'system.txt'],
    ['climbs with encoded slashes', "filename*=utf-8''..%2F..%2Fup.txt", 'up.txt'],
    ['holds null bytes', "filename*=utf-8''null%00%00byte.txt", 'nullbyte.txt'],
    ['holds line breaks', "filename*=utf-8''two%0D%0Alines.txt", 'twolines.txt'],
  ])('stores a file whose name %s only under its content hash', async (_, disposition, fileName) => {
    const response = await sendNamed(
      Buffer.from(disposition),
      `Give oxygen. This file is called ${fileName}.`,
    );
    expect(response.status).toBe(202);
    const { data } = accepted.parse(await server.bodyOf(response));
    const job = await server.get(`/api/admin/kb/jobs/${data.jobId}?after=${data.position}`);
    expect(job.fileName).toBe(fileName);
    expect(data.docKey).toMatch(/^guideline-[a-z0-9._-]+$/);
    // While a document is being indexed, its results are still being moved.
    await server.settled();
    const stored = (await files()).filter((path) => path.startsWith('blobs'));
    const blobs = stored.filter((path) => path !== 'blobs/identity');
    expect(blobs.length).toBeGreaterThan(0);
    for (const path of blobs) expect(path).toMatch(/^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/);
  });

  it.each([
    ['is empty', 'filename=""'],
    ['is only a folder', 'filename="../"'],
    ['is the parent folder', 'filename=".."'],
    ['is only null bytes', "filename*=utf-8''%00%00"],
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
    // It only claims its unpacked size; the extractor's own suite has real bombs.
    ['a DOCX bomb', bomb, 'bomb.docx', 'expands_too_much'],
    [
      'a PDF of 10,001 pages',
      writePdf({ pages: Array.from({ length: 10_001 }, () => []) }),
      'endless.pdf',
      'too_many_pages',
    ],
    ['an HTML page named DOCX', '<!doctype html><p>Hello</p>', 'page.docx', 'format_mismatch'],
  ])(
    'fails the job of %s with its reason, immediately and permanently',
    { timeout: 60_000 },
    async (_, content, name, reason) => {
      const job = await server.ingest(content, name);
      expect(job).toMatchObject({ state: 'FAILED', retryCount: 0 });
      expect(JSON.stringify(job)).toContain(reason);
    },
  );

  it('decodes a text in UTF-16', async () => {
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

  it('has one complete live version when a document is uploaded twice concurrently', async () => {
    const docKey = 'guideline-twice';
    const long = (word: string): string =>
      Array.from({ length: 200 }, (_, index) => `Sentence ${index} says ${word} to every reader.`).join(' ');
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
