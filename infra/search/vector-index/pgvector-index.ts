import { z } from 'zod';
import { activeFilters } from '../../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../../../domain/retrieval/vector-hit.ts';
import type { Database, DatabaseRow, SqlSession, SqlValue } from '../../../ports/database.ts';
import type { ApproximateSearch, VectorIndex, VectorQuestion } from '../../../ports/vector-index.ts';
import type { VectorSearchConfiguration } from './vector-search-configuration.ts';
import { filterConditions, filterIndexes, vectorTable } from './vector-table.ts';

const literal = (vector: Float32Array): string => `[${vector.join(',')}]`;

/** The first version with iterative scans, which keep filters from costing hits. */
const OLDEST_WITH_GRAPH: readonly [number, number] = [0, 8];
/** Extra hits requested from a graph, so that ties at the end can be cut off in order of chunk ids. */
const SPARE_PLACES = 20;
/** Bytes of a graph node besides its vector, measured with m = 16: twice m neighbours on the lowest level. */
const NODE_BYTES = 800;
const MEGABYTE = 1024 ** 2;
/** Megabytes: the server's own default. */
const LEAST_BUILD_MEMORY = 64;
const GRAPH = 'vectors_graph';

/** Enables pgvector. Returns false when the database does not offer it. */
export const enablePgvector = async (database: Database): Promise<boolean> => {
  const rows = await database.query(`select 1 from pg_available_extensions where name = 'vector'`);
  if (rows.length === 0) return false;
  await database.execute('create extension if not exists vector with schema public');
  return true;
};

const hitsOf = (rows: readonly DatabaseRow[]): readonly VectorHit[] =>
  rows.map((row) => ({ chunkId: String(row.chunk_id), similarity: Number(row.similarity) }));

/**
 * Compares every vector that passes the filters. The order by similarity and chunk id keeps PostgreSQL from
 * using a graph, which provides no such order.
 */
const searchExactly = async (
  session: SqlSession,
  generation: string,
  { vector, limit, filters }: VectorQuestion,
): Promise<readonly VectorHit[]> => {
  const values: SqlValue[] = [literal(vector), limit];
  const where = filterConditions(filters, (value) => `$${values.push(value)}`);
  return hitsOf(
    await session.query(
      `select chunk_id, 1 - (embedding operator(public.<=>) $1::public.vector) as similarity
         from "${generation}".vectors ${where}
        order by similarity desc, chunk_id limit $2`,
      values,
    ),
  );
};

const searchByGraph = async (
  session: SqlSession,
  generation: string,
  { vector, limit, filters }: VectorQuestion,
): Promise<readonly VectorHit[]> => {
  const values: SqlValue[] = [literal(vector), limit + SPARE_PLACES, limit];
  const where = filterConditions(filters, (value) => `$${values.push(value)}`);
  return hitsOf(
    await session.query(
      `select chunk_id, 1 - distance as similarity
         from (select chunk_id, embedding operator(public.<=>) $1::public.vector as distance
                 from "${generation}".vectors ${where}
                order by embedding operator(public.<=>) $1::public.vector limit $2) as nearest
        order by similarity desc, chunk_id limit $3`,
      values,
    ),
  );
};

/**
 * True when so few vectors pass the filters that comparing all of them is better: as many as in a small
 * index, or a tenth of a large one. With a narrow filter a graph search takes long and finds less: of 100,000
 * vectors it found 0.8 of the nearest within a tenth, and 0.76 within a twentieth, with 128 candidates.
 */
const fewPass = async (
  session: SqlSession,
  generation: string,
  filters: SearchFilters,
  exactUpTo: number,
): Promise<boolean> => {
  const values: SqlValue[] = [exactUpTo, `"${generation}".vectors`];
  const where = filterConditions(filters, (value) => `$${values.push(value)}`);
  // The size as of the last ANALYZE; every graph build ends with one.
  const [row] = await session.query(
    `with most as (
       select greatest($1::bigint, reltuples::bigint / 10) as passing from pg_class where oid = $2::regclass)
     select (select count(*) from (select from "${generation}".vectors ${where}
                                    limit (select passing + 1 from most)) as passed)
            <= (select passing from most) as few`,
    values,
  );
  return row?.few === true;
};

