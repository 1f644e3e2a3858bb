import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meanOf, recallOf } from '../../domain/retrieval/dense/recall.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import { createTopHits } from '../../infra/search/vector-index/in-memory/top-hits.ts';
import { measureRecall } from '../../infra/search/vector-index/measure-recall.ts';
import type { VectorSearchConfiguration } from '../../infra/search/vector-index/vector-search-configuration.ts';
import type { Database } from '../../ports/database.ts';
import type {
  ApproximateSearch,
  SearchPrecision,
  VectorIndex,
  VectorPoint,
} from '../../ports/vector-index.ts';
import { generatedVectors } from '../support/generated-vectors.ts';
import { givenVectorPoint } from '../support/given-vector-point.ts';

type ApproximateHarness = {
  readonly index: VectorIndex;
  readonly database: Database;
  readonly dispose: () => Promise<void>;
};

const DIMENSIONS = 32;
const PASSAGES = 3000;
const EXACT_UP_TO = 200;
const LIMIT = 40;
const G1 = 'search_g1';

/** The configuration of an installation that uses a graph above 200 vectors. */
export const searchOfMany: VectorSearchConfiguration = {
  policy: { exactUpTo: EXACT_UP_TO, leastRecall: 0.95, ef: 128 },
  graph: { m: 16, efConstruct: 128 },
  everyMs: 3_600_000,
  buildMemory: 64,
  buildTimeoutMs: 3_600_000,
};

const stored = generatedVectors(PASSAGES, DIMENSIONS);
const questions = generatedVectors(20, DIMENSIONS, { seed: 99 });
/** A twentieth share a state, a hundredth a publisher, half an agency. */
const points: readonly VectorPoint[] = stored.map((vector, n) =>
  givenVectorPoint(`d${Math.floor(n / 100)}@1#${n}`, vector, {
    agency: n % 2 === 0 ? 'LA' : 'NY',
    stateCode: n % 20 === 3 ? 'NV' : 'CA',
    publisher: n % 100 === 7 ? 'Rare' : 'Common',
    publicationYear: 2000 + (n % 25),
    drugs: n % 10 === 0 ? ['naloxone', 'opioid antagonist'] : [],
  }),
);

const nearest = (query: Float32Array, passes: (n: number) => boolean = () => true) => {
  const best = createTopHits(LIMIT);
  points.forEach(({ chunkId, vector }, n) => {
    if (!passes(n)) return;
    best.offer(
      chunkId,
      vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0),
    );
  });
  return best.taken();
};

