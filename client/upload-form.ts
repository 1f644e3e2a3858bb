/** Escapes file names as HTML forms do (WHATWG HTML, "multipart/form-data"). */
const quoted = (name: string): string =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/** Passes bytes through and reports the running total. */
const counting = (onBytes: (sent: number) => void): TransformStream<Uint8Array, Uint8Array> => {
  let sent = 0;
  return new TransformStream({
    transform: (piece, controller) => {
      sent += piece.byteLength;
      onBytes(sent);
      controller.enqueue(piece);
    },
  });
};

/** A file and the input of a command as multipart/form-data. */
export type UploadForm = {
  readonly body: Blob | ReadableStream<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Builds the form. A file on disk is read while it is sent, and its length is declared in advance, so that a server
 * can refuse it immediately. Progress reports (`onBytes`) require a body that can be sent only once; browsers send
 * such a body only over HTTP/2.
 */
export const uploadForm = (
  file: Blob,
  fileName: string,
  input: unknown,
  onBytes?: (sent: number) => void,
): UploadForm => {
  const boundary = `anamnesis-${crypto.randomUUID()}`;
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="command"',
    '',
    JSON.stringify(input),
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${quoted(fileName)}"`,
    'Content-Type: application/octet-stream',
    '',
    '',
  ].join('\r\n');
  const body = new Blob([head, file, `\r\n--${boundary}--\r\n`]);
  return {
    body: onBytes === undefined ? body : body.stream().pipeThrough(counting(onBytes)),
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(body.size),
    },
  };
};
