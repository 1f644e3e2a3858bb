import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../../support/log-harness.ts';
import { collectionsOf, qdrantClient, removeCollections, testQdrantUrl } from '../../../../support/qdrant.ts';
import { type QdrantProxy, startQdrantProxy } from '../../../../support/qdrant-proxy.ts';
import { type InProcess, type Json, startInProcess } from '../../../../support/server-in-process.ts';

type Source = { readonly source: string; readonly outcome: string; readonly found: number };
type Found = { readonly results: readonly Json[]; readonly sources: readonly Source[] };

/** However busy the machine is, without polling the whole application twenty times a second. */
const patiently = { timeout: 200_000, interval: 250 };

describe.runIf(testQdrantUrl)('the application with QDRANT_URL', { timeout: 240_000 }, () => {
  const url = testQdrantUrl ?? '';
  const client = qdrantClient(url);
  let dataDir: string;
  let proxy: QdrantProxy;
  let server: InProcess;
  let namespace: string;

  const start = (environment: Record<string, string> = { QDRANT_URL: proxy.url }): Promise<InProcess> =>
    startInProcess({ dataDir, environment: { SEARCH_TIMEOUT_MS: '8000', ...environment } });
  const search = async (query: string, more: Json = {}): Promise<Found> => {
    const { data } = await server.bodyOf(await server.post('/api/search', { query, debug: true, ...more }));
    return data as Found;
  };
  /** Searches until Qdrant answers within the time limit too, which it may not on a busy machine. */
  const searchByMeaning = async (query: string, more: Json = {}): Promise<Found> => {
    let found = await search(query, more);
    await expect
      .poll(async () => {
        if (denseOf(found)?.outcome !== 'ok') found = await search(query, more);
        return denseOf(found)?.outcome;
      }, patiently)
      .toBe('ok');
    return found;
  };
  const docKeys = ({ results }: Found): readonly unknown[] => [
    ...new Set(results.map(({ docKey }) => docKey)),
  ];
  const denseOf = ({ sources }: Found): Source | undefined =>
    sources.find(({ source }) => source === 'dense');
  const points = async (generation: number): Promise<number> =>
    (await client.count(`${namespace}_search_g${generation}`, { exact: true })).count;
  const readiness = async (): Promise<Json> =>
    (await server.bodyOf(await server.request('/health/ready'))).data as Json;
  const statusOfSearch = async (): Promise<Json> => {
    const projections = (await server.get('/api/admin/projections')) as unknown as Json[];
    return projections.find(({ name }) => name === 'search') ?? {};
  };
  const servedGeneration = async (): Promise<unknown> => (await statusOfSearch()).generation;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-qdrant-'));
    proxy = await startQdrantProxy(url);
    server = await start();
    const [row] = await server.application.database.query('select id from coordination.installation');
    namespace = `anamnesis_${String(row?.id)}`;
  });
  afterAll(async () => {
    await server.dispose();
    await proxy.stop();
    await removeCollections(client, namespace);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('finds ingested passages by meaning and by words, and filters them', async () => {
    await server.ingestSample('status-epilepticus.md', { stateCode: 'CA' });
    await server.ingestSample('hypoglycemia.docx', { stateCode: 'NV' });

    // The index may follow a moment after the job has ended.
    await expect
      .poll(async () => docKeys(await searchByMeaning('oral glucose for low blood sugar'))[0], patiently)
      .toBe('guideline-hypoglycemia');
    const found = await searchByMeaning('oral glucose for low blood sugar');
    expect(denseOf(found)?.found).toBeGreaterThan(0);
    const filtered = await search('oral glucose for low blood sugar', { filters: { stateCode: 'CA' } });
    expect(docKeys(filtered)).toEqual(['guideline-status-epilepticus']);
    expect(await points(1)).toBe(6);
  });

  it('answers the same from a rebuilt index, whose predecessor stays as a fallback and is then dropped', async () => {
    const before = await searchByMeaning('benzodiazepine for a seizure');
    await server.command('ResetProjection', { projection: 'search' });
    await expect.poll(servedGeneration, patiently).toBe(2);
    const after = await searchByMeaning('benzodiazepine for a seizure');
    expect(after.results).toEqual(before.results);
    expect(await points(2)).toBe(6);

    // The previous generation stays as a fallback until there is a newer one.
    expect(await collectionsOf(client, namespace)).toHaveLength(2);
    await server.command('ResetProjection', { projection: 'search' });
    await expect.poll(servedGeneration, patiently).toBe(3);
    await expect
      .poll(
        async () =>
          (await collectionsOf(client, namespace)).map((name) => name.slice(namespace.length + 1, -9)).sort(),
        patiently,
      )
      .toEqual(['search_g2', 'search_g3']);
  });

  it('forgets withdrawn documents', async () => {
    await server.command('WithdrawDocument', { docKey: 'guideline-hypoglycemia', reason: 'outdated' });
    expect(docKeys(await search('oral glucose'))).not.toContain('guideline-hypoglycemia');
    expect(await points(3)).toBe(3);
  });

  it('answers from the words alone while Qdrant is down, says so, and loses nothing', async () => {
    await proxy.stop();
    const degraded = await search('intranasal midazolam for a seizure');
    expect(docKeys(degraded)).toEqual(['guideline-status-epilepticus']);
    expect(denseOf(degraded)).toMatchObject({ outcome: 'failed', found: 0 });
    expect(degraded.sources).toContainEqual(expect.objectContaining({ source: 'lexical', outcome: 'ok' }));
    expect(await readiness()).toMatchObject({
      status: 'degraded',
      components: expect.arrayContaining([
        expect.objectContaining({ component: 'vector-index', healthy: false, critical: false }),
      ]),
    });

    // A document that arrives now is processed, and waits to become searchable.
    const job = await server.ingest(
      'Warm a patient with frostbite in water of 37 to 39 °C.',
      'frostbite.txt',
      {
        docKey: 'guideline-frostbite',
      },
    );
    expect(job.state).toBe('COMPLETED');
    await expect.poll(async () => (await statusOfSearch()).state, patiently).toBe('failing');

    await proxy.start();
    await until('the document is found', async () =>
      docKeys(await search('frostbite')).includes('guideline-frostbite'),
    );
    await searchByMeaning(`frostbite ${randomUUID()}`);
    await expect.poll(async () => (await readiness()).status, patiently).toBe('ready');
    expect(await points(3)).toBe(4);
  });

  it('starts while Qdrant is down, and answers from the words', async () => {
    await server.dispose();
    await proxy.stop();
    server = await start();
    const degraded = await search('frostbite');
    expect(docKeys(degraded)).toContain('guideline-frostbite');
    expect(denseOf(degraded)).toMatchObject({ outcome: 'failed' });
    await proxy.start();
    await searchByMeaning(`frostbite ${randomUUID()}`);
  });

  it('automatically rebuilds a collection that has vanished from Qdrant', async () => {
    await removeCollections(client, namespace);
    await server.ingest('Cool a burn with running water for 20 minutes.', 'burns.txt', {
      docKey: 'guideline-burns',
    });
    await expect.poll(servedGeneration, patiently).toBe(4);
    await until('all documents are found again', async () => (await points(4)) === 5);
    expect(docKeys(await search('cool a burn'))).toContain('guideline-burns');
  });

  it('rebuilds the index although Qdrant goes down midway', async () => {
    const generation = Number(await servedGeneration()) + 1;
    proxy.state.judge = ({ path }) => (path.endsWith('/index') ? 'reset' : 'pass');
    await server.command('ResetProjection', { projection: 'search' });
    await until('the rebuild has begun', async () =>
      proxy.requests.some(({ path }) => path.includes(`search_g${generation}_`)),
    );
    await proxy.stop();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    proxy.state.judge = () => 'pass';
    await proxy.start();
    await expect.poll(servedGeneration, patiently).toBe(generation);
    expect(await points(generation)).toBe(5);
  });

  it('rebuilds the index although Qdrant freezes midway, and later executes its pending requests', async () => {
    const generation = Number(await servedGeneration()) + 1;
    const thawed = Promise.withResolvers<'pass'>();
    let held = 0;
    // Like a stopped and continued server: requests are accepted without an answer, and all executed later.
    proxy.state.judge = ({ path }) => {
      if (held === 0 && !path.endsWith(`_search_g${generation}/points`)) return 'pass';
      held += 1;
      return thawed.promise;
    };
    await server.command('ResetProjection', { projection: 'search' });
    await until('Qdrant is frozen midway', () => held > 0);
    const degraded = await search(`frostbite ${randomUUID()}`);
    expect(docKeys(degraded)).toContain('guideline-frostbite');
    expect(denseOf(degraded)?.outcome).not.toBe('ok');
    expect(await servedGeneration()).toBe(generation - 1);
    proxy.state.judge = () => 'pass';
    thawed.resolve('pass');
    await expect.poll(servedGeneration, patiently).toBe(generation);
    expect(await points(generation)).toBe(5);
    await searchByMeaning(`frostbite ${randomUUID()}`);
  });

  it('moves into the database and back, and keeps answering', async () => {
    const generation = Number(await servedGeneration());
    await server.dispose();
    server = await start({});
    await expect.poll(servedGeneration, patiently).toBe(generation + 1);
    expect(docKeys(await searchByMeaning('cool a burn'))[0]).toBe('guideline-burns');

    await server.dispose();
    server = await start();
    expect(docKeys(await search('cool a burn'))[0]).toBe('guideline-burns');
    await expect.poll(servedGeneration, patiently).toBe(generation + 2);
    await searchByMeaning('running water on a burn');
    await expect.poll(async () => (await collectionsOf(client, namespace)).length, patiently).toBe(1);
  });
});

