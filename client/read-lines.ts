/** The longest line in characters; the server sends none longer. */
const LONGEST = 100_000;

/** Yields the JSON lines of a body. Throws a SyntaxError for invalid JSON, and when the body ends within a line. */
export async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) break;
    for (const line of lines) yield JSON.parse(line);
  }
  if (rest !== '') throw new SyntaxError('The last line has no end.');
}
