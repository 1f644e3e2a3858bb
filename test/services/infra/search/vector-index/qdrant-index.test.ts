import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { meanOf, recallOf } from '../../../../../domain/retrieval/dense/recall.ts';
import { filteredProperties } from '../../../../../domain/retrieval/filter-uses.ts';
import { lexicalQuery } from '../../../../../domain/retrieval/lexical/lexical-query.ts';
import { chooseQdrant } from '../../../../../infra/search/vector-index/qdrant/qdrant-configuration.ts';
import { connectToQdrant } from '../../../../../infra/search/vector-index/qdrant/qdrant-connection.ts';
import {
  type QdrantLayout,
  usualLayout,
} from '../../../../../infra/search/vector-index/qdrant/qdrant-layout.ts';
import { qdrantLeftovers } from '../../../../../infra/search/vector-index/qdrant/qdrant-leftovers.ts';
import type { SqlSession } from '../../../../../ports/database.ts';
import type { SearchPrecision, VectorPoint } from '../../../../../ports/vector-index.ts';
import { searchOfMany } from '../../../../contract/approximate-search.contract.ts';
import { generatedVectors } from '../../../../support/generated-vectors.ts';
import { givenVectorPoint } from '../../../../support/given-vector-point.ts';
import {
  collectionsOf,
  openQdrantIndex,
  removeCollections,
  testQdrantUrl,
} from '../../../../support/qdrant.ts';
import { type ProxyVerdict, type QdrantRequest, startQdrantProxy } from '../../../../support/qdrant-proxy.ts';

/** Qdrant is not part of the transaction. */
const session: SqlSession = {
  query: () => Promise.reject(new Error('An index outside the database must not query it.')),
};
const G1 = 'search_g1';
const east = Float32Array.from([1, 0, 0, 0]);
const north = Float32Array.from([0, 1, 0, 0]);

/** The greater the number, up to 62, the further from `east`. */
const at = (n: number): Float32Array => Float32Array.from([Math.cos(n / 40), Math.sin(n / 40), 0, 0]);

const point = (chunkId: string, more: Partial<VectorPoint> = {}): VectorPoint =>
  givenVectorPoint(chunkId, east, more);
const termsOf = (searchedFor: string) => lexicalQuery({ searchedFor, protocolNumbers: [], expansions: [] });

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error(`Expected a Failure: ${String(error)}`);
  return error;
};

const isUpsert = ({ method, path }: QdrantRequest): boolean => method === 'PUT' && path.endsWith('/points');
const isDelete = ({ path }: QdrantRequest): boolean => path.endsWith('/points/delete');
const isQuery = ({ path }: QdrantRequest): boolean => path.includes('/points/query');

const connectTo = (url: string) => {
  const choice = chooseQdrant({ QDRANT_URL: url });
  if (!choice.ok || !choice.value) throw new Error('There is no configuration.');
  return connectToQdrant(choice.value);
};

