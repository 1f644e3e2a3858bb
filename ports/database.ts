/** A row as the database returns it. Values are text, number, boolean, null or parsed JSON; readers validate. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** Parameter values. Arrays are passed as PostgreSQL arrays of the statement's declared type. */
export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | boolean | null)[];

/** Runs single statements. Inside `transaction` all of them share the transaction. */
export type SqlSession = {
  readonly query: (text: string, values?: readonly SqlValue[]) => Promise<readonly DatabaseRow[]>;
};

/**
 * A PostgreSQL database, embedded (PGlite) or served, speaking the same SQL.
 *
 * - `bigint` comes back as a number (positions stay below 2^53), `timestamptz` as ISO 8601 text.
 * - `transaction` commits when the work resolves and rolls back when it rejects.
 * - `listen` is a hint only: notifications may be lost, repeated or late.
 */
export type Database = SqlSession & {
  readonly kind: 'embedded' | 'server';
  /** Runs several statements without parameters, e.g. a migration. */
  readonly execute: (script: string) => Promise<void>;
  readonly transaction: <T>(work: (session: SqlSession) => Promise<T>) => Promise<T>;
  readonly listen: (
    channel: string,
    onNotification: (payload: string) => void,
  ) => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
};
