/** Durations in milliseconds. */
export type DatabaseTimes = {
  /** Timeout for opening a connection, or for one to become free in the pool. */
  readonly connect: number;
  /** Timeout of a statement in a request, on which a caller waits. */
  readonly statement: number;
  /** Timeout of a statement of a rebuild or a schema change. */
  readonly longStatement: number;
  /** Timeout for a lock in a request; default: half the statement timeout. */
  readonly lock?: number;
  /** Idle time after which a connection is closed; default: 30 s. */
  readonly idle?: number;
};

export const DEFAULT_IDLE_MS = 30_000;

/**
 * A caller gets an answer within 15 s: 4 s for the connection, 8 s for the statement, and 1 s until a silent
 * connection is given up.
 */
export const defaultDatabaseTimes: DatabaseTimes = {
  connect: 4_000,
  statement: 8_000,
  longStatement: 60_000,
};

/**
 * The server cancels a statement that takes too long, and the session stays usable. The response may take this much
 * longer to arrive; after that the connection counts as silent and is destroyed.
 */
export const ANSWER_GRACE_MS = 1_000;
