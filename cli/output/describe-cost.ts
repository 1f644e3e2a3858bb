/** Formats US dollars with enough decimals for a small document; `unknown` when no price was set. */
export const describeCost = (costUsd: number | null): string => {
  if (costUsd === null) return 'unknown';
  if (costUsd === 0) return '$0';
  return costUsd < 0.000_1 ? '<$0.0001' : `$${costUsd.toFixed(4)}`;
};

/** The total cost of several jobs, e.g. "$0.0130, and unknown for 2". Undefined when all were free. */
export const describeCosts = (costs: readonly (number | null)[]): string | undefined => {
  const known = costs.filter((cost) => cost !== null);
  const unknown = costs.length - known.length;
  const sum = known.reduce((total, cost) => total + cost, 0);
  if (unknown === 0) return sum === 0 ? undefined : describeCost(sum);
  return sum === 0 ? `unknown for ${unknown}` : `${describeCost(sum)}, and unknown for ${unknown}`;
};
