import { Readable } from 'node:stream';
import { Failure, failure } from '../../domain/kernel/failure.ts';

const problem = (message: string, cause?: unknown): Failure =>
  new Failure(
    failure('external_api_error', message, { component: 'download' }),
    cause === undefined ? undefined : { cause },
  );

/**
 * The bytes behind a public address, as they come. Nothing but the address is sent; redirects are followed, because
 * hubs hand large files to other machines. Rejects with `external_api_error`.
 */
export const downloadFile = async (url: URL, signal: AbortSignal): Promise<Readable> => {
  const response = await fetch(url, { signal, redirect: 'follow' }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw problem(`${url.host} cannot be reached.`, error);
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw problem(`${url.host} answered ${response.status} for ${url.pathname}.`);
  }
  return Readable.from(response.body);
};
