/** The longest line, in bytes; the limit of an append is far lower. */
const MAX_LINE_LENGTH = 512 * 1024 * 1024;
const NEWLINE = 10;

/**
 * Reads the lines of a stream of UTF-8 text. All lines that one piece completes come in one array, to save a turn of
 * the event loop per line.
 *
 * @throws RangeError for a line over the limit, or when the last line is unterminated: the stream was truncated
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
  if (restBytes > 0) throw new RangeError('The last line is truncated.');
}
