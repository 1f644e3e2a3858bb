import type { SqlSession } from '../../../ports/database.ts';

const forgetSql = `
  with forgotten as (delete from embedding_cache.vectors returning 1)
  select count(*) as forgotten from forgotten`;

/**
 * Forgets all vectors that are kept for texts that come again: which of them are of an erased document cannot be told
 * without its text. They are made anew when they are wanted. Answers how many there were.
 */
export const forgetVectors = async (session: SqlSession): Promise<number> => {
  const [row] = await session.query(forgetSql);
  return Number(row?.forgotten ?? 0);
};
