/** Longest line: an append is bounded far below. */
const MAX_LINE_LENGTH = 512 * 1024 * 1024;
const NEWLINE = 10;

/**
 * The lines of a stream of UTF-8 text, all that a piece completes at once, so that they cost no turn each.
 *
 * @throws RangeError for a line beyond all bounds, and when the last line has no end: the stream was cut
 */
export async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  for await (const piece of content) {
    const end = piece.lastIndexOf(NEWLINE);
    if (end < 0) {
      rest.push(piece);
      restBytes += piece.byteLength;
      if (restBytes > MAX_LINE_LENGTH) throw new RangeError('A line is too long.');
      continue;
    }
    const text = Buffer.concat([...rest, piece.subarray(0, end)]).toString('utf8');
    rest = end + 1 < piece.byteLength ? [piece.subarray(end + 1)] : [];
    restBytes = piece.byteLength - end - 1;
    yield text.split('\n');
  }
  if (restBytes > 0) throw new RangeError('The last line is cut.');
}
