import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Database, SqlSession } from '../../../ports/database.ts';
import type { ApproximateSearch, SearchPrecision, VectorIndex } from '../../../ports/vector-index.ts';
import type { SearchQualities } from './search-qualities.ts';

/** A place where a generation's vectors can be stored. */
export type VectorBackend = 'pgvector' | 'bytes' | 'qdrant';

export type BackedVectorIndex = { readonly home: VectorBackend; readonly index: VectorIndex };

const homeOfColumn = new Map<unknown, VectorBackend>([
  ['vector', 'pgvector'],
  ['bytea', 'bytes'],
]);

/**
 * Determines where a generation's vectors are from the column type of its table; without a table they are
 * outside the database.
 */
const homeOf = async (session: SqlSession, generation: string): Promise<VectorBackend> => {
  const [column] = await session.query(
    `select udt_name from information_schema.columns
      where table_schema = $1 and table_name = 'vectors' and column_name = 'embedding'`,
    [generation],
  );
  return homeOfColumn.get(column?.udt_name) ?? 'qdrant';
};

type ByGenerationOptions = {
  readonly qualities: Pick<SearchQualities, 'recent'>;
  /**
   * One of `others`, which can take a new generation while the chosen index is down. Absent when not needed.
   */
  readonly inDatabase?: BackedVectorIndex;
};

/**
 * Combines several vector indexes. New generations are created in the chosen one; a generation created before
 * that choice keeps serving from its place until its replacement takes over. If that place is out of reach,
 * writes are dropped and searches are `unavailable`. A search is as precise as the generation was measured to
 * need.
 */
export const createVectorIndexByGeneration = (
  database: Database,
  chosen: BackedVectorIndex,
  others: readonly BackedVectorIndex[],
  { qualities, inDatabase }: ByGenerationOptions,
): VectorIndex => {
  const indexes = new Map([chosen, ...others].map(({ home, index }) => [home, index]));
  const homes = new Map<string, VectorBackend>();

  /** Looked up once, as a generation never moves. */
  const find = async (session: SqlSession, generation: string): Promise<VectorBackend> => {
    const home = homes.get(generation) ?? (await homeOf(session, generation));
    homes.set(generation, home);
    return home;
  };

  /** Returns how to search the generation: exactly if that is unknown or unreadable. */
  const precisionOf = async (generation: string): Promise<SearchPrecision> => {
    try {
      const ef = (await qualities.recent(generation))?.ef;
      return ef === undefined ? 'exact' : { ef };
    } catch {
      return 'exact';
    }
  };

  /** Limits upkeep to generations in the chosen index; any other is about to be replaced. */
  const within = (approximate: ApproximateSearch): ApproximateSearch => {
    const isHere = async (generation: string): Promise<boolean> =>
      (await find(database, generation)) === chosen.home;
    return {
      shapeOf: async (generation) =>
        (await isHere(generation))
          ? approximate.shapeOf(generation)
          : { vectors: 0, hasGraph: false, missing: 0 },
      tend: async (generation, signal) => {
        if (await isHere(generation)) await approximate.tend(generation, signal);
      },
      sample: async (generation, count) =>
        (await isHere(generation)) ? approximate.sample(generation, count) : [],
    };
  };

  /** Returns the index that holds a generation. */
  const indexOf = async (generation: string): Promise<VectorIndex> => {
    const index = indexes.get(await find(database, generation));
    if (index) return index;
    throw new Failure(
      failure('unavailable', 'The vectors are in an index that is not configured; they are being rebuilt.', {
        component: 'vector-index',
      }),
    );
  };

  const createIn =
    ({ index }: BackedVectorIndex): VectorIndex['createGeneration'] =>
    async (session, generation, dimensions) => {
      homes.delete(generation);
      await index.createGeneration(session, generation, dimensions);
    };

  return {
    ...(chosen.index.approximate ? { approximate: within(chosen.index.approximate) } : {}),
    ...omitUndefined({ leftovers: chosen.index.leftovers }),
    check: async (generation) => {
      const home = generation === undefined ? chosen.home : await find(database, generation);
      await (indexes.get(home) ?? chosen.index).check(generation);
    },
    createGeneration: createIn(chosen),
    ...(inDatabase ? { createInDatabase: createIn(inDatabase) } : {}),
    holdsGeneration: async (generation) =>
      (await find(database, generation)) === chosen.home && chosen.index.holdsGeneration(generation),
    keepGenerations: async (generations) => {
      for (const generation of homes.keys()) if (!generations.includes(generation)) homes.delete(generation);
      await chosen.index.keepGenerations(generations);
    },
    putDocument: async (session, generation, docKey, points) => {
      await indexes.get(await find(session, generation))?.putDocument(session, generation, docKey, points);
    },
    ahead: {
      put: async (session, generation, docKey, points) => {
        const ahead = indexes.get(await find(session, generation))?.ahead;
        return (await ahead?.put(session, generation, docKey, points)) ?? false;
      },
      show: async (session, generation, docKey, chunkIds) =>
        (await indexOf(generation)).ahead?.show(session, generation, docKey, chunkIds),
    },
    search: async (generation, question) => {
      const index = await indexOf(generation);
      const precision =
        question.precision ?? (index.approximate ? await precisionOf(generation) : ('exact' as const));
      return index.search(generation, { ...question, precision });
    },
    count: async (generation) => (await indexOf(generation)).count(generation),
    countOf: async (generation, docKeys) => (await indexOf(generation)).countOf(generation, docKeys),
  };
};
