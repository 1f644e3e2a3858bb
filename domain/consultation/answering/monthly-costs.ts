/** What one calendar month (UTC) has cost, call by call. US dollars. */
export type MonthlyCosts = {
  /** `2026-11`; empty as long as nothing was called. */
  readonly month: string;
  /** Of calls that have ended. */
  readonly settled: number;
  /** What the others cost at most: one whose node was killed stays among them, since it may have been paid for. */
  readonly open: ReadonlyMap<string, number>;
};

/** What the log says about the cost of one call. */
export type CallCost =
  | { readonly kind: 'called'; readonly call: string; readonly at: string; readonly mostUsd: number }
  /** Without a cost it counts for the most that it can have cost. */
  | { readonly kind: 'ended'; readonly call: string; readonly costUsd?: number };

export const nothingSpent: MonthlyCosts = { month: '', settled: 0, open: new Map() };

/** The calendar month, in UTC, of an ISO 8601 instant. */
export const monthOf = (instant: string): string => instant.slice(0, 7);

/**
 * The costs after one more event, in the order of the log. A call belongs to the month in which it was made,
 * also where it ends in the next; what they say of an earlier month is left aside.
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

/** What counts as spent in a month: also what is under way, at its most. */
export const spentIn = ({ month, settled, open }: MonthlyCosts, wanted: string): number =>
  month === wanted ? [...open.values()].reduce((sum, most) => sum + most, settled) : 0;