describe.runIf(testQdrantUrl)('the first start while Qdrant accepts no writes', { timeout: 240_000 }, () => {
  const url = testQdrantUrl ?? '';
  const question = 'oral glucose for low blood sugar';

  it.each([
    ['is down', 'moves there once it comes'],
    ['refuses to write', 'goes on so'],
  ] as const)('immediately answers by words and meaning when Qdrant %s, and %s', async (how, _then) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-qdrant-first-'));
    const proxy = await startQdrantProxy(url);
    if (how === 'is down') await proxy.stop();
    else proxy.state.judge = ({ method }) => (method === 'GET' ? 'pass' : { status: 507 });
    const server = await startInProcess({ dataDir, environment: { QDRANT_URL: proxy.url } });
    const [row] = await server.application.database.query('select id from coordination.installation');
    const namespace = `anamnesis_${String(row?.id)}`;
    const served = async (): Promise<Json> => {
      const projections = (await server.get('/api/admin/projections')) as unknown as Json[];
      return projections.find(({ name }) => name === 'search') ?? {};
    };
    const first = async (): Promise<unknown> => {
      const answer = await server.bodyOf(await server.post('/api/search', { query: question }));
      return (answer.data as Found | undefined)?.results[0]?.docKey;
    };
    try {
      expect((await server.ingestSample('hypoglycemia.docx')).state).toBe('COMPLETED');
      await server.settled();
      expect(await first()).toBe('guideline-hypoglycemia');
      expect(await server.ask(question)).toMatchObject({ status: 'answered' });
      expect(await collectionsOf(qdrantClient(url), namespace)).toEqual([]);

      if (how === 'is down') {
        await proxy.start();
        await expect.poll(async () => (await served()).generation, patiently).toBe(2);
        expect(await collectionsOf(qdrantClient(url), namespace)).toHaveLength(1);
      }
      expect(await first()).toBe('guideline-hypoglycemia');
    } finally {
      await server.dispose();
      await proxy.stop();
      await removeCollections(qdrantClient(url), namespace);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
