import type { SqlSession } from '../../../ports/database.ts';

/** A short text that all nodes of a database share. */
export type SharedFact =
  | 'token-secret'
  | 'admin-token'
  | 'jwt-source'
  | 'unfinished-move'
  | 'accepted-log-loss'
  | 'checkpoint-signer'
  | 'signed-checkpoint'
  /** How far a verification of the log has come. */
  | 'verified-place'
  /** The fingerprint of the master key that wraps new keys, once it has been rotated. */
  | 'master-key'
  /** A rotation of the master key under way. */
  | 'master-key-rotation'
  /** A text that is being read, by the id of its job. */
  | `reading/${string}`;

/** A fact as a SQL expression, to read it together with something else. */
export const sharedFactSql = (name: SharedFact): string =>
  `(select f.value from coordination.shared_facts f where f.name = '${name}')`;

export const readSharedFact = async (session: SqlSession, name: SharedFact): Promise<string | undefined> => {
  const [row] = await session.query('select value from coordination.shared_facts where name = $1', [name]);
  return typeof row?.value === 'string' ? row.value : undefined;
};

/** Keeps other transactions from changing a fact until this one ends. */
export const lockSharedFact = async (session: SqlSession, name: SharedFact): Promise<void> => {
  await session.query('select 1 from coordination.shared_facts where name = $1 for update', [name]);
};

/** Stores a fact unless it exists, and returns the stored one. Of several concurrent nodes one wins. */
export const proposeSharedFact = async (
  session: SqlSession,
  name: SharedFact,
  value: string,
): Promise<string> => {
  await session.query(
    'insert into coordination.shared_facts (name, value) values ($1, $2) on conflict (name) do nothing',
    [name, value],
  );
  return (await readSharedFact(session, name)) ?? value;
};

export const dropSharedFact = async (session: SqlSession, name: SharedFact): Promise<void> => {
  await session.query('delete from coordination.shared_facts where name = $1', [name]);
};

export const setSharedFact = async (session: SqlSession, name: SharedFact, value: string): Promise<void> => {
  await session.query(
    `insert into coordination.shared_facts (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value, changed_at = now()`,
    [name, value],
  );
};
