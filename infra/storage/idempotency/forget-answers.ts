import type { SqlSession } from '../../../ports/database.ts';

/**
 * The record of a command whose effect was erased: that it was executed, without its content. Its answer has position
 * 0, so that every backup includes it; an older version treats the key as used for another input.
 */
export const ERASED = { fingerprint: 'erased', answer: 'v1:0:erased' } as const;

const forgetSql = `
  with forgotten as (
    update idempotency.commands set fingerprint = $2, answer = $3
     where command_id::text = any($1::text[]) and answer is distinct from $3 returning 1)
  select count(*) as forgotten from forgotten`;

/** Erases input and answer of these commands; a repeat of one is not executed. Returns the number of rows changed. */
export const forgetAnswers = async (session: SqlSession, commandIds: Iterable<string>): Promise<number> => {
  const [row] = await session.query(forgetSql, [[...commandIds], ERASED.fingerprint, ERASED.answer]);
  return Number(row?.forgotten ?? 0);
};

const countSql = `
  select count(*) as answers from idempotency.commands
   where command_id::text = any($1::text[]) and answer is distinct from $2`;

/** The number of rows that hold input and answer of these commands. */
export const countAnswers = async (session: SqlSession, commandIds: Iterable<string>): Promise<number> => {
  const [row] = await session.query(countSql, [[...commandIds], ERASED.answer]);
  return Number(row?.answers ?? 0);
};
