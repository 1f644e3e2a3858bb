import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, samplesFolder } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
const evil =
  '<!doctype html><title>Evil</title><script>alert(1)</script><p>Give oxygen to every patient at once.</p>';

describe('document content over HTTP', () => {
  let server: SharedServer;
  let pdf: Buffer;
  const anaphylaxis = '/api/documents/guideline-shown-anaphylaxis/versions/1';
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const readings = async (): Promise<readonly Json[]> => {
    const { events } = (await server.get(
      '/api/audit/streams/access-document-guideline-shown-anaphylaxis',
    )) as {
      events: Json[];
    };
    return events;
  };
  const refusal = async (
    path: string,
  ): Promise<{ status: number; code: unknown; details: Json; message: string }> => {
    const response = await server.request(path);
    const { error } = (await server.bodyOf(response)) as { error: Json };
    return {
      status: response.status,
      code: error.code,
      details: (error.details ?? {}) as Json,
      message: String(error.message),
    };
  };

  beforeAll(async () => {
    server = await sharedServer();
    pdf = await readFile(join(samplesFolder, 'pediatric-anaphylaxis.pdf'));
    expect(
      (await server.ingest(pdf, 'Pädiatrie; Anaphylaxie.pdf', { docKey: 'guideline-shown-anaphylaxis' }))
        .state,
    ).toBe('COMPLETED');
    expect((await server.ingest(evil, 'evil.html', { docKey: 'guideline-evil' })).state).toBe('COMPLETED');
  });

  it('includes the file as uploaded, to be saved under its name', async () => {
    const response = await server.request(`${anaphylaxis}/file`);
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).not.toContain(sha256(pdf));
    expect(Buffer.compare(await bytesOf(response), pdf)).toBe(0);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': `attachment; filename="Padiatrie; Anaphylaxie.pdf"; filename*=UTF-8''P%C3%A4diatrie%3B%20Anaphylaxie.pdf`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      // The ETag of the stored file: a digest of the plain file would confirm a guess of it.
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
  });

  it('is never displayed by a browser where it could run a script', async () => {
    const response = await server.request('/api/documents/guideline-evil/versions/1/file');
    expect(await response.text()).toBe(evil);
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="evil\.html"/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is served in ranges, and not again to a client that has it', async () => {
    const part = await server.request(`${anaphylaxis}/file`, { headers: { range: 'bytes=100-299' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${pdf.length}`]);
    expect(Buffer.compare(await bytesOf(part), pdf.subarray(100, 300))).toBe(0);

    const before = (await readings()).length;
    const known = await server.request(`${anaphylaxis}/file`, {
      headers: { 'if-none-match': part.headers.get('etag') ?? '' },
    });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const head = await server.request(`${anaphylaxis}/file`, {
      method: 'HEAD',
      headers: { range: 'bytes=0-9' },
    });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(pdf.length)]);
    expect(await readings()).toHaveLength(before);
  });

  it('includes each page as extracted and as cleaned', async () => {
    const page = await server.get(`${anaphylaxis}/pages/2`);
    expect(page).toMatchObject({ page: 2, pages: 2, readBy: 'native' });
    expect(String(page.text).length).toBeGreaterThan(100);
    const { data, metadata } = (await server.bodyOf(
      await server.request(`${anaphylaxis}/pages?limit=1`),
    )) as {
      data: Json[];
      metadata: Json;
    };
    expect(data).toMatchObject([{ page: 1, readBy: 'native', start: 0 }]);
    const rest = (await server.get(
      `${anaphylaxis}/pages?limit=1&cursor=${String(metadata.nextCursor)}`,
    )) as unknown as Json[];
    expect(rest).toEqual([
      { page: 2, readBy: 'native', start: page.start, end: page.end, characters: String(page.text).length },
    ]);
    const text = await server.get(`${anaphylaxis}/text?start=${String(page.start)}&end=${String(page.end)}`);
    expect(text.text).toBe(page.cleanedText);
  });

  it('contains each chunk at its stated place', async () => {
    const chunks = (await server.get(`${anaphylaxis}/chunks`)) as unknown as Json[];
    const whole = await server.get(`${anaphylaxis}/text`);
    expect(whole).toMatchObject({ start: 0, end: whole.length, length: String(whole.text).length });
    expect(chunks.length).toBeGreaterThan(1);
    for (const { start, end, text } of chunks) {
      const shown = await server.get(`${anaphylaxis}/text?start=${String(start)}&end=${String(end)}`);
      expect(shown).toMatchObject({ start, end });
      // A chunk may repeat its heading; its last words are those of the stretch.
      expect(String(shown.text).trimEnd().slice(-40)).toBe(String(text).trimEnd().slice(-40));
    }
    expect(await server.get(`${anaphylaxis}/text?start=99999999`)).toMatchObject({
      text: '',
      start: whole.length,
    });
  });

  it('is recorded as read, with reader and page', async () => {
    const before = (await readings()).length;
    await server.request(`${anaphylaxis}/file`).then(bytesOf);
    await server.get(`${anaphylaxis}/pages`);
    await server.get(`${anaphylaxis}/pages/2`);
    await server.get(`${anaphylaxis}/text`);
    expect((await readings()).slice(before)).toMatchObject([
      { type: 'DocumentRead', data: { docKey: 'guideline-shown-anaphylaxis', version: 1, part: 'file' } },
      { type: 'DocumentRead', data: { part: 'text', page: 2 } },
      { type: 'DocumentRead', data: { part: 'text' } },
    ]);
    await server.settled();
    const [entry] = (await server.get('/api/audit/entries?type=DocumentRead&limit=1')) as unknown as Json[];
    expect(entry).toMatchObject({ action: 'Read a document.', actorId: 'tester' });
  });

  it('is refused with a reason when there is nothing to read', async () => {
    expect(await refusal('/api/documents/guideline-shown-anaphylaxis/versions/2/file')).toMatchObject({
      status: 404,
      code: 'not_found',
      details: { docKey: 'guideline-shown-anaphylaxis', version: 2 },
    });
    expect(await refusal('/api/documents/nothing/versions/1/text')).toMatchObject({ status: 404 });
    expect(await refusal(`${anaphylaxis}/pages/3`)).toMatchObject({
      status: 404,
      message: 'There is no page 3: the document has 2.',
      details: { reason: 'no_such_page', pages: 2 },
    });
    for (const path of ['pages/0', 'pages/x', 'text?start=-1'])
      expect(await refusal(`${anaphylaxis}/${path}`)).toMatchObject({
        status: 400,
        code: 'validation_error',
      });
    expect(
      await refusal('/api/documents/guideline-shown-anaphylaxis/versions/99999999999/file'),
    ).toMatchObject({
      status: 400,
    });
  });

  it('is truncated when one page is a whole book, and can be read further', async () => {
    const book = `# Book\n\n${'Give oxygen to every patient, at once. '.repeat(15_000)}The end.`;
    expect((await server.ingest(book, 'book.md', { docKey: 'guideline-book' })).state).toBe('COMPLETED');
    const page = await server.get('/api/documents/guideline-book/versions/1/pages/1');
    expect(page).toMatchObject({ pages: 1, cut: true });
    expect(String(page.text)).toHaveLength(500_000);
    let read = '';
    for (let start = 0; ; ) {
      const part = await server.get(`/api/documents/guideline-book/versions/1/text?start=${start}`);
      read += String(part.text);
      start = Number(part.end);
      if (start === part.length) break;
    }
    expect(read).toHaveLength(Number(page.end));
    expect(read.endsWith('The end.')).toBe(true);
  });

  it('is only the file when no text could be extracted', async () => {
    const broken = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(2000)]);
    const job = await server.ingest(broken, 'broken.pdf', { docKey: 'guideline-broken' });
    expect(job.state).toBe('FAILED');
    for (const path of ['pages', 'pages/1', 'text'])
      expect(await refusal(`/api/documents/guideline-broken/versions/1/${path}`)).toMatchObject({
        status: 404,
        details: { reason: 'text_not_extracted', state: 'FAILED', jobId: job.jobId },
      });
    const file = await server.request('/api/documents/guideline-broken/versions/1/file');
    expect(Buffer.compare(await bytesOf(file), broken)).toBe(0);
  });
});
