import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { namedBlobs } from '../../../domain/kernel/named-blobs.ts';
import { writePdf } from '../../../scripts/samples/write-pdf.ts';
import { chartPage, line, photograph } from '../../support/chart-page.ts';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import type { Json } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';
import { TEST_JWT_SECRET } from '../../support/test-user.ts';

const zebras = writePdf({
  title: 'Zebras that are down',
  pages: [
    chartPage,
    [
      line('Injections into the shoulder', 72, 740),
      line('Put the needle into the muscle behind the shoulder of the zebra, as figure 5 shows.', 72, 640),
      { picture: photograph(60, 40), at: [100, 400, 240, 200] },
      line('Figure 5. The shoulder of a zebra from the left.', 110, 380),
    ],
  ],
});

const tokenOf = (role: string, who = `some-${role}`): Promise<string> =>
  new SignJWT({ roles: [role] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(who)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(new TextEncoder().encode(TEST_JWT_SECRET));

type Chunk = {
  readonly text: string;
  readonly figures?: readonly number[];
  readonly flowChart?: true;
  readonly imageUrls?: readonly string[];
};

describe('the figures of a document, over HTTP', () => {
  let server: SharedServer;
  const version = '/api/documents/guideline-zebra-figures/versions/1';

  const pictureOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await server.request(path, { headers });
    return {
      status: response.status,
      headers: response.headers,
      content: Buffer.from(await response.arrayBuffer()),
    };
  };
  const refusal = async (path: string, headers: Record<string, string> = {}) => {
    const response = await server.request(path, { headers });
    const { error } = (await server.bodyOf(response)) as { error: Json };
    return { status: response.status, code: error.code, message: error.message, details: error.details };
  };
  const readings = async (docKey: string): Promise<readonly Json[]> => {
    const { events } = (await server.get(`/api/audit/streams/access-document-${docKey}`)) as {
      events: Json[];
    };
    return events;
  };
  const blobFile = (sha256: string): Promise<boolean> =>
    readdir(join(server.dataDir, 'blobs'), { recursive: true }).then((files) =>
      files.some((file) => file.replaceAll(/[/\\]/g, '').endsWith(sha256)),
    );
  /** The blobs of the figures, as named by the event of the stage. */
  const blobsOf = async (docKey: string): Promise<readonly string[]> => {
    const [version] = (await server.get(`/api/documents/${docKey}/versions`)) as unknown as Json[];
    const { events } = (await server.get(`/api/audit/streams/indexing-${String(version?.jobId)}`)) as {
      events: Json[];
    };
    const extracted = events.filter(({ type }) => type === 'TextExtracted');
    expect(extracted).toHaveLength(1);
    const [event = {}] = extracted;
    const data = event.data as { figures: { blob: string }[] };
    const { figures } = data;
    expect(namedBlobs(JSON.stringify(data))).toEqual(expect.arrayContaining(figures.map(({ blob }) => blob)));
    return figures.map(({ blob }) => blob);
  };

  beforeAll(async () => {
    server = await sharedServer();
    expect((await server.ingest(zebras, 'zebra.pdf', { docKey: 'guideline-zebra-figures' })).state).toBe(
      'COMPLETED',
    );
    await server.settled();
  });

  it('are listed with their captions and places, and shown individually', async () => {
    const figures = (await server.get(`${version}/figures`)) as unknown as Json[];
    expect(figures).toMatchObject([
      {
        figure: 1,
        page: 1,
        kind: 'flow_chart',
        caption: 'Figure 4. What to do for a zebra that is down.',
        url: `${version}/figures/1`,
      },
      {
        figure: 2,
        page: 2,
        kind: 'picture',
        caption: 'Figure 5. The shoulder of a zebra from the left.',
        url: `${version}/figures/2`,
      },
    ]);
    for (const { url, width, height, box } of figures) {
      const { x, y, width: across, height: up } = box as Record<string, number>;
      expect(Math.max((x ?? 2) + (across ?? 2), (y ?? 2) + (up ?? 2))).toBeLessThanOrEqual(1);
      const { status, headers, content } = await pictureOf(String(url));
      expect(status).toBe(200);
      expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([width, height]);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(content.length),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
    }
  });

  it('are not sent again to a client that has them, and are recorded as read', async () => {
    const first = await pictureOf(`${version}/figures/2`);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    const before = (await readings('guideline-zebra-figures')).length;
    const known = await pictureOf(`${version}/figures/2`, { 'if-none-match': tag });
    expect([known.status, known.content.length]).toEqual([304, 0]);
    await server.request(`${version}/figures/2`, { method: 'HEAD' });
    expect(await readings('guideline-zebra-figures')).toHaveLength(before);
    await pictureOf(`${version}/figures/2`);
    await server.get(`${version}/figures`);
    expect((await readings('guideline-zebra-figures')).slice(before)).toMatchObject([
      { type: 'DocumentRead', data: { version: 1, part: 'file', page: 2 } },
      { type: 'DocumentRead', data: { version: 1, part: 'text' } },
    ]);
  });

  it('are linked from their passages: in lists, searches and citations', async () => {
    const chunks = (await server.get(`${version}/chunks`)) as unknown as Chunk[];
    const having = (words: string) => chunks.find(({ text }) => text.includes(words));
    expect(having('Is the zebra breathing?')).toMatchObject({
      figures: expect.arrayContaining([1]),
      imageUrls: expect.arrayContaining([`${version}/figures/1`]),
    });
    expect(having('behind the shoulder')).toMatchObject({
      figures: expect.arrayContaining([2]),
      imageUrls: expect.arrayContaining([`${version}/figures/2`]),
    });
    const answer = await server.post('/api/search', { query: 'ventilate zebra with a stable bag' });
    const { data } = (await server.bodyOf(answer)) as { data: { results: Chunk[] } };
    expect(data.results[0]?.imageUrls).toContain(`${version}/figures/1`);
    expect(data.results[0]?.text).not.toMatch(/^\|/m);

    const { answer: text, citations } = await server.ask('ventilate zebra with a stable bag');
    expect(String(text)).toContain('bag');
    expect(citations).toMatchObject([
      { imageUrls: expect.arrayContaining([`${version}/figures/1`]), pageImages: [{ page: 1 }] },
    ]);
  });

  it('are refused when they do not exist', async () => {
    expect(await refusal(`${version}/figures/3`)).toMatchObject({
      status: 404,
      message: 'There is no figure 3: the document has 2.',
      details: { reason: 'no_such_figure', figure: 3, figures: 2 },
    });
    for (const wrong of ['0', '501', '1.5', 'one', '-1'])
      expect(await refusal(`${version}/figures/${wrong}`), wrong).toMatchObject({
        status: 400,
        code: 'validation_error',
      });
    for (const path of [
      '/api/documents/guideline-zebra-figures/versions/2',
      '/api/documents/guideline-none/versions/1',
    ])
      for (const what of ['figures', 'figures/1'])
        expect(await refusal(`${path}/${what}`)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await refusal(`${version}/figures?width=7`)).toMatchObject({ status: 400 });
    await server.ingest('Zebras graze on the plain, and nothing else is known of them.', 'plain.txt', {
      docKey: 'guideline-plain-figures',
    });
    await server.settled();
    expect(await server.get('/api/documents/guideline-plain-figures/versions/1/figures')).toEqual([]);
    expect(await refusal('/api/documents/guideline-plain-figures/versions/1/figures/1')).toMatchObject({
      status: 404,
      details: { reason: 'no_such_figure', figures: 0 },
    });
  });

  it('are shown to users who may read the document', async () => {
    for (const role of ['clinician', 'admin', 'compliance', 'service']) {
      const headers = { authorization: `Bearer ${await tokenOf(role)}` };
      expect((await pictureOf(`${version}/figures/1`, headers)).status).toBe(200);
    }
    for (const what of ['figures', 'figures/1'])
      expect((await pictureOf(`${version}/${what}`, { authorization: 'Bearer unknown' })).status).toBe(401);
    expect(server.logLines.join('')).not.toContain('shoulder');
  });

  it('of a withdrawn document with PHI are shown only to compliance, with a reason', async () => {
    await server.ingest(zebras, 'visit.pdf', { docKey: 'note-of-a-visit-figures', containsPhi: 'true' });
    await server.settled();
    const path = '/api/documents/note-of-a-visit-figures/versions/1/figures';
    expect((await pictureOf(`${path}/1`)).status).toBe(200);
    const { position } = await server.command('WithdrawDocument', {
      docKey: 'note-of-a-visit-figures',
      reason: 'outdated',
    });
    const after = `?after=${String(position)}`;
    const clinician = { authorization: `Bearer ${await tokenOf('clinician')}`, 'x-access-reason': 'curious' };
    const compliance = {
      authorization: `Bearer ${await tokenOf('compliance')}`,
      'x-access-reason': 'A complaint.',
    };
    for (const one of [`${path}${after}`, `${path}/1${after}`]) {
      expect(await refusal(one, clinician)).toMatchObject({ status: 403, code: 'permission_denied' });
      expect((await pictureOf(one, compliance)).status).toBe(200);
    }
  });

  it('are sealed on the disk and in a backup, and vanish with an erased document', async () => {
    await server.ingest(zebras, 'erased.pdf', { docKey: 'guideline-erased-figures' });
    await server.settled();
    const path = '/api/documents/guideline-erased-figures/versions/1/figures/1';
    const shown = await pictureOf(path);
    const blobs = await blobsOf('guideline-erased-figures');
    expect(blobs).toHaveLength(2);
    expect(blobs).not.toContain(createHash('sha256').update(shown.content).digest('hex'));
    for (const blob of blobs) expect(await blobFile(blob)).toBe(true);
    // The same image in another document is sealed with another key.
    expect(await blobsOf('guideline-zebra-figures')).not.toEqual(expect.arrayContaining([blobs[0]]));

    const subject = 'document:guideline-erased-figures';
    const as = async (who: string) => ({ authorization: `Bearer ${await tokenOf('compliance', who)}` });
    const { erasureId } = await server.command(
      'EraseSubject',
      { subject, reason: 'Asked for by letter.', basis: 'gdpr_art_17' },
      await as('okafor'),
    );
    await server.command(
      'ConfirmErasure',
      { subject, erasureId },
      { ...(await as('moreau')), prefer: 'wait=50' },
    );
    await server.settled();
    for (const headers of [{}, { 'if-none-match': shown.headers.get('etag') ?? '' }])
      expect(await refusal(path, headers)).toMatchObject({
        status: 404,
        details: { reason: 'subject_erased' },
      });
    for (const blob of blobs) expect(await blobFile(blob)).toBe(false);
    for (const blob of await blobsOf('guideline-zebra-figures')) expect(await blobFile(blob)).toBe(true);
  });

  it('are listed and written by the command line, and included in a verifiable backup', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-figures-'));
    const cli = (...words: string[]) =>
      runCliInProcess(words, {
        DATA_DIR: server.dataDir,
        ANAMNESIS_URL: server.url,
        ADMIN_TOKEN: 'test-first-token-0123456789',
      });
    try {
      const list = await cli('documents', 'figures', 'guideline-zebra-figures');
      expect(list).toMatchObject({ code: 0 });
      expect(list.out).toContain('flow chart');
      expect(list.out).toContain('Figure 5. The shoulder of a zebra');
      for (const one of list.out.split('\n')) expect(one.length).toBeLessThanOrEqual(80);
      expect(
        JSON.parse((await cli('documents', 'figures', 'guideline-zebra-figures', '--json')).out),
      ).toHaveLength(2);
      const file = join(folder, 'figure.png');
      const written = await cli(
        'documents',
        'show',
        'guideline-zebra-figures',
        '--figure',
        '2',
        '--output',
        file,
      );
      expect(written).toMatchObject({ code: 0 });
      const { content } = await pictureOf(`${version}/figures/2`);
      expect(Buffer.compare(await readFile(file), content)).toBe(0);
      expect((await cli('search', 'ventilate zebra with a stable bag')).out).toContain('figure 1');
      for (const [words, said] of [
        [['--figure', '3'], 'There is no figure 3'],
        [['--figure', '0'], 'figure'],
        [['--output', file], '--figure <n>'],
        [['--figure', '1', '--json'], 'npx anamnesis documents figures <docKey> --json'],
      ] as const) {
        const wrong = await cli('documents', 'show', 'guideline-zebra-figures', ...words);
        expect(wrong.code, words.join(' ')).not.toBe(0);
        expect(wrong.err, words.join(' ')).toContain(said);
      }
      const backup = join(folder, 'backup');
      const keys = join(folder, 'keys');
      expect(await cli('backup', backup, '--keys', keys)).toMatchObject({ code: 0 });
      const files = (await readdir(backup, { recursive: true })).join('\n').replaceAll(/[/\\]/g, '');
      for (const blob of await blobsOf('guideline-zebra-figures')) expect(files).toContain(blob);
      expect(await runCliInProcess(['backup', 'verify', backup, '--keys', keys], {})).toMatchObject({
        code: 0,
      });
      expect(existsSync(file)).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
