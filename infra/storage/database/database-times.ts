/** Durations in milliseconds. */
export type DatabaseTimes = {
  /** For a connection to be made, or to come free in the pool. */
  readonly connect: number;
  /** For a statement of a request, which a caller waits for. */
  readonly statement: number;
  /** For a statement of a rebuild or of a change of the schema. */
  readonly longStatement: number;
  /** For a lock of a request's statement; half its statement's time when absent. */
  readonly lock?: number;
  /** After which a connection beyond what the load needs goes back to the server; 30 s when absent. */
  readonly idle?: number;
};

export const DEFAULT_IDLE_MS = 30_000;

/**
 * A caller is answered within 15 s: 4 s for the connection, 8 s for the statement, and 1 s until a connection that does
 * not answer is given up.
 */
export const defaultDatabaseTimes: DatabaseTimes = {
  connect: 4_000,
  statement: 8_000,
  longStatement: 60_000,
};

/**
 * The server cancels a statement that takes too long, and the session goes on. So long after that the answer may
 * still be on its way; then the connection counts as silent, and is destroyed.
 */
export const ANSWER_GRACE_MS = 1_000;
