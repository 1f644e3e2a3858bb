import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { writePdf } from '../../../scripts/samples/write-pdf.ts';
import type { Json } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';
import { TEST_JWT_SECRET } from '../../support/test-user.ts';

const lines = (...texts: readonly string[]) =>
  texts.map((text, index) => ({ text, x: 72, y: 700 - index * 16, size: 11 }));
const guideline = writePdf({
  title: 'Anaphylaxis of zebras',
  pages: [
    lines(
      'Anaphylaxis of zebras',
      'Give epinephrine intramuscularly into the thigh as soon as anaphylaxis is suspected.',
      'Lay the zebra flat with its legs raised, and give oxygen by mask.',
    ),
    lines('Observation', 'Watch every zebra for six hours, as a second reaction may come without warning.'),
    [],
  ],
});

type Size = { readonly width: number; readonly height: number };
/** The size in the header of a PNG. */
const sizeOf = (png: Buffer): Size => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

const tokenOf = (role: string, who = `some-${role}`): Promise<string> =>
  new SignJWT({ roles: [role] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(who)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(new TextEncoder().encode(TEST_JWT_SECRET));

describe('the image of a page, over HTTP', () => {
  let server: SharedServer;
  const version = '/api/documents/guideline-zebra-pages/versions/1';

  const imageOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await server.request(path, { headers });
    const content = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, content };
  };
  const refusal = async (path: string, headers: Record<string, string> = {}) => {
    const response = await server.request(path, { headers });
    const { error } = (await server.bodyOf(response)) as { error: Json };
    return { status: response.status, code: error.code, message: error.message, details: error.details };
  };
  const chunksOf = async (docKey: string) =>
    (await server.get(`/api/documents/${docKey}/versions/1/chunks`)) as unknown as {
      readonly chunkId: string;
      readonly pages: readonly number[];
      readonly text: string;
    }[];
  const chunkSaying = async (docKey: string, words: string): Promise<string> => {
    const chunk = (await chunksOf(docKey)).find(({ text }) => text.includes(words));
    if (chunk === undefined) throw new Error(`No chunk contains ${words}.`);
    return encodeURIComponent(chunk.chunkId);
  };
  const readings = async (docKey: string): Promise<readonly Json[]> => {
    const { events } = (await server.get(`/api/audit/streams/access-document-${docKey}`)) as {
      events: Json[];
    };
    return events;
  };

  beforeAll(async () => {
    server = await sharedServer();
    expect((await server.ingest(guideline, 'zebra.pdf', { docKey: 'guideline-zebra-pages' })).state).toBe(
      'COMPLETED',
    );
    await server.settled();
  });

  it('has the requested width', async () => {
    const page = await imageOf(`${version}/pages/2/image?width=500`);
    expect(page.status).toBe(200);
    expect(sizeOf(page.content)).toEqual({ width: 500, height: 647 });
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(page.content.length),
      'x-page-count': '3',
      'x-sheet': '1/1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers.has('x-highlight')).toBe(false);
    expect(sizeOf((await imageOf(`${version}/pages/1/image`)).content).width).toBe(1200);
  });

  it('has a passage marked at its place', async () => {
    const chunkId = await chunkSaying('guideline-zebra-pages', 'thigh');
    const plain = await imageOf(`${version}/pages/1/image?width=400`);
    const marked = await imageOf(`${version}/pages/1/image?width=400&highlight=${chunkId}`);
    expect(marked.headers.get('x-highlight')).toBe('marked');
    expect(Buffer.compare(plain.content, marked.content)).not.toBe(0);

    const marks = await server.get(`${version}/pages/1/marks?highlight=${chunkId}`);
    expect(marks).toMatchObject({ page: 1, pages: 3, found: true, chunkId: decodeURIComponent(chunkId) });
    expect(marks.image).toBe(`${version}/pages/1/image?highlight=${chunkId}`);
    const rectangles = marks.rectangles as {
      page: number;
      x: number;
      y: number;
      width: number;
      height: number;
    }[];
    // The line on the thigh begins 72 of 612 points from the left, 108 of 792 from above.
    const line = rectangles.find(({ y, height }) => y < 108 / 792 && y + height > 102 / 792);
    expect(line?.x).toBeCloseTo(72 / 612, 1);
    for (const { x, y, width, height } of rectangles) {
      expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1);
    }
  });

  it('reports when the passage is not on the page', async () => {
    const chunkId = await chunkSaying('guideline-zebra-pages', 'thigh');
    const image = await imageOf(`${version}/pages/3/image?width=300&highlight=${chunkId}`);
    expect([image.status, image.headers.get('x-highlight')]).toEqual([200, 'not-found']);
    expect(await server.get(`${version}/pages/3/marks?highlight=${chunkId}`)).toMatchObject({
      found: false,
      rectangles: [],
    });
  });

  it.each([
    ['hypoglycemia.docx', 'glucose'],
    ['stroke-assessment.html', 'stroke'],
    ['opioid-overdose.txt', 'naloxone'],
    ['status-epilepticus.md', 'midazolam'],
  ])('is a sheet of the text of %s, with a passage marked', async (name, word) => {
    const docKey = `sample-${name.replace('.', '-')}`;
    expect((await server.ingestSample(name, { docKey })).state).toBe('COMPLETED');
    await server.settled();
    const chunk = (await chunksOf(docKey)).find(({ text }) => text.toLowerCase().includes(word));
    const highlight = encodeURIComponent(chunk?.chunkId ?? '');
    const path = `/api/documents/${docKey}/versions/1/pages/1`;
    const image = await imageOf(`${path}/image?width=612&highlight=${highlight}`);
    expect(sizeOf(image.content)).toEqual({ width: 612, height: 792 });
    expect(image.headers.get('x-highlight')).toBe('marked');
    expect(image.headers.get('x-page-count')).toBe('1');
    const marks = await server.get(`${path}/marks?highlight=${highlight}`);
    expect(image.headers.get('x-sheet')).toBe(`${String(marks.sheet)}/${String(marks.sheets)}`);
    expect(await refusal(`${path}/image?sheet=${Number(marks.sheets) + 1}`)).toMatchObject({
      status: 404,
      details: { reason: 'no_such_sheet', sheets: marks.sheets },
    });
    expect(await refusal(`/api/documents/${docKey}/versions/1/pages/2/image`)).toMatchObject({
      status: 404,
      message: 'There is no page 2: the document has 1.',
    });
  });

  it('is not sent again to a client that has it', async () => {
    const path = `${version}/pages/1/image?width=320`;
    const first = await imageOf(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    const before = (await readings('guideline-zebra-pages')).length;
    const known = await imageOf(path, { 'if-none-match': tag });
    expect([known.status, known.content.length, known.headers.get('etag')]).toEqual([304, 0, tag]);
    expect(await readings('guideline-zebra-pages')).toHaveLength(before);
    const wider = await imageOf(`${version}/pages/1/image?width=321`, { 'if-none-match': tag });
    expect(wider.status).toBe(200);
    expect(Buffer.compare((await imageOf(path)).content, first.content)).toBe(0);
  });

  it('is recorded as read, with reader and page', async () => {
    const before = (await readings('guideline-zebra-pages')).length;
    await imageOf(`${version}/pages/2/image`);
    await server.request(`${version}/pages/2/image`, { method: 'HEAD' });
    await server.get(
      `${version}/pages/1/marks?highlight=${await chunkSaying('guideline-zebra-pages', 'thigh')}`,
    );
    expect(
      (await readings('guideline-zebra-pages'))
        .slice(before)
        .filter(({ data }) => (data as Json).part !== 'chunks'),
    ).toMatchObject([{ type: 'DocumentRead', data: { version: 1, part: 'file', page: 2 } }]);
  });

  it('is refused when there is none', async () => {
    expect(await refusal(`${version}/pages/4/image`)).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'There is no page 4: the document has 3.',
      details: { reason: 'no_such_page', page: 4, pages: 3 },
    });
    expect(await refusal('/api/documents/guideline-zebra-pages/versions/2/pages/1/image')).toMatchObject({
      status: 404,
    });
    for (const query of [
      'width=0',
      'width=100000',
      'width=wide',
      'width=',
      'highlight=x',
      'highlight=',
      'sheet=0',
      'zoom=2',
    ])
      expect(await refusal(`${version}/pages/1/image?${query}`), query).toMatchObject({
        status: 400,
        code: 'validation_error',
      });
    expect(await refusal(`${version}/pages/0/image`)).toMatchObject({ status: 400 });
    expect(await refusal(`${version}/pages/1/marks`)).toMatchObject({ status: 400 });
  });

  it('marks no passage of another version or document', async () => {
    await server.ingest(guideline, 'other.pdf', { docKey: 'guideline-other-pages' });
    await server.settled();
    const other = await chunkSaying('guideline-other-pages', 'thigh');
    for (const highlight of [other, 'guideline-zebra-pages%402%230', 'guideline-zebra-pages%401%23999'])
      for (const what of ['image', 'marks'])
        expect(await refusal(`${version}/pages/1/${what}?highlight=${highlight}`)).toMatchObject({
          status: 404,
          code: 'not_found',
          details: { reason: 'no_such_passage' },
        });
  });

  it('is shown to users who may read the document, and appears in no log line', async () => {
    for (const role of ['clinician', 'admin', 'compliance', 'service']) {
      const headers = { authorization: `Bearer ${await tokenOf(role)}` };
      expect((await imageOf(`${version}/pages/1/image?width=100`, headers)).status).toBe(200);
    }
    expect((await imageOf(`${version}/pages/1/image`, { authorization: 'Bearer unknown' })).status).toBe(401);
    expect(server.logLines.join('')).not.toContain('thigh');
  });

  it('of a withdrawn document with PHI is shown only to compliance, with a reason', async () => {
    await server.ingest(guideline, 'visit.pdf', { docKey: 'note-of-a-visit-pages', containsPhi: 'true' });
    await server.settled();
    const path = '/api/documents/note-of-a-visit-pages/versions/1/pages/1/image?width=100';
    expect((await imageOf(path)).status).toBe(200);
    const { position } = await server.command('WithdrawDocument', {
      docKey: 'note-of-a-visit-pages',
      reason: 'outdated',
    });
    const after = `${path}&after=${String(position)}`;
    const clinician = { authorization: `Bearer ${await tokenOf('clinician')}`, 'x-access-reason': 'curious' };
    expect(await refusal(after, clinician)).toMatchObject({ status: 403, code: 'permission_denied' });
    const compliance = { authorization: `Bearer ${await tokenOf('compliance')}` };
    expect((await imageOf(after, { ...compliance, 'x-access-reason': 'A complaint.' })).status).toBe(200);
  });

  it('vanishes with an erased document', async () => {
    await server.ingest(guideline, 'erased.pdf', { docKey: 'guideline-erased-pages' });
    await server.settled();
    const path = '/api/documents/guideline-erased-pages/versions/1/pages/1/image?width=100';
    const shown = await imageOf(path);
    expect(shown.status).toBe(200);
    const subject = 'document:guideline-erased-pages';
    const as = async (who: string) => ({ authorization: `Bearer ${await tokenOf('compliance', who)}` });
    const { erasureId } = await server.command(
      'EraseSubject',
      { subject, reason: 'Asked for by letter.', basis: 'gdpr_art_17' },
      await as('okafor'),
    );
    const erased = { subject, erasureId };
    await server.command('ConfirmErasure', erased, { ...(await as('moreau')), prefer: 'wait=50' });
    await server.settled();
    for (const headers of [{}, { 'if-none-match': shown.headers.get('etag') ?? '' }])
      expect(await refusal(path, headers)).toMatchObject({
        status: 404,
        details: { reason: 'subject_erased' },
      });
  });
});
