import { lookup } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
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
  /** Whether a connection may be made to an address that the name of the host stands for at the moment. */
  readonly mayConnect: (url: URL, address: string) => boolean;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Milliseconds to wait for the next byte. */
  readonly patience?: number;
  /** That of the system when absent. */
  readonly resolve?: typeof lookup;
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

const notAllowed = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'download' }));

/**
 * Resolves a name for a connection, and judges what it stands for: a name of the internet may lead to a machine of ours,
 * at the next look if not at this one.
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
              `${url.host} stands for ${refused.address}, an address of this machine or of a network around it.`,
            ),
            '',
          );
        else if (first === undefined) done(new Error(`${hostname} stands for no address.`), '');
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };

const validator = (value: string | undefined): string | undefined =>
  value !== undefined && value.length <= MAX_VALIDATOR ? value : undefined;

const bytesOf = (response: IncomingMessage): AsyncIterable<Uint8Array> => response;

/** Where a redirect leads. Never from an encrypted connection to an open one. */
const movedTo = (status: number, { location }: IncomingHttpHeaders, from: URL): URL | undefined => {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const to = URL.parse(location ?? '', from.href);
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
 * asked, five at most. Rejects with `external_api_error` otherwise, and with `rule_violated` for a host that may not be, and
 * for one whose name stands for an address to which no connection may be made.
 */
export const fetchIfChanged = async (options: FetchOptions): Promise<Fetched> => {
  const { known, mayAsk, maxBytes, signal, patience = PATIENCE } = options;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), patience);
  const either = AbortSignal.any([signal, silence.signal]);
  let url = options.url;
  const headers = {
    accept: '*/*',
    'user-agent': 'anamnesis',
    ...omitUndefined({ 'if-none-match': known.etag, 'if-modified-since': known.lastModified }),
  };
  const ask = (): Promise<IncomingMessage> =>
    traceOutside('download', () => {
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
      if (!mayAsk(url)) throw notAllowed(`${url.host} is not one of the hosts that may be asked.`);
      const response = await ask();
      timer.refresh();
      const { statusCode: status = 0, headers: answered } = response;
      const isFile = status >= 200 && status < 300 && status !== 204;
      // One that is left may break off as it likes.
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
          throw problem(`${host} broke off before the end.`, error);
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
    throw problem(`${options.url.host} leads from one address to the next without an end.`);
  } finally {
    clearTimeout(timer);
  }
};
