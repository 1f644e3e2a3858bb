/** The bytes of a body as a stream, which can be sent only once, and reports the number of bytes sent so far. */
export const countingStream = (body: Blob, onBytes: (sent: number) => void): ReadableStream<Uint8Array> => {
  let sent = 0;
  return body.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        sent += piece.byteLength;
        onBytes(sent);
        controller.enqueue(piece);
      },
    }),
  );
};
