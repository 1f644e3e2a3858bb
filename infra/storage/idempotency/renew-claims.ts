import { z } from 'zod';
import type { Database } from '../../../ports/database.ts';
import type { ClaimSecrets } from './claim-secrets.ts';

/** Rows in one statement. */
const BATCH = 500;

const selectSql = `select scope, fingerprint, answer from idempotency.commands
  where scope not like 'v1:%' order by scope limit ${BATCH}`;
// A row that another node has renewed meanwhile no longer exists under its old scope.
const updateSql = `
  update idempotency.commands c set scope = r.scope, fingerprint = r.fingerprint, answer = r.answer
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as r (former, scope, fingerprint, answer)
  where c.scope = r.former and not exists (select 1 from idempotency.commands o where o.scope = r.scope)`;
const deleteSql = 'delete from idempotency.commands where scope = any($1::text[])';

const rowsSchema = z.array(
  z.object({ scope: z.string(), fingerprint: z.string(), answer: z.string().nullable() }),
);

/**
 * Rewrites commands that an older version stored with unkeyed hashes, so that a repeat after an upgrade is still
 * recognized. There is at most a day's worth.
 */
export const renewClaims = async (database: Database, { renew }: ClaimSecrets): Promise<void> => {
  for (;;) {
    const rows = rowsSchema.parse(await database.query(selectSql));
    if (rows.length === 0) return;
    const renewed = rows.map(renew);
    await database.query(updateSql, [
      rows.map(({ scope }) => scope),
      renewed.map(({ scope }) => scope),
      renewed.map(({ fingerprint }) => fingerprint),
      renewed.map(({ answer }) => answer),
    ]);
    await database.query(deleteSql, [rows.map(({ scope }) => scope)]);
  }
};
