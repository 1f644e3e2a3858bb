import { Readable } from 'node:stream';

/** Passes a response body on, and fails when it exceeds the limit. */
async function* ofBoundedLength(
  content: AsyncIterable<unknown>,
  limit: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    if (!(piece instanceof Uint8Array)) continue;
    bytes += piece.byteLength;
    if (bytes > limit) throw tooLarge();
    yield piece;
  }
}

/**
 * Bounds the body of a response that a middleware of the AWS SDK holds, before the SDK reads it: it buffers a body in
 * memory without a limit. `limit` in bytes.
 */
export const boundAwsAnswer = (response: unknown, limit: number, tooLarge: () => Error): void => {
  if (typeof response !== 'object' || response === null) return;
  if (!('body' in response) || !(response.body instanceof Readable)) return;
  const bounded = ofBoundedLength(response.body, limit, tooLarge);
  Reflect.set(response, 'body', Readable.from(bounded, { objectMode: false }));
};
