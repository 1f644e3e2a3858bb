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

/** A session that can also run a script of several statements without parameters. */
export type ScriptSession = SqlSession & { readonly execute: (script: string) => Promise<void> };

/** The timeout of a transaction's statements: that of a request, or that of a rebuild. */
export type TransactionTimeout = 'usual' | 'long';

export type TransactionOptions = {
  readonly timeout?: TransactionTimeout;
  /**
   * When a commit survives a power failure. Default `at-commit`. `with-next`: when the next commit does, which costs no
   * wait for the disk. It is visible immediately, and no later commit survives without it. Only for data that can be
   * rebuilt from earlier data, such as read models.
   */
  readonly durable?: 'at-commit' | 'with-next';
};

/** Commits when the work resolves and rolls back when it rejects. */
type Transact = <T>(work: (session: SqlSession) => Promise<T>, options?: TransactionOptions) => Promise<T>;

/** Statements and transactions on a dedicated connection, which do not wait for other users of the pool. */
export type ReservedSession = SqlSession & { readonly transaction: Transact };

/**
 * A PostgreSQL database, embedded (PGlite) or served, speaking the same SQL.
 *
 * - `bigint` comes back as a number (positions stay below 2^53), `timestamptz` as ISO 8601 text.
 * - `listen` is a hint only: notifications may be lost, repeated or late.
 * - Every call ends in time, even when the server is silent. A database that cannot be reached, takes no writes or is
 *   busy rejects with the Failure `unavailable`, a statement that took too long with `timeout`; both have `component`
 *   `database` and `retryAfter`. Whether such a failed commit took effect is unknown.
 */
export type Database = SqlSession & {
  readonly kind: 'embedded' | 'server';
  /**
   * A transaction for a schema change, with the long timeout. Such transactions are serialised across processes, and
   * each sees the commits of those before it.
   */
  readonly exclusive: <T>(work: (session: ScriptSession) => Promise<T>) => Promise<T>;
  /** Runs several statements without parameters in such a transaction. */
  readonly execute: (script: string) => Promise<void>;
  readonly transaction: Transact;
  /**
   * Work outside any transaction, on a dedicated connection, for statements that PostgreSQL does not allow in one;
   * the timeout of each is given in milliseconds. Session locks are held until it is over. The running statement is
   * cancelled when the signal aborts, and within seconds when this process dies. Absent where there is no server.
   */
  readonly apart?: <T>(
    work: (session: SqlSession) => Promise<T>,
    options: { readonly milliseconds: number; readonly signal: AbortSignal },
  ) => Promise<T>;
  /** On a server, a dedicated connection for work that must not wait for other work; replaced when it breaks. */
  readonly reserved: (purpose: 'appends' | 'leases') => ReservedSession;
  readonly listen: (
    channel: string,
    onNotification: (payload: string) => void,
  ) => Promise<() => Promise<void>>;
  /** Closes idle connections and, a moment later, busy ones. */
  readonly close: () => Promise<void>;
};