describe.runIf(testQdrantUrl)('vectors in Qdrant', () => {
  const url = testQdrantUrl ?? '';
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  /** An index with an empty first generation, and the proxy in front of it. */
  const open = async (options: { leavesThePremises?: boolean } = {}) => {
    const proxy = await startQdrantProxy(url);
    cleanups.push(proxy.stop);
    const opened = openQdrantIndex(url, { through: proxy.url, ...options });
    cleanups.push(opened.dispose);
    await opened.index.createGeneration(session, G1, 4);
    proxy.requests.length = 0;
    const { index } = opened;
    return {
      ...opened,
      proxy,
      alias: `${opened.namespace}_${G1}`,
      put: (docKey: string, ...points: VectorPoint[]) => index.putDocument(session, G1, docKey, points),
      find: async (vector = east) =>
        (await index.search(G1, { vector, limit: 10, filters: {} })).map(({ chunkId }) => chunkId),
    };
  };

  describe('a generation', () => {
    it('is a collection with two named vectors behind an alias, and an index for every filter', async () => {
      const { client, alias, namespace, put } = await open();
      await put('a', point('a@1#0', { effectiveDate: '2024-07-01', publicationYear: 2024, agency: 'LA' }));

      const { aliases } = await client.getAliases();
      const [collection = ''] = await collectionsOf(client, namespace);
      expect(aliases.filter(({ alias_name }) => alias_name === alias)).toEqual([
        { alias_name: alias, collection_name: collection },
      ]);
      expect(collection).not.toBe(alias);
      const { config, payload_schema } = await client.getCollection(alias);
      expect(config.params.vectors).toMatchObject({ meaning: { size: 4, distance: 'Cosine' } });
      expect(config.params.sparse_vectors).toMatchObject({ words: { modifier: 'idf' } });
      const kinds = Object.fromEntries(
        Object.entries(payload_schema).map(([name, index]) => [name, index?.data_type]),
      );
      expect(kinds).toEqual({
        ...Object.fromEntries(filteredProperties.map((property) => [property, 'keyword'])),
        publicationYear: 'integer',
        effectiveDate: 'datetime',
        lastUpdated: 'datetime',
      });
    });

    it('stores the filter fields and the id of a passage, and no text', async () => {
      const { client, alias, put } = await open();
      await put('a', point('a@1#0', { agency: 'LA', authors: ['Ng, A.'], text: 'Give 0.4 mg naloxone.' }));
      const { points } = await client.scroll(alias, { with_payload: true });
      expect(points.map(({ payload }) => payload)).toEqual([
        {
          chunkId: 'a@1#0',
          docKey: 'a',
          title: 'chest pain',
          sourceType: 'guideline',
          specialty: [],
          drugs: [],
          agency: 'LA',
          authors: ['Ng, A.'],
        },
      ]);
    });

    it('that restarts replaces the existing one immediately, and leaves nothing of it', async () => {
      const { client, namespace, proxy, index, put, find } = await open();
      await put('a', point('a@1#0'));
      const [before] = await collectionsOf(client, namespace);
      const found: number[] = [];
      proxy.state.judge = async ({ method, path }): Promise<ProxyVerdict> => {
        // Visible to a reader at every step of the creation, up to the change of the alias.
        if (method === 'PUT' && !path.endsWith('/points'))
          found.push((await direct.search(G1, { vector: east, limit: 10, filters: {} })).length);
        return 'pass';
      };
      const direct = openQdrantIndex(url, { namespace }).index;
      await index.createGeneration(session, G1, 4);
      proxy.state.judge = () => 'pass';

      expect(found.length).toBeGreaterThan(filteredProperties.length);
      expect(new Set(found)).toEqual(new Set([1]));
      expect(await find()).toEqual([]);
      const after = await collectionsOf(client, namespace);
      expect(after).toHaveLength(1);
      expect(after).not.toContain(before);
    });

    it('is removed when it is no longer needed, with the remains of a crash, and another program keeps its own', async () => {
      const mine = await open();
      const other = await open();
      await mine.index.createGeneration(session, 'search_g2', 4);
      // A crash between creating a collection and its alias.
      await mine.client.createCollection(`${mine.namespace}_search_g3_0badf00d`, {
        vectors: { size: 4, distance: 'Cosine' },
      });

      await mine.index.keepGenerations(['search_g2']);

      expect(await mine.index.holdsGeneration(G1)).toBe(false);
      expect(await mine.index.holdsGeneration('search_g2')).toBe(true);
      expect(await collectionsOf(mine.client, mine.namespace)).toHaveLength(1);
      expect(await other.index.holdsGeneration(G1)).toBe(true);
    });

    it('without users is found, with its owner, and removed on request', async () => {
      const { client, index } = openQdrantIndex(url);
      const id = () => randomBytes(4).toString('hex');
      const [own, other] = [id(), id()];
      const opened = openQdrantIndex(url, { namespace: `anamnesis_${own}` });
      cleanups.push(opened.dispose, () => removeCollections(client, `anamnesis_${other}`));
      await index.check();
      await opened.index.createGeneration(session, G1, 4);
      const vectors = { size: 4, distance: 'Cosine' } as const;
      const left = [`anamnesis_${own}_search_g2_0badf00d`, `anamnesis_${other}_search_g1_0badf00d`];
      for (const name of [...left, `anamnesis_${own}_search_g3_0badf00d`])
        await client.createCollection(name, { vectors });
      const { find, remove } = qdrantLeftovers(connectTo(url), own);
      const found = async () =>
        (await find([G1], ['search_g3']))
          .filter(({ installation }) => [own, other].includes(installation))
          .map(({ collection, installation }) => [collection, installation]);
      expect(
        new Map(await found().then((all) => all.map(([name, whose]) => [name, whose] as const))),
      ).toEqual(
        new Map([
          [left[0], own],
          [left[1], other],
        ]),
      );
      for (const name of left) await remove(name);
      expect(await found()).toEqual([]);
      expect(await opened.index.holdsGeneration(G1)).toBe(true);
    });

    it('reports once that it has vanished, and then blocks no request', async () => {
      const { client, namespace, index, put } = await open();
      for (const name of await collectionsOf(client, namespace)) await client.deleteCollection(name);
      expect(await index.holdsGeneration(G1)).toBe(false);
      expect((await failureOf(put('a', point('a@1#0')))).reason).toMatchObject({
        code: 'unavailable',
        component: 'vector-index',
      });
      await put('a', point('a@1#0'));
      // Created again, it accepts documents again.
      await index.createGeneration(session, G1, 4);
      await put('a', point('a@1#0'));
      expect(await index.search(G1, { vector: east, limit: 10, filters: {} })).toHaveLength(1);
    });
  });

  describe('the layout of a collection', () => {
    const vectors = generatedVectors(400, 16);
    const layouts = {
      plain: usualLayout,
      saving: { quantization: 'scalar', oversampling: 2, onDisk: true, replicas: 2, writeConsistency: 2 },
      binary: { quantization: 'binary', oversampling: 4, onDisk: false },
    } as const;
    const vectorSearch = { ...searchOfMany, policy: { ...searchOfMany.policy, exactUpTo: 100 } };
    const never = new AbortController().signal;

    it('is changed in place, except for shards and replicas, which need another collection', async () => {
      const first = openQdrantIndex(url, { layout: layouts.plain, vectorSearch });
      cleanups.push(first.dispose);
      const { namespace, client } = first;
      const alias = `${namespace}_${G1}`;
      const withLayout = (layout: QdrantLayout) =>
        openQdrantIndex(url, { namespace, layout, vectorSearch }).index;
      const configured = async () =>
        z
          .object({
            meaning: z.looseObject({
              quantization_config: z.looseObject({}).optional(),
              on_disk: z.boolean().optional(),
            }),
          })
          .parse((await client.getCollection(alias)).config.params.vectors).meaning;
      await first.index.createGeneration(session, G1, 16);
      for (const [docKey, from, to] of [
        ['a', 0, 350],
        ['b', 350, 390],
      ] as const)
        await first.index.putDocument(
          session,
          G1,
          docKey,
          vectors.slice(from, to).map((vector, n) => givenVectorPoint(`${docKey}@1#${n}`, vector)),
        );
      // Nothing is indexed while it is filled.
      expect(await configured()).toMatchObject({ hnsw_config: { m: 0 } });
      await first.index.approximate?.tend(G1, never);
      expect(await configured()).toMatchObject({ hnsw_config: { m: 16, ef_construct: 128 } });

      const [collection] = await collectionsOf(client, namespace);
      for (const layout of [layouts.saving, layouts.binary, layouts.plain]) {
        const index = withLayout({ ...layout, ...('replicas' in layout ? { replicas: 1 } : {}) });
        await index.approximate?.tend(G1, never);
        const { quantization_config: short, on_disk } = await configured();
        expect([Object.keys(short ?? {}), on_disk]).toEqual([
          layout.quantization === 'none' ? [] : [layout.quantization],
          layout.onDisk,
        ]);
        // Rescoring with the full vectors compensates for the loss of quantization. The graph is built by several threads
        // and differs each time, so one question alone may find a little less.
        const searched = await Promise.all(
          vectors.slice(0, 20).map(async (vector) => {
            const search = (precision: SearchPrecision) =>
              index.search(G1, { vector, limit: 20, filters: {}, precision });
            const [exact, found] = await Promise.all([search('exact'), search({ ef: 128 })]);
            expect(found[0]?.similarity).toBeCloseTo(1, 5);
            return recallOf(found, exact);
          }),
        );
        expect(meanOf(searched)).toBeGreaterThanOrEqual(0.85);
      }
      // The graph is removed when few vectors are left.
      await first.index.putDocument(session, G1, 'a', []);
      await first.index.approximate?.tend(G1, never);
      expect(await configured()).toMatchObject({ hnsw_config: { m: 0 } });
      expect(await collectionsOf(client, namespace)).toEqual([collection]);

      expect(await withLayout({ ...layouts.plain, shards: 3 }).holdsGeneration(G1)).toBe(false);
      const saving = withLayout(layouts.saving);
      expect(await saving.holdsGeneration(G1)).toBe(false);
      await saving.createGeneration(session, G1, 16);
      expect(await saving.holdsGeneration(G1)).toBe(true);
      expect((await client.getCollection(alias)).config.params).toMatchObject({
        replication_factor: 2,
        write_consistency_factor: 2,
        on_disk_payload: true,
      });
    });
  });

  describe('fusion on the server', () => {
    const far = ['Aspirin', 'Oxygen', 'Nitroglycerin', 'Morphine', 'Heparin'];

    it('finds a passage that only the words match, and still reports its similarity', async () => {
      const { put, index, proxy } = await open();
      await put('near', ...far.map((text, n) => point(`near@1#${n}`, { text })));
      await put('words', point('words@1#0', { vector: north, text: 'Naloxone for an opioid overdose.' }));

      const byMeaning = await index.search(G1, { vector: east, limit: 3, filters: {} });
      expect(byMeaning.map(({ chunkId }) => chunkId)).toEqual(['near@1#0', 'near@1#1', 'near@1#2']);

      proxy.requests.length = 0;
      const fused = await index.search(G1, {
        vector: east,
        limit: 3,
        filters: {},
        terms: termsOf('naloxone overdose'),
      });
      expect(fused).toHaveLength(3);
      expect(fused.at(-1)).toEqual({ chunkId: 'words@1#0', similarity: 0 });
      // One request is enough.
      expect(proxy.requests).toHaveLength(1);
    });

    it('answers the same each time and in a rebuilt index, even with equal ranks', async () => {
      const { put, index } = await open();
      const near = Array.from({ length: 30 }, (_, n) => point(`near@1#${n}`, { vector: at(n) }));
      // Equal ranks in both lists are worth the same.
      const worded = Array.from({ length: 20 }, (_, n) =>
        point(`words@1#${n}`, {
          vector: at(40 + n),
          text: `${'naloxone '.repeat(21 - n)} ${'airway '.repeat(n)}`,
        }),
      );
      const answers = new Set<string>();
      const fill = async (...documents: (readonly [string, VectorPoint[]])[]): Promise<void> => {
        for (const [docKey, points] of documents) await put(docKey, ...points);
        for (let time = 0; time < 10; time += 1) {
          const hits = await index.search(G1, {
            vector: east,
            limit: 5,
            filters: {},
            terms: termsOf('naloxone'),
          });
          answers.add(JSON.stringify(hits));
        }
      };
      await fill(['near', near], ['words', worded]);
      await index.createGeneration(session, G1, 4);
      await fill(['words', [...worded].reverse()], ['near', [...near].reverse()]);
      expect(answers.size).toBe(1);
    });

    it('finds nothing by words that the filters exclude', async () => {
      const { put, index } = await open();
      await put('a', point('a@1#0', { agency: 'LA' }));
      await put(
        'b',
        point('b@1#0', { vector: north, text: 'Naloxone for an opioid overdose.', agency: 'NY' }),
      );
      const hits = await index.search(G1, {
        vector: east,
        limit: 5,
        filters: { agency: ['LA'] },
        terms: termsOf('naloxone'),
      });
      expect(hits.map(({ chunkId }) => chunkId)).toEqual(['a@1#0']);
    });

    it('weights a rare word more than a ubiquitous one', async () => {
      const { put, index } = await open();
      // The more distant ones rank lower in both lists; "seizure" occurs twice in all of them.
      const common = Array.from({ length: 8 }, (_, n) =>
        point(`a@1#${n}`, { vector: at(n), text: `Seizure, seizure. ${'airway '.repeat(n + 1)}` }),
      );
      await put('a', ...common);
      await put('b', point('b@1#0', { vector: at(8), text: 'Hyponatremia.' }));
      const chunkIds = async (words: string) =>
        (await index.search(G1, { vector: east, limit: 5, filters: {}, terms: termsOf(words) })).map(
          ({ chunkId }) => chunkId,
        );
      expect(await chunkIds('seizure')).not.toContain('b@1#0');
      // Last by meaning, so only its first rank by words can bring it here.
      expect(await chunkIds('seizure hyponatremia')).toContain('b@1#0');
    });
  });

  describe('writing', () => {
    it('never hides a document that is being replaced', async () => {
      const { proxy, namespace, put, find } = await open();
      await put('a', point('a@1#0'), point('a@1#1'));
      const reader = openQdrantIndex(url, { namespace }).index;
      const seen: (readonly string[])[] = [];
      proxy.state.judge = async (): Promise<ProxyVerdict> => {
        seen.push(
          (await reader.search(G1, { vector: east, limit: 10, filters: {} })).map(({ chunkId }) => chunkId),
        );
        return 'pass';
      };
      await put('a', point('a@2#0'));
      proxy.state.judge = () => 'pass';
      expect(seen).toEqual([
        ['a@1#0', 'a@1#1'],
        ['a@1#0', 'a@1#1', 'a@2#0'],
      ]);
      expect(await find()).toEqual(['a@2#0']);
    });

    it('leaves the same points when a rolled-back transaction is repeated', async () => {
      const { client, alias, put } = await open();
      const contents = async () =>
        (await client.scroll(alias, { with_payload: true, with_vector: true })).points;
      await put('a', point('a@1#0'));
      // The checkpoint's transaction fails after this, and at-least-once delivery repeats the batch …
      await put('a', point('a@2#0'), point('a@2#1'));
      const once = await contents();
      await put('a', point('a@2#0'), point('a@2#1'));
      expect(await contents()).toEqual(once);
      // … or, after a crash, from one event earlier.
      await put('a', point('a@1#0'));
      await put('a', point('a@2#0'), point('a@2#1'));
      expect(await contents()).toEqual(once);
    });

    it('sends at most a hundred points per request, each readable when answered', async () => {
      const { proxy, put, find } = await open();
      await put('a', ...Array.from({ length: 250 }, (_, n) => point(`a@1#${n}`)));
      const sizes = proxy.requests.filter(isUpsert).map(({ body }) => (body.points as unknown[]).length);
      expect(sizes).toEqual([100, 100, 50]);
      expect(await find()).toHaveLength(10);
    });

    it('leaves other documents alone', async () => {
      const { put, find } = await open();
      await put('a', point('a@1#0'));
      await put('b', point('b@1#0'));
      await put('a');
      expect(await find()).toEqual(['b@1#0']);
    });
  });

  describe('failures of Qdrant', () => {
    const spoil =
      (first: ProxyVerdict[], which: (request: QdrantRequest) => boolean) => (request: QdrantRequest) =>
        which(request) ? (first.shift() ?? 'pass') : 'pass';

    it.each<[string, ProxyVerdict]>([
      ['is overloaded', { status: 503 }],
      ['asks for a pause', { status: 429, headers: { 'retry-after': '1' } }],
      ['breaks a connection', 'reset'],
    ])('are retried when Qdrant %s', async (_name, verdict) => {
      const { proxy, put, find } = await open();
      proxy.state.judge = spoil([verdict, verdict], isUpsert);
      await put('a', point('a@1#0'));
      expect(proxy.requests.filter(isUpsert)).toHaveLength(3);
      proxy.state.judge = spoil([verdict], isQuery);
      expect(await find()).toEqual(['a@1#0']);
    });

    it('are reported after three attempts, without quoting the request', async () => {
      const { proxy, put } = await open();
      proxy.state.judge = (request) => (isDelete(request) ? { status: 500 } : 'pass');
      const { reason } = await failureOf(put('secret', point('secret@1#0')));
      expect(reason).toMatchObject({ code: 'unavailable', component: 'vector-index', retryAfter: 5 });
      expect(JSON.stringify(reason)).not.toContain('secret');
      expect(proxy.requests.filter(isDelete)).toHaveLength(3);
    });

    it('are not retried when they would recur', async () => {
      const { proxy, index, put } = await open();
      proxy.state.judge = () => ({ status: 403 });
      expect((await failureOf(put('a', point('a@1#0')))).reason).toMatchObject({
        code: 'unavailable',
        message: 'Qdrant refused access (403). Check QDRANT_API_KEY.',
      });
      proxy.state.judge = () => ({ status: 400 });
      const { reason } = await failureOf(index.search(G1, { vector: east, limit: 10, filters: {} }));
      expect(reason).toMatchObject({ code: 'external_api_error', details: { status: 400 } });
      expect(proxy.requests).toHaveLength(2);
    });

    it('end in a timeout when it hangs', async () => {
      const { proxy, index } = await open();
      proxy.state.judge = () => 'hang';
      expect((await failureOf(index.check())).reason).toMatchObject({ code: 'timeout' });
      expect(
        (await failureOf(index.search(G1, { vector: east, limit: 10, filters: {} }))).reason,
      ).toMatchObject({ code: 'timeout' });
    });

    it('suspend writes while it accepts none, and it is probed meanwhile', async () => {
      const reported: string[] = [];
      const { proxy, namespace, put } = await open();
      await put('a', point('a@1#0'));
      const { index } = openQdrantIndex(url, {
        through: proxy.url,
        namespace,
        health: { report: (component, outcome) => reported.push(`${component} ${outcome}`) },
      });
      proxy.state.judge = (request) => (isUpsert(request) ? { status: 507 } : 'pass');
      for (let time = 0; time < 5; time += 1)
        await failureOf(index.putDocument(session, G1, 'b', [point('b@1#0')]));
      expect(reported).toEqual(Array.from({ length: 5 }, () => 'vector-writing failed'));
      const requests = proxy.requests.filter(isUpsert).length;
      const { reason } = await failureOf(index.putDocument(session, G1, 'b', [point('b@1#0')]));
      expect(reason).toMatchObject({ code: 'unavailable', details: { refused: 'circuit_open' } });
      expect(proxy.requests.filter(isUpsert)).toHaveLength(requests);
      expect(await index.search(G1, { vector: east, limit: 10, filters: {} })).toHaveLength(1);
    });

    it('include an absent server, which works again when it is back', async () => {
      const { proxy, index, put, find } = await open();
      await put('a', point('a@1#0'));
      await proxy.stop();
      expect((await failureOf(index.check())).reason).toMatchObject({ code: 'unavailable' });
      expect((await failureOf(find())).reason).toMatchObject({
        code: 'unavailable',
        component: 'vector-index',
      });
      await proxy.start();
      await index.check();
      expect(await find()).toEqual(['a@1#0']);
    });

    it('include a version too old to fuse with our own constant', async () => {
      const old = createServer((_, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('{"title":"qdrant - vector search engine","version":"1.15.4"}');
      });
      await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
      cleanups.push(
        () =>
          new Promise<void>((resolve) => {
            old.closeAllConnections();
            old.close(() => resolve());
          }),
      );
      const address = old.address();
      if (address === null || typeof address === 'string') throw new Error('There is no port.');
      const { index } = openQdrantIndex(url, { through: `http://127.0.0.1:${address.port}` });
      expect((await failureOf(index.check())).reason.message).toMatch(
        /1\.16 or later is required, but the server at QDRANT_URL is 1\.15/,
      );
    });
  });

  describe('Qdrant off the premises', () => {
    it('receives no passage that names a patient, and no document with PHI', async () => {
      const { client, alias, put } = await open({ leavesThePremises: true });
      await put(
        'a',
        point('a@1#0', { text: 'Give 0.4 mg naloxone.' }),
        point('a@1#1', { text: 'Patient John Smith, DOB 04/12/1961, SSN 123-45-6789.' }),
      );
      await put('b', point('b@1#0', { phi: true }));
      const { points } = await client.scroll(alias, { with_payload: true });
      expect(points.map(({ payload }) => payload?.chunkId)).toEqual(['a@1#0']);
    });

    it('is not asked a question with PHI', async () => {
      const { proxy, index } = await open({ leavesThePremises: true });
      const { reason } = await failureOf(
        index.search(G1, { vector: east, limit: 10, filters: {}, phi: true }),
      );
      expect(reason.code).toBe('rule_violated');
      expect(proxy.requests).toEqual([]);
    });

    it('receives the key, only in its header', async () => {
      const proxy = await startQdrantProxy(url);
      cleanups.push(proxy.stop);
      const choice = chooseQdrant({ QDRANT_URL: `${proxy.url}/`, QDRANT_API_KEY: 'k-123' });
      if (!choice.ok || !choice.value) throw new Error('There is no configuration.');
      await connectToQdrant(choice.value).ask((client) => client.getCollections());
      expect(proxy.requests.map(({ headers }) => headers['api-key'])).toEqual(['k-123']);
      expect(proxy.requests[0]?.path).toBe('/collections');
    });
  });
});
