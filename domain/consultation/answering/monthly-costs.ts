/** The costs of one calendar month (UTC), call by call, in US dollars. */
export type MonthlyCosts = {
  /** `2026-11`; empty before the first call. */
  readonly month: string;
  /** The costs of ended calls. */
  readonly settled: number;
  /** The maximum costs of the open calls. A call whose node crashed stays open, since it may have been charged. */
  readonly open: ReadonlyMap<string, number>;
};

/** An event about the cost of one call. */
export type CallCost =
  | { readonly kind: 'called'; readonly call: string; readonly at: string; readonly mostUsd: number }
  /** Without a cost, the call counts at its maximum. */
  | { readonly kind: 'ended'; readonly call: string; readonly costUsd?: number };

export const nothingSpent: MonthlyCosts = { month: '', settled: 0, open: new Map() };

/** Returns the calendar month, in UTC, of an ISO 8601 instant. */
export const monthOf = (instant: string): string => instant.slice(0, 7);

/**
 * Returns the costs after the next event of the log. A call belongs to the month in which it was made, even if it
 * ends in the next; events about an earlier month are ignored.
 */
export const evolveMonthlyCosts = (costs: MonthlyCosts, change: CallCost): MonthlyCosts => {
  if (change.kind === 'called') {
    const month = monthOf(change.at);
    if (month < costs.month) return costs;
    const { settled, open } = month > costs.month ? nothingSpent : costs;
    return { month, settled, open: new Map([...open, [change.call, change.mostUsd]]) };
  }
  const most = costs.open.get(change.call);
  if (most === undefined) return costs;
  const open = new Map(costs.open);
  open.delete(change.call);
  return { ...costs, open, settled: costs.settled + (change.costUsd ?? most) };
};

/** Returns the amount spent in a month, including open calls at their maximum. */
export const spentIn = ({ month, settled, open }: MonthlyCosts, wanted: string): number =>
  month === wanted ? [...open.values()].reduce((sum, most) => sum + most, settled) : 0;
