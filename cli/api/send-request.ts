import { doWithRetries, type RetryPolicy } from '../../ports/retry.ts';
import { CliError, interrupted } from '../cli-error.ts';
import { ApiFailure, askedPause, ConnectionLost, problemSchema } from './api-failure.ts';

/** Where the server is, and how to get a token for it. */
export type ApiAccess = {
  readonly url: string;
  readonly token: () => Promise<string>;
  /** Why what belongs to somebody else is read. */
  readonly reason?: string;
};

export type ApiRequest = {
  readonly method: 'GET' | 'POST';
  /** Below the server's URL, e.g. `/api/documents`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is; its type and length are in `headers`. */
  readonly stream?: ReadableStream<Uint8Array>;
  /** Milliseconds until the answer must have begun; an answer that has begun may take longer. */
  readonly timeout?: number;
  readonly signal: AbortSignal;
};

const DEFAULT_TIMEOUT_MS = 60_000;

const urlOf = ({ url }: ApiAccess, { path, query = {} }: ApiRequest): URL => {
  const target = new URL(`${url.replace(/(?<!\/)\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) target.searchParams.set(name, String(value));
  }
  return target;
};

const failureOf = async (response: Response, url: string): Promise<CliError> => {
  const text = await response.text().catch(() => '');
  const problem = ((): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  })();
  const parsed = problemSchema.safeParse(problem);
  if (parsed.success) return new ApiFailure(response.status, parsed.data);
  return new CliError(`${url} answered with status ${response.status} and not as an Anamnesis server does.`, {
    hint: 'Check the address given by --url or ANAMNESIS_URL.',
  });
};

/** Why a certificate is refused, by the codes of OpenSSL and Node.js. */
const distrusted = (code: string): string | undefined => {
  if (code === 'CERT_HAS_EXPIRED') return 'it has ended';
  if (code === 'CERT_NOT_YET_VALID') return 'it is not valid yet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'it is for another name';
  return /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|CERT_\w+)$/.test(
    code,
  )
    ? 'nobody known has signed it'
    : undefined;
};

/** Names a broken connection, whether it broke before the answer or within it. */
export const connectionProblem = (error: unknown, url: string, signal: AbortSignal): CliError => {
  if (error instanceof CliError) return error;
  if (signal.aborted) return interrupted();
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new ConnectionLost(`No server answers at ${url}.`, {
      hint: 'Start it with "npm start", or leave out --url and ANAMNESIS_URL to work on the data directory directly.',
    });
  const distrust = distrusted(code);
  if (distrust !== undefined)
    return new CliError(`The TLS certificate of ${url} is not trusted: ${distrust}.`, {
      hint: 'For a certification authority of your own, name its file by --ca or ANAMNESIS_CA.',
    });
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return new CliError(`${url} does not speak TLS.`, { hint: 'Write http:// instead of https://.' });
  if (
    url.startsWith('http:') &&
    (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'HPE_INVALID_CONSTANT')
  )
    return new ConnectionLost(`The connection to ${url} broke (${code}).`, {
      hint: 'Check that the server still runs; if it speaks TLS, write https:// instead of http://.',
      cause: error,
    });
  // What browsers refuse, fetch refuses (https://fetch.spec.whatwg.org/#port-blocking).
  if (cause instanceof Error && cause.message === 'bad port')
    return new CliError(`No HTTP server can be asked at the port of ${url}.`, { hint: 'Check the address.' });
  return new ConnectionLost(`The connection to ${url} broke${code === '' ? '' : ` (${code})`}.`, {
    hint: 'Check that the server still runs, then try again: what was acknowledged is safe.',
    cause: error,
  });
};

const sendOnce = async (access: ApiAccess, request: ApiRequest): Promise<Response> => {
  const { method, json, stream, signal } = request;
  const timeout = request.timeout ?? DEFAULT_TIMEOUT_MS;
  const headers = {
    Accept: 'application/json, application/problem+json;q=0.9, */*;q=0.5',
    'User-Agent': 'anamnesis-cli',
    Authorization: `Bearer ${await access.token()}`,
    // A header takes bytes: those of UTF-8 where there are letters beyond ASCII.
    ...(access.reason === undefined
      ? {}
      : { 'X-Access-Reason': Buffer.from(access.reason, 'utf8').toString('latin1') }),
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...request.headers,
  };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout);
  let response: Response;
  try {
    response = await fetch(urlOf(access, request), {
      method,
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(stream === undefined ? {} : { body: stream, duplex: 'half' as const }),
      signal: AbortSignal.any([signal, late.signal]),
    });
  } catch (error) {
    if (late.signal.aborted && !signal.aborted)
      throw new ConnectionLost(`${access.url} did not answer within ${Math.round(timeout / 1000)} seconds.`, {
        hint: 'Look at the log of the server; it may be overloaded.',
      });
    throw connectionProblem(error, access.url, signal);
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) throw await failureOf(response, access.url);
  return response;
};

/** Waits for one window of a limit at most, so that nobody sits before a terminal that says nothing. */
const patience: RetryPolicy = { attempts: 4, firstPause: 500, maxPause: 4000 };
const MAX_WAIT_SECONDS = 61;
const userLimits = ['commands', 'questions', 'searches', 'reads'];

/** Whether a user's limit was reached that soon lets go on: then nothing was done, and the request can be sent again. */
const isSoonAllowed = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  error.code === 'rate_limit_exceeded' &&
  userLimits.includes(error.limit ?? '') &&
  (error.retryAfter ?? Number.POSITIVE_INFINITY) <= MAX_WAIT_SECONDS;

/**
 * Sends one request and answers with the response, whose body is still to be read. Where a limit of the user is
 * reached, it waits as long as the server says and sends it again; a body that is a stream is its sender's to repeat.
 *
 * @throws CliError: the server's refusal, or why there is no answer
 */
export const sendRequest = async (access: ApiAccess, request: ApiRequest): Promise<Response> => {
  const { stream, signal } = request;
  if (stream !== undefined) return sendOnce(access, request);
  try {
    return await doWithRetries(() => sendOnce(access, request), {
      ...patience,
      mayPass: isSoonAllowed,
      askedPause,
      signal,
    });
  } catch (error) {
    throw signal.aborted ? interrupted() : error;
  }
};
