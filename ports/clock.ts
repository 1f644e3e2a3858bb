/** The current time: the only way to get it outside `infra/`. */
export type Clock = {
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Monotonic milliseconds, for measuring durations only. */
  readonly elapsed: () => number;
};
