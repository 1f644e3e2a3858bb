import { Readable } from 'node:stream';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { anySignal } from '../../../ports/any-signal.ts';

/** Milliseconds without a byte after which a download is aborted; slow connections pause for seconds. */
const PATIENCE = 60_000;

const problem = (message: string, cause?: unknown): Failure =>
  new Failure(
    failure('external_api_error', message, { component: 'download' }),
    cause === undefined ? undefined : { cause },
  );

type DownloadOptions = {
  /** Milliseconds to wait for the next byte. */
  readonly patience?: number;
  /** The expected size: a server that announces another is refused before the first byte is read. */
  readonly bytes?: number;
};

/** The size that a response announces; undefined if it does not, or is compressed on the way. */
const announcedSize = ({ headers }: Response): number | undefined => {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? undefined : Number(length);
};

/**
 * Streams the bytes behind a public URL. Sends nothing but the URL, and follows redirects, because hubs serve
 * large files from other hosts. Rejects with `external_api_error`; so does the stream when the server closes
 * the connection early or sends nothing for a minute.
 */
export const downloadFile = async (
  url: URL,
  signal: AbortSignal,
  { patience = PATIENCE, bytes }: DownloadOptions = {},
): Promise<Readable> => {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), patience);
  const failed = (what: string, error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    return problem(silence.signal.aborted ? `${url.host} stopped sending data.` : what, error);
  };
  const response = await fetch(url, {
    signal: anySignal([signal, silence.signal]),
    redirect: 'follow',
  }).catch((error: unknown) => {
    clearTimeout(timer);
    throw failed(`${url.host} cannot be reached.`, error);
  });
  const { body } = response;
  if (!response.ok || body === null) {
    clearTimeout(timer);
    await body?.cancel();
    throw problem(`${url.host} answered ${response.status} for ${url.pathname}.`);
  }
  const size = announcedSize(response);
  if (bytes !== undefined && size !== undefined && size !== bytes) {
    clearTimeout(timer);
    await body.cancel();
    throw problem(`${url.pathname} has ${size} bytes at ${url.host}, not ${bytes}: its size differs.`);
  }
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const part of body) {
        timer.refresh();
        yield part;
      }
    } catch (error) {
      throw failed(`${url.host} closed the connection before the end of ${url.pathname}.`, error);
    } finally {
      clearTimeout(timer);
    }
  };
  return Readable.from(parts());
};
