import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** A piece of an event stream: a message, or the sign that everything up to `id` has been seen. */
export type StreamItem =
  | { readonly kind: 'seen'; readonly id: string }
  | { readonly kind: 'message'; readonly id: string; readonly event: string; readonly data: string };

/** Longest piece of one message that is kept while its end has not come. */
const MAX_BUFFER = 1024 * 1024;

/** Reads Server-Sent Events from the body of an answer, until it ends. */
export async function* readEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamItem> {
  const ready: StreamItem[] = [];
  let last = '';
  const parser = createParser({
    maxBufferSize: MAX_BUFFER,
    onId: (id) => {
      last = id;
      ready.push({ kind: 'seen', id });
    },
    onEvent: ({ event = 'message', data }: EventSourceMessage) => {
      ready.push({ kind: 'message', id: last, event, data });
    },
  });
  const decoder = new TextDecoder();
  for await (const piece of body) {
    parser.feed(decoder.decode(piece, { stream: true }));
    yield* ready.splice(0);
  }
}