/** Candidates for a filtered search: of 100,000 vectors, this many find all of the nearest within a tenth. */
const EF_WITH_FILTER = 1000;

const graphRow = z.object({
  definition: z.string().nullable(),
  valid: z.boolean().nullable(),
  /**
   * Names, quoted, of the table's indexes whose build failed. PostgreSQL updates them but never reads them.
   */
  broken: z.array(z.string()),
});

/** The options of a graph, as PostgreSQL prints them in its definition. */
const withOptions = ({ m, efConstruct }: VectorSearchConfiguration['graph']): string =>
  `WITH (m='${m}', ef_construction='${efConstruct}')`;

const readVersion = async (database: Database): Promise<readonly number[]> => {
  const [row] = await database.query(
    `select extversion as version from pg_extension where extname = 'vector'`,
  );
  return String(row?.version ?? '0.0')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
};

/**
 * An advisory lock key that no other program uses. The session that builds graphs holds this lock: two
 * builders would need twice the memory and wait for each other's transactions.
 */
const GRAPH_LOCK = 4702111234474983747n;

const createApproximate = (
  database: Database,
  apart: NonNullable<Database['apart']>,
  { graph, policy, buildMemory, buildTimeoutMs }: VectorSearchConfiguration,
): ApproximateSearch => {
  const readGraph = async (session: SqlSession, generation: string) => {
    const [row] = await session.query(
      `select max(pg_get_indexdef(i.indexrelid)) filter (where c.relname = $2) as definition,
              bool_and(i.indisvalid) filter (where c.relname = $2) as valid,
              coalesce(json_agg(format('%I.%I', n.nspname, c.relname)) filter (where not i.indisvalid), '[]') as broken
         from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = $1 and i.indrelid = to_regclass(format('%I.vectors', $1::text))`,
      [generation, GRAPH],
    );
    return graphRow.parse(row);
  };

  const countVectors = async (session: SqlSession, generation: string): Promise<number> => {
    const [row] = await session.query(`select count(*) as vectors from "${generation}".vectors`);
    return Number(row?.vectors);
  };

  /** Determines what has to be done about the graph of a generation. */
  const planFor = async (session: SqlSession, generation: string) => {
    const { definition, valid, broken } = await readGraph(session, generation);
    const vectors = await countVectors(session, generation);
    const isAsWanted = valid === true && definition?.includes(withOptions(graph)) === true;
    // An unneeded graph slows every write, but may be needed again, so dropping it has a lower threshold.
    const isWanted = vectors > policy.exactUpTo || (definition !== null && vectors > policy.exactUpTo / 2);
    const isDone = broken.length === 0 && (isWanted ? isAsWanted : definition === null);
    return { vectors, broken, isWanted, isAsWanted, isDone };
  };

  const removeBroken = async (session: SqlSession, generation: string): Promise<void> => {
    const { broken } = await readGraph(session, generation);
    for (const name of broken) await session.query(`drop index concurrently if exists ${name}`);
  };

  const setBuildMemory = async (session: SqlSession, generation: string, vectors: number): Promise<void> => {
    const [row] = await session.query(
      `select atttypmod as dimensions from pg_attribute
        where attrelid = '"${generation}".vectors'::regclass and attname = 'embedding'`,
    );
    const needed = (vectors * (Number(row?.dimensions) * 4 + NODE_BYTES)) / MEGABYTE;
    const memory = Math.ceil(Math.min(buildMemory, Math.max(LEAST_BUILD_MEMORY, needed)));
    await session.query(`select set_config('maintenance_work_mem', $1, false)`, [`${memory}MB`]);
  };

  /** Does not block writes. The graph is built last, so its existence implies that of the other indexes. */
  const build = async (session: SqlSession, generation: string, vectors: number): Promise<void> => {
    await setBuildMemory(session, generation, vectors);
    try {
      for (const statement of filterIndexes(generation)) await session.query(statement);
      await session.query(
        `create index concurrently ${GRAPH} on "${generation}".vectors using hnsw (embedding public.vector_cosine_ops)
           with (m = ${graph.m}, ef_construction = ${graph.efConstruct})`,
      );
    } catch (error) {
      // If the session is lost, the next upkeep removes it.
      await removeBroken(session, generation).catch(() => {});
      throw error;
    }
    // Without column statistics PostgreSQL cannot tell a narrow filter from a wide one.
    await session.query(`analyze "${generation}".vectors`);
  };

  return {
    shapeOf: async (generation) => ({
      vectors: await countVectors(database, generation),
      hasGraph: (await readGraph(database, generation)).valid === true,
      // Vectors are written in the transaction that moves the checkpoint, so none can be missing.
      missing: 0,
    }),

    tend: async (generation, signal) => {
      const [major = 0, minor = 0] = await readVersion(database);
      const [oldestMajor, oldestMinor] = OLDEST_WITH_GRAPH;
      if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) return;
      if ((await planFor(database, generation)).isDone) return;
      await apart(
        async (session) => {
          const [lock] = await session.query(`select pg_try_advisory_lock(${GRAPH_LOCK}) as ours`);
          // Another node is building; searches stay exact until a later upkeep finds the graph.
          if (lock?.ours !== true) return;
          const { vectors, isWanted, isAsWanted, isDone } = await planFor(session, generation);
          if (isDone) return;
          // Left by a build that was killed or timed out.
          await removeBroken(session, generation);
          if (!isAsWanted || !isWanted)
            await session.query(`drop index concurrently if exists "${generation}".${GRAPH}`);
          if (isWanted && !isAsWanted) await build(session, generation, vectors);
        },
        { milliseconds: buildTimeoutMs, signal },
      );
    },

    sample: async (generation, count) => {
      const vectors = await countVectors(database, generation);
      if (vectors === 0) return [];
      // Random pages, the same each time; four times as many as needed, because pages are not equally full.
      const share = Math.min(100, (400 * count) / vectors);
      const rows = await database.query(
        `select embedding::text as vector from "${generation}".vectors
           tablesample system (${share.toFixed(6)}) repeatable (1) limit $1`,
        [count],
      );
      return rows.map(({ vector }) =>
        Float32Array.from(z.array(z.number()).parse(JSON.parse(String(vector)))),
      );
    },
  };
};

