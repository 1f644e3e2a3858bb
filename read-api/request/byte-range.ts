import parseRanges from 'range-parser';

/** A range of bytes from `start` to `end`, both included as in HTTP. */
type ByteRange = { readonly start: number; readonly end: number };

/** A suffix longer than the file means the whole file (RFC 9110, 14.1.2); the parser rejects it. */
const boundedEnding = (range: string, size: number): string =>
  range.replace(/^(bytes=-)(\d+)$/i, (_, unit: string, length: string) =>
    Number(length) > size ? `${unit}${size}` : `${unit}${length}`,
  );

/**
 * The byte range that `Range` requests (RFC 9110, 14.2). `undefined`, which means the whole file, when there is no
 * such header, when it names several ranges or none within the file, or when `If-Range` names other content.
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
