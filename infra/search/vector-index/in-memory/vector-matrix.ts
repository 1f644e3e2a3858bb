import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { type Filterable, passageFilter } from '../../../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../../../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../../../../domain/retrieval/vector-hit.ts';
import { beginTimeSlice } from '../../../../ports/time-slice.ts';
import { createScanKernel, ROW_ALIGNMENT } from './scan-kernel.ts';
import { createTopHits, type TopHits } from './top-hits.ts';

/** A passage to store in the matrix. */
export type MatrixRow = {
  readonly chunkId: string;
  readonly metadata: Filterable;
  readonly vector: Float32Array;
};

export type NearestQuery = {
  readonly vector: Float32Array;
  /** Maximum number of hits, at least 1. */
  readonly limit: number;
  readonly filters: SearchFilters;
};

/** Unit vectors of equal length in one block of memory, grouped by document. */
export type VectorMatrix = {
  /**
   * Replaces all rows of a document; an empty list removes it. Throws a RangeError for a vector of another
   * length.
   */
  readonly putDocument: (docKey: string, rows: readonly MatrixRow[]) => void;
  /** Finds the nearest rows to each query, in one pass. Do not put documents meanwhile. */
  readonly nearest: (queries: readonly NearestQuery[]) => Promise<readonly (readonly VectorHit[])[]>;
  /** Number of live rows. */
  readonly size: () => number;
};

const FLOAT = 4;
const PAGE = 65_536;
/** WebAssembly's limit: 4 GiB, 2.7 million vectors of 384 dimensions. */
const MAX_PAGES = 65_536;
/** Rows per block; a block's products are examined before the next block is computed. */
const BLOCK_ROWS = 512;
/** Queries per pass; more queries need several passes. */
const MAX_QUERIES = 64;
/** Share of removed rows at which they are swept, in a matrix of at least SWEEP_FROM rows. */
const SWEEP_AT = 0.25;
const SWEEP_FROM = 256;

/** The products of a block of rows with all queries of a pass. */
type Block = {
  readonly products: Float32Array;
  readonly rows: readonly (Omit<MatrixRow, 'vector'> | undefined)[];
  readonly first: number;
  readonly count: number;
  readonly queries: number;
};

/** Offers the rows of a block to one query. Checks filters only for rows that are near enough. */
const offerBlock = (
  { products, rows, first, count, queries }: Block,
  query: number,
  { filters }: NearestQuery,
  best: TopHits,
): void => {
  const passes = passageFilter(filters);
  let threshold = best.threshold();
  for (let row = 0; row < count; row += 1) {
    const similarity = products[row * queries + query] ?? 0;
    if (similarity < threshold) continue;
    const there = rows[first + row];
    if (!there || !passes(there.metadata)) continue;
    best.offer(there.chunkId, similarity);
    threshold = best.threshold();
  }
};

/**
 * Creates an empty matrix. Appending is cheap; removed rows leave holes that are swept later. Results depend
 * only on the rows held, not on the order in which they were added.
 */
export const createVectorMatrix = (dimensions: number): VectorMatrix => {
  const stride = Math.ceil((dimensions * FLOAT) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  const productsAt = MAX_QUERIES * stride;
  const rowsAt = productsAt + MAX_QUERIES * BLOCK_ROWS * FLOAT;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(rowsAt / PAGE) + 1, maximum: MAX_PAGES });
  const scan = createScanKernel(memory);
  const documents = new Map<string, readonly number[]>();
  /** The passage of each row; `undefined` for a hole. */
  let rows: (Omit<MatrixRow, 'vector'> | undefined)[] = [];
  let live = 0;

  const reserve = (count: number): void => {
    const missing = rowsAt + (rows.length + count) * stride - memory.buffer.byteLength;
    if (missing <= 0) return;
    // Grows by at least a quarter, as growing may move the memory.
    const wanted = Math.ceil(Math.max(missing, memory.buffer.byteLength / 4) / PAGE);
    const possible = MAX_PAGES - memory.buffer.byteLength / PAGE;
    const pages = Math.min(wanted, possible);
    if (pages * PAGE < missing) {
      throw new Failure(
        failure('unavailable', 'The vectors do not fit into memory. Use pgvector on a server or Qdrant.', {
          component: 'search-index',
        }),
      );
    }
    memory.grow(pages);
  };

  const sweep = (): void => {
    const bytes = new Uint8Array(memory.buffer);
    const moved = new Int32Array(rows.length);
    const kept: typeof rows = [];
    rows.forEach((row, at) => {
      if (!row) return;
      const to = kept.length;
      bytes.copyWithin(rowsAt + to * stride, rowsAt + at * stride, rowsAt + (at + 1) * stride);
      moved[at] = to;
      kept.push(row);
    });
    rows = kept;
    for (const [docKey, places] of documents) {
      documents.set(
        docKey,
        places.map((at) => moved[at] ?? 0),
      );
    }
  };

  const removeDocument = (docKey: string): void => {
    const places = documents.get(docKey);
    if (!places) return;
    documents.delete(docKey);
    for (const at of places) rows[at] = undefined;
    live -= places.length;
    if (rows.length >= SWEEP_FROM && live < rows.length * (1 - SWEEP_AT)) sweep();
  };

  const putDocument: VectorMatrix['putDocument'] = (docKey, added) => {
    for (const { vector } of added) {
      if (vector.length !== dimensions) throw new RangeError(`A vector must have ${dimensions} dimensions.`);
    }
    removeDocument(docKey);
    if (added.length === 0) return;
    reserve(added.length);
    const places = added.map(({ vector, chunkId, metadata }) => {
      const at = rows.length;
      new Float32Array(memory.buffer, rowsAt + at * stride, stride / FLOAT).fill(0).set(vector);
      rows.push({ chunkId, metadata });
      return at;
    });
    documents.set(docKey, places);
    live += added.length;
  };

  const pass = async (queries: readonly NearestQuery[]): Promise<readonly (readonly VectorHit[])[]> => {
    const found = queries.map(({ limit }) => createTopHits(limit));
    const slice = beginTimeSlice();
    const load = (): void =>
      queries.forEach(({ vector }, at) => {
        new Float32Array(memory.buffer, at * stride, stride / FLOAT).fill(0).set(vector);
      });
    load();
    for (let first = 0; first < rows.length; first += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, rows.length - first);
      scan(rowsAt + first * stride, count, stride, 0, queries.length, productsAt);
      const products = new Float32Array(memory.buffer, productsAt, count * queries.length);
      const block: Block = { products, rows, first, count, queries: queries.length };
      queries.forEach((query, at) => {
        const best = found[at];
        if (best) offerBlock(block, at, query, best);
      });
      if (slice.isOver()) {
        await slice.yield();
        load();
      }
    }
    return found.map((best) => best.taken());
  };

  return {
    putDocument,
    nearest: async (queries) => {
      for (const { vector } of queries) {
        if (vector.length !== dimensions) throw new RangeError(`A query must have ${dimensions} dimensions.`);
      }
      const found: (readonly VectorHit[])[] = [];
      for (let from = 0; from < queries.length; from += MAX_QUERIES) {
        found.push(...(await pass(queries.slice(from, from + MAX_QUERIES))));
      }
      return found;
    },
    size: () => live,
  };
};
