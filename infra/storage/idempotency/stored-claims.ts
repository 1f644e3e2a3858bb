import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import type { StoredClaim } from '../../../ports/stored-installation.ts';

/** Claims per statement; an answer is below 1 kB. */
const PAGE = 1000;

const selectSql = `select scope, fingerprint, command_id, answer, created_at
  from idempotency.commands where scope > $1 order by scope limit ${PAGE}`;

// The holder of the claim no longer exists: the next repeat executes under the same command id, or gets the answer.
const insertSql = `
  insert into idempotency.commands (scope, fingerprint, command_id, leased_until, answer, created_at)
  select scope, fingerprint, command_id, '-infinity', answer, created_at
  from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[])
    as c (scope, fingerprint, command_id, answer, created_at)
  on conflict (scope) do nothing`;

const rowSchema = z.object({
  scope: z.string(),
  fingerprint: z.string(),
  command_id: z.string(),
  answer: z.string().nullable(),
  created_at: z.string(),
});

/** Reads the remembered commands, page by page; a day's worth at most. */
export async function* readStoredClaims(session: SqlSession): AsyncGenerator<readonly StoredClaim[]> {
  let after = '';
  for (;;) {
    const rows = z.array(rowSchema).parse(await session.query(selectSql, [after]));
    if (rows.length > 0)
      yield rows.map((row) => ({
        scope: row.scope,
        fingerprint: row.fingerprint,
        commandId: row.command_id,
        answer: row.answer,
        createdAt: row.created_at,
      }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.scope;
  }
}

/** Inserts claims from another database, without a holder. */
export const insertStoredClaims = async (
  session: SqlSession,
  claims: readonly StoredClaim[],
): Promise<void> => {
  await session.query(insertSql, [
    claims.map(({ scope }) => scope),
    claims.map(({ fingerprint }) => fingerprint),
    claims.map(({ commandId }) => commandId),
    claims.map(({ answer }) => answer),
    claims.map(({ createdAt }) => createdAt),
  ]);
};

/** Forgets the answers to these commands: a repeat executes each under its existing id. */
export const forgetStoredAnswers = async (session: SqlSession, scopes: readonly string[]): Promise<void> => {
  await session.query(
    `update idempotency.commands set answer = null, leased_until = '-infinity' where scope = any($1::text[])`,
    [scopes],
  );
};
