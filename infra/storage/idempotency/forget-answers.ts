import type { SqlSession } from '../../../ports/database.ts';

const forgetSql = `
  with forgotten as (
    delete from idempotency.commands
     where command_id::text = any($1::text[]) returning 1)
  select count(*) as forgotten from forgotten`;

/** Forgets what is remembered of these commands. Answers of how many there was something. */
export const forgetAnswers = async (session: SqlSession, commandIds: Iterable<string>): Promise<number> => {
  const [row] = await session.query(forgetSql, [[...commandIds]]);
  return Number(row?.forgotten ?? 0);
};
