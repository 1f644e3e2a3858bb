/** No line that a server of ours sends is longer, in characters. */
const LONGEST = 100_000;

/** The lines of a body in JSON. Throws a SyntaxError for one that is none, and where the body breaks off within one. */
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
