import type { SqlSession } from '../../ports/database.ts';

const forgetSql = `
  with forgotten as (
    delete from idempotency.commands
     where answer is not null and answer::json->'outcome'->>'streamId' = any($1::text[]) returning 1)
  select count(*) as forgotten from forgotten`;

/** Forgets what was answered to commands on these streams. Answers how many there were. */
export const forgetAnswers = async (session: SqlSession, streamIds: Iterable<string>): Promise<number> => {
  const [row] = await session.query(forgetSql, [[...streamIds]]);
  return Number(row?.forgotten ?? 0);
};