/** The contract of an index that searches by a graph. */
export const describeApproximateSearch = (name: string, open: () => Promise<ApproximateHarness>): void => {
  describe(`many vectors on ${name}`, () => {
    let harness: ApproximateHarness;
    let approximate: ApproximateSearch;
    const never = new AbortController().signal;
    const find = (query: Float32Array, filters: SearchFilters, precision: SearchPrecision) =>
      harness.index.search(G1, { vector: query, limit: LIMIT, filters, precision });
    const put = (docKey: string, more: readonly VectorPoint[]) =>
      harness.database.transaction((session) => harness.index.putDocument(session, G1, docKey, more));

    beforeAll(async () => {
      harness = await open();
      await harness.database.query(`create schema ${G1}`);
      await harness.index.createGeneration(harness.database, G1, DIMENSIONS);
      for (const [docKey, ofDocument] of Map.groupBy(points, (point) => point.docKey))
        await put(docKey, ofDocument);
      if (!harness.index.approximate) throw new Error('It has no graph to offer.');
      approximate = harness.index.approximate;
      const before = await approximate.shapeOf(G1);
      expect(before).toEqual({ vectors: PASSAGES, hasGraph: false, missing: 0 });
      expect(await measureRecall({ ...harness.index, approximate }, G1, searchOfMany.policy, never)).toEqual({
        vectors: PASSAGES,
        reason: 'no_graph',
        probes: 0,
      });
      await approximate.tend(G1, never);
    });
    afterAll(() => harness?.dispose());

    it('are given a graph, which is built only once', async () => {
      expect(await approximate.shapeOf(G1)).toEqual({ vectors: PASSAGES, hasGraph: true, missing: 0 });
      await approximate.tend(G1, never);
      expect(await approximate.shapeOf(G1)).toEqual({ vectors: PASSAGES, hasGraph: true, missing: 0 });
    });

    it('are compared one by one when exact search is requested, even with a graph', async () => {
      for (const question of questions) {
        const hits = await find(question, {}, 'exact');
        expect(hits.map(({ chunkId }) => chunkId)).toEqual(nearest(question).map(({ chunkId }) => chunkId));
      }
    });

    it('are found by the graph with the required recall, nearest first', async () => {
      const recalls: number[] = [];
      for (const question of questions) {
        const hits = await find(question, {}, { ef: 128 });
        expect(hits).toHaveLength(LIMIT);
        expect(hits).toEqual(hits.toSorted((one, other) => other.similarity - one.similarity));
        recalls.push(recallOf(hits, nearest(question)));
      }
      expect(meanOf(recalls)).toBeGreaterThanOrEqual(0.95);
    });

    it('are measured, and the measured recall is that of the graph', async () => {
      const quality = await measureRecall({ ...harness.index, approximate }, G1, searchOfMany.policy, never);
      expect(quality).toMatchObject({ vectors: PASSAGES, reason: 'measured', probes: 48 });
      expect(quality.recall).toBeGreaterThanOrEqual(0.95);
    });

    it.each<[string, SearchFilters, (n: number) => boolean]>([
      ['a hundredth', { publisher: ['Rare'] }, (n) => n % 100 === 7],
      ['a twentieth', { stateCode: ['NV'] }, (n) => n % 20 === 3],
      ['a document', { docKey: ['d4'] }, (n) => Math.floor(n / 100) === 4],
      [
        'the matches of two filters',
        { agency: ['NY'], publishedFrom: 2024 },
        (n) => n % 2 === 1 && n % 25 === 24,
      ],
      ['nothing', { agency: ['Unlisted'] }, () => false],
    ])('lose no hit to a filter that lets %s through', async (_name, filters, passes) => {
      for (const question of questions.slice(0, 5)) {
        const hits = await find(question, filters, { ef: 128 });
        expect(hits.map(({ chunkId }) => chunkId)).toEqual(
          nearest(question, passes).map(({ chunkId }) => chunkId),
        );
      }
    });

    it.each<[string, SearchFilters, (n: number) => boolean]>([
      ['a half', { agency: ['LA'] }, (n) => n % 2 === 0],
      ['a tenth', { drug: ['naloxone'] }, (n) => n % 10 === 0],
      ['a third', { publishedTo: 2007 }, (n) => n % 25 <= 7],
    ])(
      'are found with the same recall through a filter that lets %s through',
      async (_name, filters, passes) => {
        const recalls: number[] = [];
        for (const question of questions) {
          const hits = await find(question, filters, { ef: 128 });
          expect(hits).toHaveLength(LIMIT);
          expect(hits.every(({ chunkId }) => passes(Number(chunkId.split('#')[1])))).toBe(true);
          recalls.push(recallOf(hits, nearest(question, passes)));
        }
        expect(meanOf(recalls)).toBeGreaterThanOrEqual(0.95);
      },
    );

    it('are sampled without repeats', async () => {
      const sample = await approximate.sample(G1, 30);
      expect(sample).toHaveLength(30);
      for (const one of sample) expect(Math.hypot(...one)).toBeCloseTo(1, 3);
      expect(new Set(sample.map(String)).size).toBe(30);
    });

    it('are found when added after the graph was built, and no longer once removed', async () => {
      const [question = new Float32Array()] = questions;
      await put('new', [givenVectorPoint('new@1#0', question)]);
      expect((await find(question, {}, { ef: 128 }))[0]?.chunkId).toBe('new@1#0');
      await put('new', []);
      expect((await find(question, {}, { ef: 128 })).map(({ chunkId }) => chunkId)).not.toContain('new@1#0');
    });
  });
};
