/** Durations in milliseconds. */
export type DatabaseTimes = {
  /** For a connection to be made, or to come free in the pool. */
  readonly connect: number;
  /** For a statement of a request, which a caller waits for. */
  readonly statement: number;
  /** For a statement of a rebuild or of a change of the schema. */
  readonly longStatement: number;
};

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
