import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';

type UploadBody = {
  readonly stream: ReadableStream<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
};

/** As HTML forms write file names (WHATWG HTML, "multipart/form-data"). */
const quoted = (name: string): string =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/** Passes bytes on and tells how many there were so far. */
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

/**
 * A file with a command's input as multipart/form-data. The file is read from the disk while it is sent, and the
 * length is known beforehand: a server that would refuse it does so at once.
 */
export const uploadBody = async (
  path: string,
  fileName: string,
  input: unknown,
  onBytes: (sent: number) => void,
): Promise<UploadBody> => {
  const boundary = `anamnesis-${randomUUID()}`;
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
  const body = new Blob([head, await openAsBlob(path), `\r\n--${boundary}--\r\n`]);
  return {
    stream: body.stream().pipeThrough(counting(onBytes)),
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(body.size),
    },
  };
};
