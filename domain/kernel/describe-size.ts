const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/**
 * A number of bytes in the unit that fits, with three digits: `0 B`, `1.2 kB`, `28.3 MB`. Units are powers of a thousand
 * (SI), as disks are sold.
 */
export const describeSize = (bytes: number): string => {
  let value = Math.max(0, Math.round(bytes));
  let unit = 0;
  // A value that rounds to a thousand is shown in the next unit.
  while (Number(value.toPrecision(3)) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const shown = value >= 100 ? Math.round(value) : Number(value.toFixed(unit === 0 ? 0 : 1));
  return `${shown} ${UNITS[unit]}`;
};
