import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { omitUndefined } from '../../../../../domain/kernel/omit-undefined.ts';
import { type Filterable, matchesFilters } from '../../../../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../../../../domain/retrieval/search-filters.ts';
import {
  createVectorMatrix,
  type MatrixRow,
} from '../../../../../infra/search/vector-index/in-memory/vector-matrix.ts';

/**
 * Small whole numbers: their products are exact in any order of addition, so results can be compared exactly.
 */
const coordinate = fc.integer({ min: -8, max: 8 });
const vectorOf = (dimensions: number): fc.Arbitrary<Float32Array> =>
  fc
    .array(coordinate, { minLength: dimensions, maxLength: dimensions })
    .map((values) => Float32Array.from(values));

const metadataOf = (docKey: string, stateCode: string | undefined): Filterable => ({
  docKey,
  title: 'Chest pain',
  sourceType: 'protocol',
  specialty: [],
  drugs: [],
  ...omitUndefined({ stateCode }),
});

type Change = { readonly docKey: string; readonly rows: readonly MatrixRow[] };

const change = (dimensions: number): fc.Arbitrary<Change> =>
  fc
    .record({
      document: fc.integer({ min: 0, max: 5 }),
      version: fc.integer({ min: 1, max: 99 }),
      stateCode: fc.constantFrom('CA', 'NV', undefined),
      vectors: fc.array(vectorOf(dimensions), { maxLength: 12 }),
    })
    .map(({ document, version, stateCode, vectors }) => {
      const docKey = `d${document}`;
      return {
        docKey,
        rows: vectors.map((vector, index) => ({
          chunkId: `${docKey}@${version}#${index}`,
          metadata: metadataOf(docKey, stateCode),
          vector,
        })),
      };
    });

/** The reference answer by comparing every row. */
const byHand = (
  rows: readonly MatrixRow[],
  query: Float32Array,
  limit: number,
  filters: SearchFilters,
): readonly { readonly chunkId: string; readonly similarity: number }[] =>
  rows
    .filter(({ metadata }) => matchesFilters(metadata, filters))
    .map(({ chunkId, vector }) => ({
      chunkId,
      similarity: vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0),
    }))
    .sort((one, other) => other.similarity - one.similarity || (one.chunkId < other.chunkId ? -1 : 1))
    .slice(0, limit);

describe('a matrix of vectors', () => {
  it('returns after any history what a comparison with every row returns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 4, 15, 16, 17, 40).chain((dimensions) =>
          fc.record({
            dimensions: fc.constant(dimensions),
            changes: fc.array(change(dimensions), { maxLength: 25 }),
            queries: fc.array(
              fc.record({
                vector: vectorOf(dimensions),
                limit: fc.integer({ min: 1, max: 30 }),
                filters: fc.constantFrom<SearchFilters>({}, { stateCode: ['CA'] }, { docKey: ['d1', 'd2'] }),
              }),
              { minLength: 1, maxLength: 5 },
            ),
          }),
        ),
        async ({ dimensions, changes, queries }) => {
          const matrix = createVectorMatrix(dimensions);
          const held = new Map<string, readonly MatrixRow[]>();
          for (const { docKey, rows } of changes) {
            matrix.putDocument(docKey, rows);
            held.set(docKey, rows);
          }
          const rows = [...held.values()].flat();
          expect(matrix.size()).toBe(rows.length);
          expect(await matrix.nearest(queries)).toEqual(
            queries.map(({ vector, limit, filters }) => byHand(rows, vector, limit, filters)),
          );
        },
      ),
    );
  });

  it('removes the rows of deleted documents and keeps the others accessible', async () => {
    const matrix = createVectorMatrix(3);
    const row = (document: number, index: number): MatrixRow => ({
      chunkId: `d${document}@1#${index}`,
      metadata: metadataOf(`d${document}`, undefined),
      vector: Float32Array.from([document, index, 1]),
    });
    for (let document = 0; document < 40; document += 1) {
      matrix.putDocument(
        `d${document}`,
        Array.from({ length: 50 }, (_, index) => row(document, index)),
      );
    }
    for (let document = 0; document < 40; document += 2) matrix.putDocument(`d${document}`, []);
    expect(matrix.size()).toBe(1000);
    const [hits] = await matrix.nearest([{ vector: Float32Array.from([1, 0, 0]), limit: 51, filters: {} }]);
    expect(hits?.slice(0, 50).every(({ chunkId }) => chunkId.startsWith('d39@'))).toBe(true);
    expect(hits?.[50]).toEqual({ chunkId: 'd37@1#0', similarity: 37 });
  });

  it('grows beyond its initial memory and answers any number of concurrent queries', async () => {
    const matrix = createVectorMatrix(384);
    const unit = (at: number): Float32Array =>
      Float32Array.from({ length: 384 }, (_, n) => (n === at ? 1 : 0));
    for (let document = 0; document < 6; document += 1) {
      matrix.putDocument(
        `d${document}`,
        Array.from({ length: 384 }, (_, at) => ({
          chunkId: `d${document}@1#${at}`,
          metadata: metadataOf(`d${document}`, undefined),
          vector: unit(at),
        })),
      );
    }
    const found = await matrix.nearest(
      Array.from({ length: 150 }, (_, at) => ({ vector: unit(at), limit: 6, filters: {} })),
    );
    expect(found).toHaveLength(150);
    found.forEach((hits, at) => {
      expect(hits.map(({ chunkId }) => chunkId)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `d${n}@1#${at}`));
    });
  });

  it('rejects a vector of another length and keeps its rows', async () => {
    const matrix = createVectorMatrix(4);
    const row = { chunkId: 'a@1#0', metadata: metadataOf('a', undefined), vector: new Float32Array(4) };
    matrix.putDocument('a', [row]);
    expect(() => matrix.putDocument('a', [{ ...row, vector: new Float32Array(5) }])).toThrow(RangeError);
    expect(matrix.size()).toBe(1);
    await expect(matrix.nearest([{ vector: new Float32Array(3), limit: 1, filters: {} }])).rejects.toThrow(
      RangeError,
    );
  });
});
