import type { SqlSession } from '../../../ports/database.ts';

const forgetSql = `
  with forgotten as (delete from embedding_cache.vectors returning 1)
  select count(*) as forgotten from forgotten`;

/**
 * Deletes all cached vectors of texts: which of them belong to an erased document cannot be determined without its text.
 * They are computed again when needed. Returns their number.
 */
export const forgetVectors = async (session: SqlSession): Promise<number> => {
  const [row] = await session.query(forgetSql);
  return Number(row?.forgotten ?? 0);
};
