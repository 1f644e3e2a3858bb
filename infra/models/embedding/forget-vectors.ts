import type { SqlSession } from '../../../ports/database.ts';

const forgetSql = `
  with forgotten as (delete from embedding_cache.vectors returning 1)
  select count(*) as forgotten from forgotten`;

/**
 * Deletes all cached vectors of texts and returns their number: which of them belong to an erased document cannot be
 * determined without its text. They are recomputed when needed.
 */
export const forgetVectors = async (session: SqlSession): Promise<number> => {
  const [row] = await session.query(forgetSql);
  return Number(row?.forgotten ?? 0);
};

/** The number of cached vectors. */
export const countVectors = async (session: SqlSession): Promise<number> => {
  const [row] = await session.query('select count(*) as vectors from embedding_cache.vectors');
  return Number(row?.vectors ?? 0);
};
