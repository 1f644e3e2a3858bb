/** A stretch of a file: bytes from `start` up to and including `end`, as HTTP counts. */
export type ByteRange = { readonly start: number; readonly end: number };

const oneRange = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * The stretch that `Range` asks for (RFC 9110, 14.2). `undefined`, for which the whole file is sent, when there is no
 * such header, when it names several stretches or none that the file has, or when `If-Range` names another content.
 */
export const parseByteRange = (
  size: number,
  tag: string,
  { range, ifRange }: { readonly range?: string | undefined; readonly ifRange?: string | undefined },
): ByteRange | undefined => {
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== tag)) return undefined;
  const [, first = '', last = ''] = oneRange.exec(range.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  const [start, end] =
    first === ''
      ? [Math.max(0, size - Number(last)), size - 1]
      : [Number(first), Math.min(size - 1, last === '' ? size - 1 : Number(last))];
  return start <= end ? { start, end } : undefined;
};
