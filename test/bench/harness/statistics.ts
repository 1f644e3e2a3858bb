/**
 * The value below which the given share of the values lies (nearest rank). Throws a RangeError for no values.
 *
 * @param share from 0 to 1
 */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('Nothing was measured.');
  return value;
};

/** The middle value; the mean of the two middle ones for an even number of values. */
export const median = (values: readonly number[]): number =>
  (percentile(values, 0.5) + percentile(values, (Math.floor(values.length / 2) + 1) / values.length)) / 2;
