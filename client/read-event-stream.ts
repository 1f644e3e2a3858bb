/** An event of a stream, or a position update: everything up to `id` has been seen. */
export type RawEvent = {
  readonly id: string;
  /** Absent when only the id has advanced. */
  readonly event?: { readonly name: string; readonly data: string };
};

/** The longest incomplete event that is buffered, in characters, with the line breaks. */
const MAX_BUFFER = 1024 * 1024;

/** Parses events as https://html.spec.whatwg.org/multipage/server-sent-events.html specifies. */
const createReader = () => {
  let rest = '';
  let id = '';
  let name = '';
  let data: string[] = [];
  let buffered = 0;
  const end = (): RawEvent | undefined => {
    const event = { name: name === '' ? 'message' : name, data: data.join('\n') };
    const isEmpty = data.length === 0;
    name = '';
    data = [];
    buffered = 0;
    return isEmpty ? undefined : { id, event };
  };
  const takeLine = (line: string): RawEvent | undefined => {
    if (line === '') return end();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') {
      data.push(value);
      // Empty lines count too: an event could consist of any number of them.
      buffered += value.length + 1;
    }
    if (field !== 'id' || value.includes('\0')) return undefined;
    id = value;
    return { id };
  };
  return function* read(text: string): Generator<RawEvent> {
    // A trailing carriage return may be half of a line break.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length + buffered > MAX_BUFFER)
      throw new RangeError(`An event is longer than ${MAX_BUFFER} characters.`);
    for (const line of lines) {
      const found = takeLine(line);
      if (found) yield found;
    }
  };
};

/** Yields the Server-Sent Events of a response body until it ends. */
export async function* readEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<RawEvent> {
  const read = createReader();
  const decoder = new TextDecoder();
  for await (const piece of body) yield* read(decoder.decode(piece, { stream: true }));
}
