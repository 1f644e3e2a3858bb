import { randomId } from './random-id.ts';

/** Escapes file names as HTML forms do (WHATWG HTML, "multipart/form-data"). */
const quoted = (name: string): string =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/** A file and the input of a command as multipart/form-data. */
export type UploadForm = {
  readonly body: Blob;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Builds the form. A file on disk is read while it is sent, and its length is declared in advance, so that a server
 * can refuse it immediately.
 */
export const uploadForm = (file: Blob, fileName: string, input: unknown): UploadForm => {
  const boundary = `anamnesis-${randomId()}`;
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
    body,
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(body.size),
    },
  };
};
