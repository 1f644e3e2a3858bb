import type { Database, SqlValue } from '../../ports/database.ts';
import type { VectorHit, VectorIndex } from '../../ports/vector-index.ts';
import { filterConditions, vectorTable } from './vector-table.ts';

/** Dot product; of unit vectors that is the cosine of their angle. */
const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
};

const vectorOf = (value: unknown): Float32Array => {
  if (!(value instanceof Uint8Array)) throw new TypeError('A stored vector is not a byte string.');
  // Copied, because a driver's buffer need not be aligned for floats.
  return new Float32Array(new Uint8Array(value).buffer);
};

const hex = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('hex');

/**
 * Vectors as byte strings, compared in this process: for PostgreSQL servers on which pgvector is not installed. As
 * exact as the pgvector index, and meant for some ten thousand passages: every search reads all it compares.
 */
export const createPlainVectorIndex = (database: Database): VectorIndex => ({
  ...vectorTable({ type: () => 'bytea', encode: hex, decode: (text) => `decode(${text}, 'hex')` }),

  search: async (generation, query, limit, filters) => {
    const values: SqlValue[] = [];
    const where = filterConditions(filters, (value) => `$${values.push(value)}`);
    const rows = await database.query(
      `select chunk_id, embedding from "${generation}".vectors ${where}`,
      values,
    );
    return rows
      .map(
        (row): VectorHit => ({
          chunkId: String(row.chunk_id),
          similarity: dot(vectorOf(row.embedding), query),
        }),
      )
      .sort((a, b) => b.similarity - a.similarity || (a.chunkId < b.chunkId ? -1 : 1))
      .slice(0, limit);
  },
});
