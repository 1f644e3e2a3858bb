/** Bytes from `start` up to and including `end`. */
export type ByteRange = { readonly start: number; readonly end: number };

/** As the header `Range` has it; an end that is the largest number is that of the object. */
export const rangeHeaderOf = ({ start, end }: ByteRange): string =>
  `bytes=${start}-${end === Number.MAX_SAFE_INTEGER ? '' : end}`;
