import parseRanges from 'range-parser';

/** A stretch of a file: bytes from `start` up to and including `end`, as HTTP counts. */
type ByteRange = { readonly start: number; readonly end: number };

/** An ending longer than the file is all of it (RFC 9110, 14.1.2); the parser takes it for none. */
const boundedEnding = (range: string, size: number): string =>
  range.replace(/^(bytes=-)(\d+)$/i, (_, unit: string, length: string) =>
    Number(length) > size ? `${unit}${size}` : `${unit}${length}`,
  );

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
  const ranges = parseRanges(size, boundedEnding(range.trim(), size));
  if (typeof ranges === 'number' || ranges.type.toLowerCase() !== 'bytes' || ranges.length > 1)
    return undefined;
  const [only] = ranges;
  return only;
};
