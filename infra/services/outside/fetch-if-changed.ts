import { lookup } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { describeSize } from '../../../domain/kernel/describe-size.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import { traceExternalCall } from './external-calls.ts';

/** The validators that a server sent with a file (RFC 9110, section 8.8). */
export type Validators = { readonly etag?: string | undefined; readonly lastModified?: string | undefined };

export type Fetched =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'changed';
      readonly validators: Validators;
      /** Without parameters, in lower case. */
      readonly contentType: string;
      /** Fails with a Failure beyond the size limit. */
      readonly content: Readable;
    };

type FetchOptions = {
  readonly url: URL;
  readonly known: Validators;
  /** Whether a URL may be requested: the configured one, and redirect targets. */
  readonly mayAsk: (url: URL) => boolean;
  /** Whether to connect to an address that the host name currently resolves to. */
  readonly mayConnect: (url: URL, address: string) => boolean;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Milliseconds to wait for the next byte. */
  readonly patience?: number;
  /** Default: the system's resolver. */
  readonly resolve?: typeof lookup;
};

const MAX_REDIRECTS = 5;
const PATIENCE = 60_000;
/** Longer validators are not sent back. */
const MAX_VALIDATOR = 500;

const problem = (message: string, cause?: unknown): Failure =>
  new Failure(
    failure('external_api_error', message, { component: 'download' }),
    cause === undefined ? undefined : { cause },
  );

const notAllowed = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'download' }));

/**
 * Resolves a name for a connection and checks the result: a public name can resolve to an internal host, even
 * if an earlier lookup did not.
 */
const judgedLookup =
  (
    url: URL,
    { mayConnect, resolve = lookup }: Pick<FetchOptions, 'mayConnect' | 'resolve'>,
  ): LookupFunction =>
  (hostname, { all, family, hints }, done) => {
    resolve(hostname, { all: true, ...omitUndefined({ family, hints }) }).then(
      (found) => {
        const [first] = found;
        const refused = found.find(({ address }) => !mayConnect(url, address));
        if (refused)
          done(
            notAllowed(
              `${url.host} resolves to ${refused.address}, an address of this machine or of a local network.`,
            ),
            '',
          );
        else if (first === undefined) done(new Error(`${hostname} resolves to no address.`), '');
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };

const validator = (value: string | undefined): string | undefined =>
  value !== undefined && value.length <= MAX_VALIDATOR ? value : undefined;

const bytesOf = (response: IncomingMessage): AsyncIterable<Uint8Array> => response;

/** Returns the target of a redirect. Rejects one from https to http. */
const movedTo = (status: number, { location }: IncomingHttpHeaders, from: URL): URL | undefined => {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const to = URL.parse(location ?? '', from.href);
  if (
    to === null ||
    !['http:', 'https:'].includes(to.protocol) ||
    (from.protocol === 'https:' && to.protocol === 'http:')
  )
    throw problem(`${from.host} redirects to an address that is not followed.`);
  return to;
};

/**
 * Fetches a file unless it is unchanged (conditional requests, RFC 9110, section 13). Sends nothing but the
 * URL and the server's own validators. Follows at most five redirects, to permitted hosts. Rejects with
 * `rule_violated` for a host that is not permitted or whose name resolves to a forbidden address, and with
 * `external_api_error` for other failures.
 */
export const fetchIfChanged = async (options: FetchOptions): Promise<Fetched> => {
  const { known, mayAsk, maxBytes, signal, patience = PATIENCE } = options;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), patience);
  const either = anySignal([signal, silence.signal]);
  let url = options.url;
  const headers = {
    accept: '*/*',
    'user-agent': 'anamnesis',
    ...omitUndefined({ 'if-none-match': known.etag, 'if-modified-since': known.lastModified }),
  };
  const ask = (): Promise<IncomingMessage> =>
    traceExternalCall('download', () => {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
      send(url, { headers, signal: either, lookup: judgedLookup(url, options) }, resolve)
        .on('error', reject)
        .end();
      return promise;
    }).catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      if (error instanceof Failure) throw error;
      throw problem(`${url.host} cannot be reached.`, error);
    });
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!mayAsk(url)) throw notAllowed(`${url.host} is not one of the permitted hosts.`);
      const response = await ask();
      timer.refresh();
      const { statusCode: status = 0, headers: answered } = response;
      const isFile = status >= 200 && status < 300 && status !== 204;
      // An abandoned response may fail at any time.
      if (!isFile) response.on('error', () => {}).destroy();
      const next = movedTo(status, answered, url);
      if (next) {
        url = next;
        continue;
      }
      if (status === 304) return { kind: 'unchanged' };
      if (!isFile) throw problem(`${url.host} answered ${status}.`);
      const { host } = url;
      const parts = async function* (): AsyncGenerator<Uint8Array> {
        const patient = setTimeout(() => silence.abort(), patience);
        let bytes = 0;
        try {
          for await (const part of bytesOf(response)) {
            patient.refresh();
            bytes += part.byteLength;
            if (bytes > maxBytes)
              throw problem(`The file at ${host} is larger than ${describeSize(maxBytes)}.`);
            yield part;
          }
        } catch (error) {
          if (error instanceof Failure) throw error;
          if (signal.aborted) throw signal.reason;
          throw problem(`${host} closed the connection before the end.`, error);
        } finally {
          clearTimeout(patient);
        }
      };
      return {
        kind: 'changed',
        validators: omitUndefined({
          etag: validator(answered.etag),
          lastModified: validator(answered['last-modified']),
        }),
        contentType: (answered['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
        content: Readable.from(parts()),
      };
    }
    throw problem(`${options.url.host} redirects too many times.`);
  } finally {
    clearTimeout(timer);
  }
};
