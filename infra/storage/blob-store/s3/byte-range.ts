/** Bytes from `start` up to and including `end`. */
export type ByteRange = { readonly start: number; readonly end: number };

/** Formats a `Range` header; `Number.MAX_SAFE_INTEGER` as the end means the end of the object. */
export const rangeHeaderOf = ({ start, end }: ByteRange): string =>
  `bytes=${start}-${end === Number.MAX_SAFE_INTEGER ? '' : end}`;
