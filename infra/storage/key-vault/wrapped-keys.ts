import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import type { WrappedKey } from '../../../ports/stored-installation.ts';

/** Keys per statement: about 200 kB. */
const PAGE = 1000;

const SELECT_PAGE = `
  SELECT encode(subject_hash, 'hex') AS subject_hash, encode(wrapped_key, 'base64') AS wrapped_key,
         created_at, destroyed_at
  FROM vault.subject_keys WHERE subject_hash > decode($1, 'hex') ORDER BY subject_hash LIMIT ${PAGE}`;

// A tombstone wins, in whatever order rows arrive: an older copy never brings an erased person back.
const INSERT_KEYS = `
  INSERT INTO vault.subject_keys AS known (subject_hash, wrapped_key, created_at, destroyed_at)
  SELECT decode(hash, 'hex'), decode(wrapped, 'base64'), created_at, destroyed_at
  FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) AS k (hash, wrapped, created_at, destroyed_at)
  ORDER BY hash
  ON CONFLICT (subject_hash) DO UPDATE
  SET wrapped_key = NULL, destroyed_at = least(known.destroyed_at, excluded.destroyed_at)
  WHERE excluded.wrapped_key IS NULL`;

const SELECT_MISSING = `
  SELECT hash FROM unnest($1::text[]) AS asked (hash)
  WHERE NOT EXISTS (SELECT 1 FROM vault.subject_keys k WHERE k.subject_hash = decode(asked.hash, 'hex'))`;

const rowSchema = z.object({
  subject_hash: z.string(),
  wrapped_key: z.string().nullable(),
  created_at: z.string(),
  destroyed_at: z.string().nullable(),
});

/** Reads all keys and tombstones by subject hash, page by page. A key destroyed meanwhile may still be included. */
export async function* readWrappedKeys(session: SqlSession): AsyncGenerator<readonly WrappedKey[]> {
  let after = '';
  for (;;) {
    const rows = z.array(rowSchema).parse(await session.query(SELECT_PAGE, [after]));
    if (rows.length > 0)
      yield rows.map((row) => ({
        subjectHash: row.subject_hash,
        // PostgreSQL breaks base64 into lines of 76 characters.
        wrappedKey: row.wrapped_key?.replaceAll('\n', '') ?? null,
        createdAt: row.created_at,
        destroyedAt: row.destroyed_at,
      }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.subject_hash;
  }
}

/** Inserts keys and tombstones into the vault. A tombstone wins over a key, on whichever side it is. */
export const insertWrappedKeys = async (session: SqlSession, keys: readonly WrappedKey[]): Promise<void> => {
  await session.query(INSERT_KEYS, [
    keys.map(({ subjectHash }) => subjectHash),
    keys.map(({ wrappedKey }) => wrappedKey),
    keys.map(({ createdAt }) => createdAt),
    keys.map(({ destroyedAt }) => destroyedAt),
  ]);
};

/** Returns the subject hashes for which the vault has neither a key nor a tombstone. */
export const withoutKey = async (
  session: SqlSession,
  subjectHashes: readonly string[],
): Promise<readonly string[]> =>
  (await session.query(SELECT_MISSING, [subjectHashes])).map(({ hash }) => String(hash));

/** The check value (base64), which opens with the vault's master key alone; undefined before the first start. */
export const readMasterKeyCheck = async (session: SqlSession): Promise<string | undefined> => {
  const [row] = await session.query(
    `SELECT encode(check_value, 'base64') AS check_value FROM vault.master_key_check WHERE id = 1`,
  );
  return typeof row?.check_value === 'string' ? row.check_value.replaceAll('\n', '') : undefined;
};

/** Stores a check value (base64) unless there is one, and returns the stored one. */
export const proposeMasterKeyCheck = async (session: SqlSession, check: string): Promise<string> => {
  await session.query(
    `INSERT INTO vault.master_key_check (id, check_value) VALUES (1, decode($1, 'base64')) ON CONFLICT (id) DO NOTHING`,
    [check],
  );
  return (await readMasterKeyCheck(session)) ?? check;
};

/** Replaces the check value (base64), when the master key changes. */
export const replaceMasterKeyCheck = async (session: SqlSession, check: string): Promise<void> => {
  await session.query(`UPDATE vault.master_key_check SET check_value = decode($1, 'base64') WHERE id = 1`, [
    check,
  ]);
};

/**
 * Inserts the check value of another vault, copied together with its keys, so that no other master key is ever
 * accepted.
 */
export const insertMasterKeyCheck = async (session: SqlSession, check: string): Promise<void> => {
  await session.query(
    `INSERT INTO vault.master_key_check (id, check_value) VALUES (1, decode($1, 'base64'))`,
    [check],
  );
};
