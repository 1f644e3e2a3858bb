/** Normalises a vector to length one; undefined if it is all zeros or not finite. */
export const unitVector = (values: ArrayLike<number>): Float32Array | undefined => {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += (values[index] ?? 0) ** 2;
  const length = Math.sqrt(sum);
  if (!(length > 0) || !Number.isFinite(length)) return undefined;
  return Float32Array.from(values, (value) => value / length);
};