/**
 * Vectors in pgvector's `vector` type. An exact scan of 20,000 vectors of 384 dimensions takes 10 ms. On a
 * server, larger generations are searched with a graph (HNSW) if its measured recall suffices. The search
 * stays exact when few vectors pass the filter (see `fewPass`) or the graph returns too few hits. In the
 * embedded database building a graph would block everything else, so there the search is always exact.
 */
export const createPgvectorIndex = (
  database: Database,
  configuration?: VectorSearchConfiguration,
): VectorIndex => {
  const { put: _, ...table } = vectorTable(
    {
      type: (dimensions) => `public.vector(${dimensions})`,
      encode: literal,
      decode: (text) => `${text}::public.vector`,
    },
    database,
  );
  return {
    ...table,

    search: async (generation, question) => {
      const { limit, filters, precision = 'exact' } = question;
      if (limit < 1) return [];
      const exactly = (session: SqlSession) => searchExactly(session, generation, question);
      if (precision === 'exact' || !configuration) return exactly(database);
      return database.transaction(async (session) => {
        const isFiltered = activeFilters(filters).length > 0;
        if (isFiltered && (await fewPass(session, generation, filters, configuration.policy.exactUpTo)))
          return exactly(session);
        const ef = Math.max(precision.ef, limit + SPARE_PLACES, isFiltered ? EF_WITH_FILTER : 0);
        await session.query(
          `select set_config('hnsw.ef_search', $1, true), set_config('hnsw.iterative_scan', 'strict_order', true)`,
          [String(Math.min(1000, ef))],
        );
        const hits = await searchByGraph(session, generation, question);
        return hits.length < limit ? exactly(session) : hits;
      });
    },

    ...(configuration && database.apart
      ? { approximate: createApproximate(database, database.apart, configuration) }
      : {}),
  };
};
