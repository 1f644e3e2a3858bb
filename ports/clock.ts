/** The present moment, as the only way to ask for it outside `infra/`. */
export type Clock = {
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Monotonic milliseconds, for measuring durations only. */
  readonly elapsed: () => number;
};
