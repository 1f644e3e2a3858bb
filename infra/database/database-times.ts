/** Durations in milliseconds. */
export type DatabaseTimes = {
  /** For a connection to be made, or to come free in the pool. */
  readonly connect: number;
  /** For a statement that somebody waits for. */
  readonly statement: number;
  /** For a statement of a rebuild or of a change of the schema. */
  readonly longStatement: number;
};

/**
 * Whoever waits hears within 15 s: 4 s for the connection, 8 s for the statement, and 1 s until a connection that does
 * not answer is given up.
 */
export const defaultDatabaseTimes: DatabaseTimes = {
  connect: 4_000,
  statement: 8_000,
  longStatement: 60_000,
};

/**
 * The server cancels a statement that takes too long, and the session lives on. So long after that the answer may
 * still be on its way; then the connection counts as silent, and is destroyed.
 */
export const ANSWER_GRACE_MS = 1_000;
