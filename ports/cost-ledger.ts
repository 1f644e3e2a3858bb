/**
 * The cost of models in the current calendar month (UTC), on all nodes, from memory: it follows the log. Calls in
 * progress, or whose node was killed, count for the most that they can cost. Calls begun on other nodes within the
 * last moment may not have arrived yet: the limit can be exceeded by the calls that they make at once.
 */
export type CostLedger = {
  /** US dollars. */
  readonly spentThisMonth: () => number;
  /** Whether anything is left of the limit that an admin has set; always where there is none. */
  readonly mayCall: () => boolean;
  /**
   * Reserves the most that a further call can cost, until the log records it; `undefined` where that is beyond the
   * limit.
   * Calls of this process that begin at the same moment cannot pass the limit together.
   *
   * @param mostUsd Infinity where its price is not known
   */
  readonly reserve: (call: ModelCallId, mostUsd: number) => Reservation | undefined;
};

/** Which call of a model. */
export type ModelCallId = { readonly queryId: string; readonly attempt: number };

/** Releases the amount reserved for a call that was not made after all; harmless once the log records it. */
export type Reservation = { readonly release: () => void };
