import { Readable } from 'node:stream';
import { describeSize } from '../../../domain/kernel/describe-size.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { traceOutside } from './outside-calls.ts';

/** What a server said that its file is known by (RFC 9110, section 8.8). */
export type Validators = { readonly etag?: string | undefined; readonly lastModified?: string | undefined };

export type Fetched =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'changed';
      readonly validators: Validators;
      /** Without its parameters, in lower case. */
      readonly contentType: string;
      /** Breaks off with a Failure above the limit. */
      readonly content: Readable;
    };

type FetchOptions = {
  readonly url: URL;
  readonly known: Validators;
  /** Whether something may be asked of an address: of that which was named, and of those it is moved to. */
  readonly mayAsk: (url: URL) => boolean;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Milliseconds to wait for the next byte. */
  readonly patience?: number;
};

const MAX_REDIRECTS = 5;
const PATIENCE = 60_000;
/** Longer ones are no validators that we would send back. */
const MAX_VALIDATOR = 500;

const problem = (message: string, cause?: unknown): Failure =>
  new Failure(
    failure('external_api_error', message, { component: 'download' }),
    cause === undefined ? undefined : { cause },
  );

const validator = (value: string | null): string | undefined =>
  value !== null && value.length <= MAX_VALIDATOR ? value : undefined;

/** Where a redirect leads. Never from an encrypted connection to an open one. */
const movedTo = (response: Response, from: URL): URL | undefined => {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const to = URL.parse(response.headers.get('location') ?? '', from.href);
  if (
    to === null ||
    !['http:', 'https:'].includes(to.protocol) ||
    (from.protocol === 'https:' && to.protocol === 'http:')
  )
    throw problem(`${from.host} leads to an address that is not followed.`);
  return to;
};

/**
 * A file behind an address, unless the server says that it is the known one (conditional requests, RFC 9110, section 13).
 * Nothing but the address and what the server itself had said is sent. Redirects are followed to hosts that may be
 * asked, five at most. Rejects with `external_api_error` otherwise, and with `rule_violated` for a host that may not be.
 */
export const fetchIfChanged = async (options: FetchOptions): Promise<Fetched> => {
  const { known, mayAsk, maxBytes, signal, patience = PATIENCE } = options;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), patience);
  const either = AbortSignal.any([signal, silence.signal]);
  let url = options.url;
  const ask = (): Promise<Response> =>
    traceOutside('download', () =>
      fetch(url, {
        redirect: 'manual',
        signal: either,
        headers: omitUndefined({ 'if-none-match': known.etag, 'if-modified-since': known.lastModified }),
      }),
    ).catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw problem(`${url.host} cannot be reached.`, error);
    });
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!mayAsk(url))
        throw new Failure(
          failure('rule_violated', `${url.host} is not one of the hosts that may be asked.`, {
            component: 'download',
          }),
        );
      const response = await ask();
      timer.refresh();
      const { status, headers, body } = response;
      const next = movedTo(response, url);
      if (next || status === 304 || !response.ok || body === null) await body?.cancel();
      if (next) {
        url = next;
        continue;
      }
      if (status === 304) return { kind: 'unchanged' };
      if (!response.ok || body === null) throw problem(`${url.host} answered ${status}.`);
      const { host } = url;
      const parts = async function* (): AsyncGenerator<Uint8Array> {
        const patient = setTimeout(() => silence.abort(), patience);
        let bytes = 0;
        try {
          for await (const part of body) {
            patient.refresh();
            bytes += part.byteLength;
            if (bytes > maxBytes)
              throw problem(`The file at ${host} is larger than ${describeSize(maxBytes)}.`);
            yield part;
          }
        } catch (error) {
          if (error instanceof Failure) throw error;
          if (signal.aborted) throw signal.reason;
          throw problem(`${host} broke off before the end.`, error);
        } finally {
          clearTimeout(patient);
        }
      };
      return {
        kind: 'changed',
        validators: omitUndefined({
          etag: validator(headers.get('etag')),
          lastModified: validator(headers.get('last-modified')),
        }),
        contentType: (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
        content: Readable.from(parts()),
      };
    }
    throw problem(`${options.url.host} leads from one address to the next without an end.`);
  } finally {
    clearTimeout(timer);
  }
};
