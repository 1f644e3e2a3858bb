import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import type { Embedder } from '../../../ports/embedder.ts';
import { databaseKinds, type TestDatabase } from '../../support/databases.ts';
import { until } from '../../support/log-harness.ts';
import { type InProcess, type Json, samplesFolder, startInProcess } from '../../support/server-in-process.ts';

const sample = (name: string) => readFile(join(samplesFolder, name));

const found = async (server: InProcess, query: string, filters: Json = {}): Promise<Json[]> => {
  const { data } = await server.bodyOf(await server.post('/api/search', { query, filters, limit: 10 }));
  return (data as { results: Json[] }).results;
};
const docKeys = async (server: InProcess, query: string, filters: Json = {}): Promise<Set<unknown>> =>
  new Set((await found(server, query, filters)).map(({ docKey }) => docKey));

describe.each(databaseKinds)('the knowledge base on $name', (kind) => {
  let server: InProcess;
  let opened: TestDatabase | undefined;
  beforeAll(async () => {
    // The embedded database is in the data directory; one on a server is created for this suite.
    opened = kind.name === 'PostgreSQL' ? await kind.open() : undefined;
    const url = opened?.connectionString;
    server = await startInProcess(url === undefined ? {} : { environment: { DATABASE_URL: url } });
  });
  afterAll(async () => {
    await server.dispose();
    await opened?.dispose();
  });

  const tick =
    'Removing a tick: grasp the tick close to the skin with fine tweezers and pull upward steadily.';

  it('finds a document as soon as its job is complete, and not before', async () => {
    const job = await server.ingest(tick, 'ticks.txt', { docKey: 'guideline-ticks', title: 'Tick removal' });
    expect(job).toMatchObject({
      state: 'COMPLETED',
      docKey: 'guideline-ticks',
      version: 1,
      pages: 1,
      totalChunks: 1,
    });
    const [best] = await found(server, 'how to remove a tick');
    expect(best).toMatchObject({
      docKey: 'guideline-ticks',
      title: 'Tick removal',
      fileName: 'ticks.txt',
      pages: [1],
    });
    expect(best?.text).toContain('fine tweezers');
  });

  it('reports the length of a passage, its place, and the time and model of its indexing', async () => {
    const path = '/api/documents/guideline-ticks/versions';
    const [version] = (await server.get(path)) as unknown as Json[];
    const { inUse } = await server.get('/api/admin/embedding');
    expect(version).toMatchObject({ version: 1, embeddingModel: (inUse as Json).name });
    const [chunk] = (await server.get(`${path}/1/chunks`)) as unknown as Json[];
    const [best] = await found(server, 'how to remove a tick');
    for (const shown of [chunk, best])
      expect(shown).toMatchObject({ tokens: expect.any(Number), indexedAt: version?.indexedAt });
    expect(Number(chunk?.tokens)).toBeGreaterThan(1);
    expect(chunk).toMatchObject({ start: 0, end: String(chunk?.text).length });
    expect(Date.parse(String(version?.indexedAt))).toBeGreaterThan(Date.parse(String(version?.addedAt)));
  });

  it('ingests identical bytes once', async () => {
    const again = await server.upload(tick, 'ticks.txt', {
      docKey: 'guideline-ticks',
      title: 'Tick removal',
    });
    expect(again.status).toBe(200);
    expect((await server.bodyOf(again)).data).toMatchObject({ version: 1, unchanged: true });
  });

  it('replaces an older version with a newer one, and keeps the older for audit', async () => {
    const job = await server.ingest(`${tick} Wash the bite with soap.`, 'ticks.txt', {
      docKey: 'guideline-ticks',
    });
    expect(job).toMatchObject({ state: 'COMPLETED', version: 2 });
    const results = await found(server, 'tick tweezers soap');
    expect(results.map(({ chunkId }) => chunkId)).toEqual(['guideline-ticks@2#0']);
    await until('the older job is superseded', async () => {
      const versions = (await server.get('/api/documents/guideline-ticks/versions')) as unknown as Json[];
      return versions.some(({ version, state }) => version === 1 && state === 'SUPERSEDED');
    });
    for (const [version, live] of [
      [1, false],
      [2, true],
    ]) {
      const chunks = await server.get(`/api/documents/guideline-ticks/versions/${String(version)}/chunks`);
      expect(chunks).toMatchObject([{ index: 0, live, pages: [1] }]);
    }
    expect((await server.request('/api/documents/guideline-ticks/versions/9/chunks')).status).toBe(404);
  });

  it('keeps answering from the working version when a newer one is broken', async () => {
    const job = await server.ingest('%PDF-1.7\nnot really', 'ticks.pdf', { docKey: 'guideline-ticks' });
    expect(job).toMatchObject({ state: 'FAILED', version: 3 });
    expect(await docKeys(server, 'tick tweezers')).toContain('guideline-ticks');
    expect(await server.get('/api/documents/guideline-ticks')).toMatchObject({
      status: 'searchable',
      liveVersion: 2,
    });
  });

  it('never shows a withdrawn document, until it is ingested again', async () => {
    const { position } = await server.command('WithdrawDocument', {
      docKey: 'guideline-ticks',
      reason: 'outdated',
    });
    await server.get(`/api/documents/guideline-ticks?after=${String(position)}`);
    await server.settled();
    expect(await docKeys(server, 'tick tweezers')).not.toContain('guideline-ticks');
    expect(await server.get('/api/documents/guideline-ticks')).toMatchObject({ status: 'withdrawn' });
    expect(await server.ingest(tick, 'ticks.txt', { docKey: 'guideline-ticks' })).toMatchObject({
      state: 'COMPLETED',
      version: 4,
    });
    expect(await docKeys(server, 'tick tweezers')).toContain('guideline-ticks');
  });

  it('is searchable from the position returned by an awaited upload', async () => {
    const form = new FormData();
    form.set('sourceType', 'guideline');
    form.set('file', new Blob(['Heat exhaustion: move into the shade.']), 'heat-exhaustion.txt');
    const uploaded = await server.request('/api/commands/IngestDocument', {
      method: 'POST',
      body: form,
      headers: { prefer: 'wait=60' },
    });
    expect(uploaded.status).toBe(200);
    const { data } = (await server.bodyOf(uploaded)) as { data: Json };
    expect(data).toMatchObject({ state: 'COMPLETED', docKey: 'guideline-heat-exhaustion', totalChunks: 1 });
    const search = await server.post(`/api/search?after=${String(data.position)}`, {
      query: 'heat-exhaustion',
    });
    const found = (await server.bodyOf(search)) as { data: { results: Json[] } };
    expect(found.data.results).toMatchObject([{ docKey: 'guideline-heat-exhaustion' }]);
  });

  it('filters a search by document metadata', async () => {
    await server.ingest('Jellyfish sting: rinse with vinegar.', 'jelly.txt', {
      docKey: 'protocol-jelly',
      title: 'Jellyfish Stings, Vinegar',
      sourceType: 'protocol',
      specialty: 'toxicology',
      agency: 'Bay EMS',
      stateCode: 'CA',
      effectiveDate: '2024-07-01',
      organization: 'Bay County',
      publisher: 'Bay Press',
      authors: "O'Neil, B.",
      publicationYear: '2024',
      doi: '10.1000/jelly',
      pmid: '32167518',
      protocolNumber: '814',
    });
    await server.ingest('Jellyfish sting: immerse in hot water.', 'jelly2.txt', {
      docKey: 'guideline-jelly',
      effectiveDate: '2019-01-01',
    });
    const keys = (filters: Json) => docKeys(server, 'jellyfish sting', filters);
    expect(await keys({})).toEqual(new Set(['protocol-jelly', 'guideline-jelly']));
    for (const filters of [
      { sourceType: 'protocol' },
      { specialty: ['toxicology'] },
      { agency: 'Bay EMS' },
      { stateCode: 'CA' },
      { effectiveFrom: '2020-01-01' },
      { docKey: ['protocol-jelly'] },
      { organization: 'Bay County' },
      { publisher: ['Bay Press', 'Other'] },
      { authors: "O'Neil, B." },
      { publishedFrom: 2024, publishedTo: 2024 },
      { doi: '10.1000/jelly' },
      { pmid: '32167518' },
      { protocolNumber: '814' },
      { title: ['stings, VINEGAR', 'nothing'] },
      { doi: '10.1000/JELLY' },
    ]) {
      expect(await keys(filters), JSON.stringify(filters)).toEqual(new Set(['protocol-jelly']));
    }
    expect(await keys({ effectiveTo: '2019-12-31' })).toEqual(new Set(['guideline-jelly']));
    expect(await keys({ stateCode: 'NV' })).toEqual(new Set());
    const listed = (await server.get(
      "/api/documents?author=O'Neil,%20B.&publishedFrom=2024&publisher=Bay%20Press&protocolNumber=814&title=STINGS,%20vin",
    )) as unknown as Json[];
    expect(listed.map(({ docKey }) => docKey)).toEqual(['protocol-jelly']);
    const found = await server.bodyOf(
      await server.post('/api/documents', {
        author: "O'Neil, B.",
        publishedFrom: 2024,
        publisher: 'Bay Press',
        protocolNumber: '814',
        title: 'STINGS, vin',
        limit: 1,
      }),
    );
    expect(found).toMatchObject({ data: { documents: [{ docKey: 'protocol-jelly' }], nextCursor: null } });
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['empty.pdf', '', /no pages/],
    ['truncated.pdf', '', /./],
    ['html-inside.docx', '<html><body>Hello</body></html>', /./],
    ['text-inside.pdf', 'just some text', /./],
    ['picture.txt', Uint8Array.from({ length: 3000 }, (_, n) => (n * 37) % 256), /./],
  ])(
    'ends the job of %s as FAILED with a message, and indexes nothing of it',
    async (fileName, content, message) => {
      const bytes =
        fileName === 'truncated.pdf'
          ? (await sample('pediatric-anaphylaxis.pdf')).subarray(0, 1500)
          : content;
      const docKey = `guideline-bad-${fileName.replace(/\W/g, '-')}`;
      const job = await server.ingest(bytes, fileName, { docKey });
      expect(job.state).toBe('FAILED');
      expect(String(job.errorMessage)).toMatch(message);
      expect(String(job.errorMessage)).toMatch(/^[A-Z].{15,}\.$/);
      const rows = await server.application.database.query(
        `select 1 from search_g1.passages where doc_key = $1`,
        [docKey],
      );
      expect(rows).toEqual([]);
      // Another read model than that of the jobs, which may lag behind it.
      await expect
        .poll(async () => (await server.get(`/api/documents/${docKey}`)).status, { interval: 100 })
        .toBe('failed');
    },
  );

  it('retries a failed job at most three times', async () => {
    const job = await server.ingest('%PDF-1.7\nbroken', 'again.pdf', { docKey: 'guideline-again' });
    for (let retry = 1; retry <= 3; retry += 1) {
      const answer = await server.request(`/api/admin/kb/jobs/${String(job.jobId)}/retry`, {
        method: 'POST',
      });
      expect(answer.status).toBe(202);
      await until('the job has failed again', async () => {
        const now = await server.get(`/api/admin/kb/jobs/${String(job.jobId)}`);
        return now.state === 'FAILED' && now.retryCount === retry;
      });
    }
    const refused = await server.request(`/api/admin/kb/jobs/${String(job.jobId)}/retry`, { method: 'POST' });
    expect(refused.status).toBe(422);
    expect((await server.bodyOf(refused)).error).toMatchObject({
      code: 'rule_violated',
      message: expect.stringContaining('ingest the file again'),
    });
  });

  it('ingests the same file again once its job has failed permanently, and not before', async () => {
    const send = async () => {
      const sent = await server.upload('%PDF-1.7\nhopeless', 'hopeless.pdf', {
        docKey: 'guideline-hopeless',
      });
      return { status: sent.status, data: (await server.bodyOf(sent)).data as Json };
    };
    const first = await send();
    const path = `/api/admin/kb/jobs/${String(first.data.jobId)}`;
    const failedAfter = (retries: number) =>
      until('the job has failed', async () => {
        const { state, retryCount } = await server.get(`${path}?after=${String(first.data.position)}`);
        return state === 'FAILED' && retryCount === retries;
      });
    await failedAfter(0);
    expect((await send()).data).toMatchObject({ version: 1, unchanged: true });
    for (let retry = 1; retry <= 3; retry += 1) {
      await server.request(`${path}/retry`, { method: 'POST' });
      await failedAfter(retry);
    }
    const again = await send();
    expect(again).toMatchObject({ status: 202, data: { version: 2, unchanged: false } });
    const { events } = await server.get('/api/audit/streams/document-guideline-hopeless');
    expect((events as readonly Json[]).at(-1)?.data).toMatchObject({
      afterFailure: { jobId: first.data.jobId, reason: expect.stringMatching(/^[a-z_]+$/) },
    });
  });

  it('rebuilds the search index while questions are answered', async () => {
    await server.ingest(await sample('opioid-overdose.txt'), 'opioid-overdose.txt');
    let asking = true;
    const answers: Json[] = [];
    const asker = (async () => {
      while (asking) answers.push(await server.ask('naloxone dose opioid overdose'));
    })();
    const { generation } = await server.command('ResetProjection', { projection: 'search' });
    expect(generation).toBe(2);
    await until('the new generation serves', async () => {
      const all = (await server.get('/api/admin/projections')) as unknown as Json[];
      return all.some((status) => status.name === 'search' && status.generation === 2);
    });
    asking = false;
    await asker;
    answers.push(await server.ask('naloxone dose opioid overdose'));
    for (const { status, citations } of answers) {
      expect(status).toBe('answered');
      expect((citations as Json[])[0]).toMatchObject({ docKey: 'guideline-opioid-overdose' });
    }
    expect(answers.length).toBeGreaterThan(1);
  });

  it('refuses to reset an unknown projection, and to reset one twice concurrently', async () => {
    expect((await server.post('/api/commands/ResetProjection', { projection: 'nope' })).status).toBe(404);
  });

  it("adds the pediatric population to a search when the conversation has a child's age", async () => {
    await server.ingest(await sample('pediatric-anaphylaxis.pdf'), 'pediatric-anaphylaxis.pdf');
    const { conversationId } = await server.command('StartConversation', {
      clinicalContext: { patientAge: 6 },
    });
    const { queryId, position } = await server.ask('epinephrine dose anaphylaxis', { conversationId });
    const { interpretation } = await server.get(`/api/queries/${String(queryId)}?after=${String(position)}`);
    expect(JSON.stringify(interpretation)).toContain('pediatric');
  });

  it('clearly reports that nothing matches', async () => {
    const answer = await server.ask('quarterly tax return deadlines for corporations');
    expect(answer.citations).toEqual([]);
    expect(String(answer.answer)).toMatch(/^Nothing in the loaded documents/);
  });
});

describe('a failing search method', () => {
  const broken: Embedder = {
    ...createLocalEmbedder(),
    embedQuery: () =>
      Promise.reject(new Failure(failure('external_api_error', 'The embedding service is down.'))),
  };
  let server: InProcess;
  beforeAll(async () => {
    server = await startInProcess({ replace: { embedder: broken } });
    await server.ingestSample('opioid-overdose.txt');
  });
  afterAll(() => server.dispose());

  it('degrades the answer, which says so, without failing the request', async () => {
    const answer = await server.ask('naloxone dose opioid overdose');
    expect(answer).toMatchObject({ status: 'answered', degraded: true });
    expect((answer.citations as Json[])[0]).toMatchObject({ docKey: 'guideline-opioid-overdose' });
    expect(answer.warnings).toContain('The semantic search did not answer; the result may be incomplete.');
    const { events } = await server.get(`/api/audit/streams/query-${String(answer.queryId)}`);
    expect(JSON.stringify(events)).toContain('The embedding service is down.');
  });
});
