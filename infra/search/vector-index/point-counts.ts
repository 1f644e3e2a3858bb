import type { Database, SqlSession } from '../../../ports/database.ts';

/**
 * The number of vectors of each document that an outside index was given, recorded with the generation in the
 * transaction that moves its checkpoint. It reveals vectors that the index has lost.
 */
export type PointCounts = {
  readonly create: (session: SqlSession, generation: string) => Promise<void>;
  /** Does nothing for a generation that predates these counts. */
  readonly put: (session: SqlSession, generation: string, docKey: string, points: number) => Promise<void>;
  /**
   * Counts of the given documents, omitting those without vectors; undefined when the generation has no
   * counts.
   */
  readonly of: (
    generation: string,
    docKeys: readonly string[],
  ) => Promise<ReadonlyMap<string, number> | undefined>;
  /** Count of all documents; undefined when the generation has no counts. */
  readonly total: (generation: string) => Promise<number | undefined>;
};

export const createPointCounts = (database: Database): PointCounts => {
  const kept = new Map<string, boolean>();

  /** Cached, as it does not change during the life of a generation. */
  const areKept = async (session: SqlSession, generation: string): Promise<boolean> => {
    const known = kept.get(generation);
    if (known !== undefined) return known;
    const [row] = await session.query('select to_regclass($1) is not null as found', [
      `"${generation}".vector_counts`,
    ]);
    const found = row?.found === true;
    kept.set(generation, found);
    return found;
  };

  return {
    create: async (session, generation) => {
      kept.delete(generation);
      await session.query(
        `create table "${generation}".vector_counts (doc_key text primary key, points integer not null)`,
      );
    },
    put: async (session, generation, docKey, points) => {
      if (!(await areKept(session, generation))) return;
      await session.query(`delete from "${generation}".vector_counts where doc_key = $1`, [docKey]);
      if (points > 0)
        await session.query(`insert into "${generation}".vector_counts (doc_key, points) values ($1, $2)`, [
          docKey,
          points,
        ]);
    },
    of: async (generation, docKeys) => {
      if (!(await areKept(database, generation))) return undefined;
      const rows = await database.query(
        `select doc_key, points from "${generation}".vector_counts where doc_key = any($1::text[])`,
        [docKeys],
      );
      return new Map(rows.map(({ doc_key, points }) => [String(doc_key), Number(points)]));
    },
    total: async (generation) => {
      if (!(await areKept(database, generation))) return undefined;
      const [row] = await database.query(
        `select coalesce(sum(points), 0)::bigint as points from "${generation}".vector_counts`,
      );
      return Number(row?.points);
    },
  };
};
