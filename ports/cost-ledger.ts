/**
 * What models have cost in the current calendar month (UTC), on all nodes, from memory: it follows the log. Calls that
 * are under way, or whose node was killed, count for the most that they can cost. What other nodes have begun within
 * the last moment may not have arrived yet: the limit can be passed by as many calls as they make at once.
 */
export type CostLedger = {
  /** US dollars. */
  readonly spentThisMonth: () => number;
  /** Whether anything is left of the limit that an admin has set; always where there is none. */
  readonly mayCall: () => boolean;
  /**
   * Sets aside what a further call costs at most, until the log tells of it; `undefined` where that is beyond the limit.
   * Calls of this process that begin at the same moment cannot pass the limit together.
   *
   * @param mostUsd Infinity where its price is not known
   */
  readonly reserve: (call: ModelCallId, mostUsd: number) => Reservation | undefined;
};

/** Which call of a model. */
export type ModelCallId = { readonly queryId: string; readonly attempt: number };

/** Gives back what was set aside for a call that was not made after all; harmless once the log tells of it. */
export type Reservation = { readonly release: () => void };
