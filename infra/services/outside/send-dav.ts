import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { traceOutside } from './outside-calls.ts';
import { type OutsideComponent, refusePhi } from './refuse-phi.ts';

/** A request of WebDAV (RFC 4918, RFC 5323, RFC 4791) as it is about to be sent. */
export type DavRequest = {
  readonly method: 'GET' | 'PROPFIND' | 'PUT' | 'REPORT' | 'SEARCH';
  /** Without user and password. */
  readonly url: URL;
  /** By whose account it is asked; sent as Basic (RFC 7617). */
  readonly login?: { readonly username: string; readonly password: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** XML. */
  readonly body?: string;
  /** What in it comes from a person, screened as questions where it leaves the premises. */
  readonly screened: readonly string[];
  readonly leavesThePremises: boolean;
  readonly component: OutsideComponent;
  /** Most bytes that are read of an answer. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly metrics: Metrics;
};

/** What a server answered, whatever its status. */
export type DavAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** The whole of it; empty for a redirect. */
  readonly body: Uint8Array;
};

const readLimited = async (response: Response, maxBytes: number): Promise<Uint8Array | undefined> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    // Leaving the loop cancels the body, and closes the connection.
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const authorizationOf = ({ login }: DavRequest): { authorization?: string } =>
  login === undefined
    ? {}
    : {
        authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`,
      };

/**
 * Sends one request of WebDAV; what leaves the premises is screened. Redirects are not followed: they could carry the
 * login to another machine.
 *
 * Rejects with `rule_violated` and the reason `phi_stays_local`, nothing having been sent; with `payload_too_large` for
 * an answer of more than `maxBytes`; otherwise as `fetch` does.
 */
export const sendDav = async (request: DavRequest): Promise<DavAnswer> => {
  const { method, url, body, signal, component, maxBytes } = request;
  if (request.leavesThePremises)
    await refusePhi(
      request.screened.map((text) => [text, true] as const),
      request,
    );
  const response = await traceOutside(component, () =>
    fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        accept: '*/*',
        ...(body === undefined ? {} : { 'content-type': 'text/xml; charset=utf-8' }),
        ...request.headers,
        ...authorizationOf(request),
      },
      ...(body === undefined ? {} : { body }),
      signal,
    }),
  );
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    return { status, headers, body: new Uint8Array() };
  }
  const answer = await readLimited(response, maxBytes);
  if (answer === undefined)
    throw new Failure(
      failure('payload_too_large', `The answer has more than the ${maxBytes} bytes that are read.`, {
        component,
        details: { limit: maxBytes },
      }),
    );
  return { status, headers, body: answer };
};
