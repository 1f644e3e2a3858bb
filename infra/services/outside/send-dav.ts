import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { traceExternalCall } from './external-calls.ts';
import { type ExternalComponent, refusePhi } from './refuse-phi.ts';

/** A WebDAV request (RFC 4918, RFC 5323, RFC 4791). */
export type DavRequest = {
  readonly method: 'GET' | 'PROPFIND' | 'PUT' | 'REPORT' | 'SEARCH';
  /** Without user and password. */
  readonly url: URL;
  /** The account to use; sent as Basic authentication (RFC 7617). */
  readonly login?: { readonly username: string; readonly password: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** XML. */
  readonly body?: string;
  /** The parts written by a person, screened as questions if they leave the premises. */
  readonly screened: readonly string[];
  readonly leavesThePremises: boolean;
  readonly component: ExternalComponent;
  /** Size limit of the response, in bytes. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly metrics: Metrics;
};

/** A response, whatever its status. */
export type DavAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** The whole body; empty for a redirect. */
  readonly body: Uint8Array;
};

const readLimited = async (response: Response, maxBytes: number): Promise<Uint8Array | undefined> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    // Leaving the loop cancels the body and closes the connection.
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
 * Sends a WebDAV request, after screening what leaves the premises. Redirects are not followed: they could
 * carry the login to another host.
 *
 * Rejects with `rule_violated` and the reason `phi_stays_local` before anything is sent; with
 * `payload_too_large` for a response of more than `maxBytes`; otherwise like `fetch`.
 */
export const sendDav = async (request: DavRequest): Promise<DavAnswer> => {
  const { method, url, body, signal, component, maxBytes } = request;
  if (request.leavesThePremises)
    await refusePhi(
      request.screened.map((text) => [text, true] as const),
      request,
    );
  const response = await traceExternalCall(component, () =>
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
      failure('payload_too_large', `The response is larger than the limit of ${maxBytes} bytes.`, {
        component,
        details: { limit: maxBytes },
      }),
    );
  return { status, headers, body: answer };
};
