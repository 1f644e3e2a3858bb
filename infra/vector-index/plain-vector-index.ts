import { type Filterable, matchesFilters } from '../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { Database, DatabaseRow } from '../../ports/database.ts';
import type { VectorHit, VectorIndex } from '../../ports/vector-index.ts';
import { vectorTable } from './vector-table.ts';

type ResidentPoint = {
  readonly chunkId: string;
  readonly metadata: Filterable;
  readonly vector: Float32Array;
};

/** One generation's vectors in memory, by document, as of a stamp. */
type Resident = {
  readonly documents: Map<string, readonly ResidentPoint[]>;
  stamp: number;
  catchingUp: Promise<void> | undefined;
};

/** Generations kept in memory: the one that answers, and the one that is about to. */
const RESIDENT_GENERATIONS = 2;
/** Documents whose vectors are fetched in one statement. */
const DOCUMENTS_AT_ONCE = 50;

/** Dot product; of unit vectors that is the cosine of their angle. */
const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
};

const hex = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('hex');

const vectorOf = (value: unknown): Float32Array => {
  if (!(value instanceof Uint8Array)) throw new TypeError('A stored vector is not a byte string.');
  // Copied, because a driver's buffer need not be aligned for floats.
  return new Float32Array(new Uint8Array(value).buffer);
};

const pointOf = (row: DatabaseRow): ResidentPoint => ({
  chunkId: String(row.chunk_id),
  // Written by this index from a point's own properties, read back as it was.
  metadata: row.metadata as Filterable,
  vector: vectorOf(row.embedding),
});

const isBefore = (one: VectorHit, other: VectorHit): boolean =>
  one.similarity > other.similarity || (one.similarity === other.similarity && one.chunkId < other.chunkId);

/** Keeps the best hits in order; most candidates are turned away by one comparison with the last. */
const keep = (best: VectorHit[], hit: VectorHit, limit: number): void => {
  const last = best[limit - 1];
  if (last && !isBefore(hit, last)) return;
  let at = best.length;
  while (at > 0 && isBefore(hit, best[at - 1] ?? hit)) at -= 1;
  best.splice(at, 0, hit);
  if (best.length > limit) best.pop();
};

/**
 * Vectors as byte strings, compared in this process: for PostgreSQL servers on which pgvector is not installed. As
 * exact as the pgvector index. The vectors stay in memory (1.5 kB a passage of 384 dimensions) and follow the table:
 * each document carries a stamp of its last change, and a search first fetches what is newer. The stamps come in
 * order because one owner of the projection's lease writes them.
 */
export const createPlainVectorIndex = (database: Database): VectorIndex => {
  const table = vectorTable({ type: () => 'bytea', encode: hex, decode: (text) => `decode(${text}, 'hex')` });
  const residents = new Map<string, Resident>();

  const residentOf = (generation: string): Resident => {
    const known = residents.get(generation) ?? { documents: new Map(), stamp: 0, catchingUp: undefined };
    // Most recently used last.
    residents.delete(generation);
    residents.set(generation, known);
    for (const oldest of residents.keys()) {
      if (residents.size <= RESIDENT_GENERATIONS) break;
      residents.delete(oldest);
    }
    return known;
  };

  const load = async (generation: string, docKeys: readonly string[], resident: Resident): Promise<void> => {
    const rows = await database.query(
      `select doc_key, chunk_id, metadata, embedding from "${generation}".vectors where doc_key = any($1::text[])`,
      [docKeys],
    );
    const points = new Map<string, ResidentPoint[]>(docKeys.map((docKey) => [docKey, []]));
    for (const row of rows) points.get(String(row.doc_key))?.push(pointOf(row));
    for (const [docKey, all] of points) {
      if (all.length > 0) resident.documents.set(docKey, all);
      else resident.documents.delete(docKey);
    }
  };

  const catchUp = async (generation: string, resident: Resident): Promise<void> => {
    const changed = await database.query(
      `select doc_key, stamp from "${generation}".vector_documents where stamp > $1 order by stamp`,
      [resident.stamp],
    );
    for (let from = 0; from < changed.length; from += DOCUMENTS_AT_ONCE) {
      const batch = changed.slice(from, from + DOCUMENTS_AT_ONCE);
      await load(
        generation,
        batch.map(({ doc_key }) => String(doc_key)),
        resident,
      );
      resident.stamp = Number(batch.at(-1)?.stamp ?? resident.stamp);
    }
  };

  const scan = (
    { documents }: Resident,
    query: Float32Array,
    limit: number,
    filters: SearchFilters,
  ): readonly VectorHit[] => {
    const best: VectorHit[] = [];
    for (const points of documents.values()) {
      for (const { chunkId, metadata, vector } of points) {
        if (matchesFilters(metadata, filters)) keep(best, { chunkId, similarity: dot(vector, query) }, limit);
      }
    }
    return best;
  };

  return {
    ...table,
    createGeneration: async (session, generation, dimensions) => {
      await table.createGeneration(session, generation, dimensions);
      await session.query(`create sequence "${generation}".vector_stamps`);
      await session.query(`create table "${generation}".vector_documents (
        doc_key text   primary key,
        stamp   bigint not null unique default nextval('"${generation}".vector_stamps')
      )`);
    },
    putDocument: async (session, generation, docKey, points) => {
      await table.putDocument(session, generation, docKey, points);
      await session.query(
        `insert into "${generation}".vector_documents (doc_key) values ($1)
         on conflict (doc_key) do update set stamp = excluded.stamp`,
        [docKey],
      );
    },
    search: async (generation, query, limit, filters) => {
      const resident = residentOf(generation);
      // What changed while somebody else's catching up was under way may not be in it: then once more.
      await resident.catchingUp;
      resident.catchingUp ??= catchUp(generation, resident).finally(() => {
        resident.catchingUp = undefined;
      });
      await resident.catchingUp;
      return scan(resident, query, limit, filters);
    },
  };
};
