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

/** A session that also runs several statements without parameters at once. */
export type ScriptSession = SqlSession & { readonly execute: (script: string) => Promise<void> };

/** How long the statements of a transaction may take: as long as somebody waits for them, or as a rebuild does. */
export type TransactionTimeout = 'usual' | 'long';

export type TransactionOptions = {
  readonly timeout?: TransactionTimeout;
  /**
   * When what was committed survives the power going off. `at-commit` unless told. `with-next`: as soon as whatever is
   * committed after it does, which costs no wait for the disk. Everybody sees it at once, and nothing later survives
   * without it. Only for what is made anew from what came before, such as read models.
   */
  readonly durable?: 'at-commit' | 'with-next';
};

/** Commits when the work resolves and rolls back when it rejects. */
type Transact = <T>(work: (session: SqlSession) => Promise<T>, options?: TransactionOptions) => Promise<T>;

/** Statements and transactions on a connection of their own: they wait for no other user of the pool. */
export type ReservedSession = SqlSession & { readonly transaction: Transact };

/**
 * A PostgreSQL database, embedded (PGlite) or served, speaking the same SQL.
 *
 * - `bigint` comes back as a number (positions stay below 2^53), `timestamptz` as ISO 8601 text.
 * - `listen` is a hint only: notifications may be lost, repeated or late.
 * - Everything ends in time, also when the server is silent. A database that cannot be reached, takes no writes or is
 *   busy rejects with the Failure `unavailable`, a statement that took too long with `timeout`; both have `component`
 *   `database` and `retryAfter`. Whether a commit that failed so has happened is not known.
 */
export type Database = SqlSession & {
  readonly kind: 'embedded' | 'server';
  /**
   * A transaction for a change of the schema, with the long timeout: those of all processes come one after the other,
   * and each sees what the one before has committed.
   */
  readonly exclusive: <T>(work: (session: ScriptSession) => Promise<T>) => Promise<T>;
  /** Runs several statements without parameters in such a transaction. */
  readonly execute: (script: string) => Promise<void>;
  readonly transaction: Transact;
  /**
   * Work outside any transaction, on a connection made for it, for statements that PostgreSQL allows in none; each may take
   * so many milliseconds. Locks of its session are its own until it is over. The statement under way is cancelled when the
   * signal aborts, and within seconds when this process dies. Absent where there is no server.
   */
  readonly apart?: <T>(
    work: (session: SqlSession) => Promise<T>,
    options: { readonly milliseconds: number; readonly signal: AbortSignal },
  ) => Promise<T>;
  /** On a server, a connection of its own for work that must not wait for other work; replaced when it breaks. */
  readonly reserved: (purpose: 'appends' | 'leases') => ReservedSession;
  readonly listen: (
    channel: string,
    onNotification: (payload: string) => void,
  ) => Promise<() => Promise<void>>;
  /** Ends what is idle and, a moment later, what is not. */
  readonly close: () => Promise<void>;
};
