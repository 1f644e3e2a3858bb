/**
 * The clock by which the log stamps its events. Nodes differ from it and from each other, by minutes where nobody looks
 * after them: what is due is decided by this one.
 */
export type SharedClock = {
  /** ISO 8601 UTC with milliseconds. Rejects with `unavailable` when it cannot be asked. */
  readonly now: () => Promise<string>;
};
