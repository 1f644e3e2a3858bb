/** Rounds a figure to a number of decimal places. */
export const roundedTo = (value: number, digits: number): number => {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
};
