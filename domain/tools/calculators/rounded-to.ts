/** A figure with this many digits after the point. */
export const roundedTo = (value: number, digits: number): number => {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
};
