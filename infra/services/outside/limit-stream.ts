/** Limits on what a service may send, in bytes. */
type StreamLimits = {
  readonly total: number;
  /** Limit of one line, which a line reader must buffer. */
  readonly line: number;
};

const LINE_FEED = 0x0a;

/** Thrown to the reader of a body that is too long. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/**
 * Returns the response with a body that fails with TooLong beyond a limit, which also closes the connection.
 */
export const limitStream = (
  response: Response,
  limits: StreamLimits,
  onReceived: () => void = () => {},
): Response => {
  if (response.body === null) return response;
  let total = 0;
  let line = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (part, controller) => {
      onReceived();
      total += part.byteLength;
      const first = part.indexOf(LINE_FEED);
      const last = part.lastIndexOf(LINE_FEED);
      const longest = line + (first === -1 ? part.byteLength : first);
      line = last === -1 ? longest : part.byteLength - last - 1;
      if (total > limits.total || longest > limits.line || line > limits.line)
        controller.error(new TooLong());
      else controller.enqueue(part);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
};
