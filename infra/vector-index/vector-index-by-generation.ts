import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Database, SqlSession } from '../../ports/database.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';

/** Where a generation's vectors can be. */
export type VectorBackend = 'pgvector' | 'bytes' | 'qdrant';

export type BackedVectorIndex = { readonly home: VectorBackend; readonly index: VectorIndex };

const homeOfColumn = new Map<unknown, VectorBackend>([
  ['vector', 'pgvector'],
  ['bytea', 'bytes'],
]);

/** Where the vectors of a generation are: its table tells, and without a table they are outside the database. */
const homeOf = async (session: SqlSession, generation: string): Promise<VectorBackend> => {
  const [column] = await session.query(
    `select udt_name from information_schema.columns
      where table_schema = $1 and table_name = 'vectors' and column_name = 'embedding'`,
    [generation],
  );
  return homeOfColumn.get(column?.udt_name) ?? 'qdrant';
};

/**
 * Several vector indexes as one. New generations are made in the chosen one; a generation that was made before
 * another index was chosen goes on answering from where it is, until the one that is built in its place takes over.
 * Where that is out of reach, what is put is dropped, and a search is `unavailable`.
 */
export const createVectorIndexByGeneration = (
  database: Database,
  chosen: BackedVectorIndex,
  others: readonly BackedVectorIndex[],
): VectorIndex => {
  const indexes = new Map([chosen, ...others].map(({ home, index }) => [home, index]));
  const homes = new Map<string, VectorBackend>();

  /** What a generation is made of does not change, so it is looked up once. */
  const find = async (session: SqlSession, generation: string): Promise<VectorBackend> => {
    const home = homes.get(generation) ?? (await homeOf(session, generation));
    homes.set(generation, home);
    return home;
  };

  return {
    check: chosen.index.check,
    createGeneration: async (session, generation, dimensions) => {
      homes.delete(generation);
      await chosen.index.createGeneration(session, generation, dimensions);
    },
    holdsGeneration: async (generation) =>
      (await find(database, generation)) === chosen.home && chosen.index.holdsGeneration(generation),
    keepGenerations: async (generations) => {
      for (const generation of homes.keys()) if (!generations.includes(generation)) homes.delete(generation);
      await chosen.index.keepGenerations(generations);
    },
    putDocument: async (session, generation, docKey, points) => {
      await indexes.get(await find(session, generation))?.putDocument(session, generation, docKey, points);
    },
    search: async (generation, query, limit, filters, question) => {
      const index = indexes.get(await find(database, generation));
      if (!index) {
        throw new Failure(
          failure(
            'unavailable',
            'The vectors are where this configuration does not reach; they are rebuilt.',
            {
              component: 'vector-index',
            },
          ),
        );
      }
      return index.search(generation, query, limit, filters, question);
    },
  };
};
