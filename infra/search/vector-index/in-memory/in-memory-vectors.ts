import type { Position } from '../../../../domain/kernel/event.ts';
import type { Filterable } from '../../../../domain/retrieval/matches-filters.ts';
import type { VectorHit } from '../../../../domain/retrieval/vector-hit.ts';
import type { Database, DatabaseRow } from '../../../../ports/database.ts';
import { createVectorMatrix, type MatrixRow, type NearestQuery, type VectorMatrix } from './vector-matrix.ts';

/** One generation's vectors in the memory of this process, synchronized from their table. */
export type InMemoryVectors = {
  /**
   * Returns the nearest vectors. The result reflects the table at the time of the call, or at least at the
   * log position `asOf`, which saves a query when that position is already loaded. Queries that arrive during
   * a scan share the next one.
   */
  readonly nearest: (query: NearestQuery, asOf?: Position) => Promise<readonly VectorHit[]>;
};

/** Documents whose vectors one statement fetches. */
const DOCUMENTS_AT_ONCE = 20;

/** Vectors that are fetched in one statement. */
const VECTORS_AT_ONCE = 500;

type Waiting = {
  readonly query: NearestQuery;
  readonly asOf: Position | undefined;
  readonly resolve: (hits: readonly VectorHit[]) => void;
  readonly reject: (error: unknown) => void;
};

const vectorOf = (value: unknown): Float32Array => {
  if (!(value instanceof Uint8Array)) throw new TypeError('A stored vector is not a byte string.');
  // Copied, because a driver's buffer need not be aligned for floats.
  return new Float32Array(new Uint8Array(value).buffer);
};

/** Passages of a document mostly have equal metadata, so equal values share one object. */
const createMetadataReader = (): ((row: DatabaseRow) => Filterable) => {
  const known = new Map<string, Filterable>();
  return ({ metadata }) => {
    const text = JSON.stringify(metadata);
    // This index wrote it from a point's own properties.
    const shared = known.get(text) ?? (metadata as Filterable);
    known.set(text, shared);
    return shared;
  };
};

/**
 * Creates the in-memory copy of a generation's table, in which each document carries a stamp of its last
 * change.
 */
export const createInMemoryVectors = (database: Database, generation: string): InMemoryVectors => {
  let matrix: VectorMatrix | undefined;
  let stamp = 0;
  /** The log position up to which everything is loaded. */
  let reached: Position = -1;
  let waiting: Waiting[] = [];
  let answering = false;

  const load = async (docKeys: readonly string[]): Promise<void> => {
    const rows = new Map<string, MatrixRow[]>(docKeys.map((docKey) => [docKey, []]));
    const readers = new Map(docKeys.map((docKey) => [docKey, createMetadataReader()]));
    const named = await database.query(
      `select chunk_id from "${generation}".vectors where doc_key = any($1::text[])`,
      [docKeys],
    );
    const chunkIds = named.map(({ chunk_id }) => String(chunk_id));
    for (let from = 0; from < chunkIds.length; from += VECTORS_AT_ONCE) {
      const page = await database.query(
        `select doc_key, chunk_id, metadata, embedding from "${generation}".vectors
          where chunk_id = any($1::text[])`,
        [chunkIds.slice(from, from + VECTORS_AT_ONCE)],
      );
      for (const row of page) {
        const docKey = String(row.doc_key);
        const metadata = readers.get(docKey)?.(row);
        const chunkId = String(row.chunk_id);
        if (metadata) rows.get(docKey)?.push({ chunkId, metadata, vector: vectorOf(row.embedding) });
      }
    }
    for (const [docKey, points] of rows) {
      const [first] = points;
      if (first) matrix ??= createVectorMatrix(first.vector.length);
      matrix?.putDocument(docKey, points);
    }
  };

  const catchUp = async (): Promise<void> => {
    const changed = await database.query(
      `select doc_key, stamp from "${generation}".vector_documents where stamp > $1 order by stamp`,
      [stamp],
    );
    for (let from = 0; from < changed.length; from += DOCUMENTS_AT_ONCE) {
      const batch = changed.slice(from, from + DOCUMENTS_AT_ONCE);
      await load(batch.map(({ doc_key }) => String(doc_key)));
      stamp = Number(batch.at(-1)?.stamp ?? stamp);
    }
  };

  const answer = async (asked: readonly Waiting[]): Promise<void> => {
    try {
      if (asked.some(({ asOf }) => asOf === undefined || asOf > reached)) {
        const known = Math.max(reached, ...asked.map(({ asOf }) => asOf ?? -1));
        await catchUp();
        reached = known;
      }
      const found = await matrix?.nearest(asked.map(({ query }) => query));
      asked.forEach(({ resolve }, at) => {
        resolve(found?.[at] ?? []);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };

  /** Runs one round at a time, so writes to the matrix never overlap reads from it. */
  const answerAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      await answer(asked);
    }
    answering = false;
  };

  return {
    nearest: (query, asOf) =>
      new Promise((resolve, reject) => {
        waiting.push({ query, asOf, resolve, reject });
        if (answering) return;
        answering = true;
        // Deferred, so that the wordings of a question and concurrent questions share a round.
        setImmediate(answerAll);
      }),
  };
};
