/**
 * The clock that timestamps the log's events. Clocks of nodes differ from it and from each other, by minutes where
 * they are not synchronised: due times are decided by this one.
 */
export type SharedClock = {
  /** ISO 8601 UTC with milliseconds. Rejects with `unavailable` when it cannot be reached. */
  readonly now: () => Promise<string>;
};
