import type { SqlSession } from '../../../ports/database.ts';

/**
 * What is remembered of a command whose effect was erased: that it was executed, and nothing of what it was. Written as an
 * answer from before all events, which every backup keeps; a former version takes the key for one of another input.
 */
export const ERASED = { fingerprint: 'erased', answer: 'v1:0:erased' } as const;

const forgetSql = `
  with forgotten as (
    update idempotency.commands set fingerprint = $2, answer = $3
     where command_id::text = any($1::text[]) and answer is distinct from $3 returning 1)
  select count(*) as forgotten from forgotten`;

/**
 * Forgets what was asked and answered with these commands; a repeat of one is not executed. Answers of how many there was
 * something.
 */
export const forgetAnswers = async (session: SqlSession, commandIds: Iterable<string>): Promise<number> => {
  const [row] = await session.query(forgetSql, [[...commandIds], ERASED.fingerprint, ERASED.answer]);
  return Number(row?.forgotten ?? 0);
};
