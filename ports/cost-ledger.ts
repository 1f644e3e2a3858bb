/**
 * The cost of models in the current calendar month (UTC), on all nodes, from memory: it follows the log. Calls in
 * progress, or whose node was killed, count for the most that they can cost. Calls begun on other nodes within the
 * last moment may not have arrived yet: the limit can be exceeded by calls made at the same moment.
 */
export type CostLedger = {
  /** US dollars. */
  readonly spentThisMonth: () => number;
  /** Whether any of the limit set by an admin is left; always true without a limit. */
  readonly mayCall: () => boolean;
  /**
   * Reserves the maximum cost of another call until the log records it; `undefined` if that would exceed the limit.
   * Concurrent calls of this process cannot exceed the limit together.
   *
   * @param mostUsd Infinity when the price is unknown
   */
  readonly reserve: (call: ModelCallId, mostUsd: number) => Reservation | undefined;
};

/** Identifies a call of a model. */
export type ModelCallId = { readonly queryId: string; readonly attempt: number };

/** Releases the amount reserved for a call that was not made after all; harmless once the log records it. */
export type Reservation = { readonly release: () => void };
