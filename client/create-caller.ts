import createFetchClient from 'openapi-fetch';
import type { AnswerMetadata } from './api.generated.ts';
import { mismatchOfAnswer } from './check-answer.ts';
import { connectionFailure, createSend } from './create-send.ts';
import {
  type BrowserSession,
  bearerCredentials,
  type CookieCredentials,
  cookieCredentials,
} from './credentials.ts';
import { ClientFailure, RefusedRequest, UnexpectedAnswer } from './failures.ts';
import { createLogPosition, type LogPosition } from './log-position.ts';
import { randomId } from './random-id.ts';
import { readText } from './read-text.ts';
import { type BodyLimits, readWithTimeout } from './read-with-timeout.ts';
import { retryIfNothingDone, retryThroughRestart } from './repeat-policies.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

/** The address of the server, and how to call it. */
export type ClientOptions = {
  /** E.g. `https://anamnesis.example.org`; empty in a browser whose page comes from the server. */
  readonly url: string;
  /** Returns the bearer token; called before each request. */
  readonly token?: () => Promise<string>;
  /**
   * In a browser, `cookie` uses the session cookie instead of a token; see `signIn`. The client sends the session's CSRF
   * token by itself.
   */
  readonly session?: 'cookie' | undefined;
  /**
   * `written`: reads include what this client wrote in the last minute, and what it heard of a question, a tool call or a
   * job, because each is sent with the newest position (`X-After-Position`). `given`: only reads with `after` wait.
   */
  readonly reads?: 'written' | 'given';
  /** The reason for reading other people's data; the server records it. */
  readonly reason?: string;
  /** Added to each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts every call. */
  readonly signal?: AbortSignal;
  /**
   * `restarts`: requests that are safe to repeat are retried for half a minute while the server does not respond;
   * commands get an `Idempotency-Key` for that. `limits`: only rate-limited requests are retried.
   */
  readonly retry?: 'restarts' | 'limits';
  /** Maps a failure to the error that calls reject with. Default: the failure itself. */
  readonly explain?: (failure: ClientFailure) => Error;
  readonly fetch?: typeof fetch;
};

/** The input of a call, besides its method and path. */
export type CallInput = {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. A stream is never sent twice. */
  readonly rawBody?: Blob | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly total?: number;
  readonly idle?: number;
  /** Sends this request instead of the client's own `fetch`. */
  readonly fetch?: typeof fetch | undefined;
};

/** What the calls of a client remember, also those with another signal. */
export type ClientState = {
  readonly position: LogPosition;
  readonly cookie: CookieCredentials | undefined;
  readonly clock: ServerClock;
};

type Method = 'get' | 'post' | 'delete';

type Operation = {
  parameters: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
};

const DEFAULT_TIMEOUT_MS = 60_000;
/** Milliseconds for the body of a response: the longest one at 1 MB/s. */
const ANSWER_MS = 300_000;
/** Event streams send a heartbeat every fifteen seconds; an export may pause for longer. */
const IDLE_MS = { events: 60_000, bytes: 300_000 };
/** The largest JSON response in bytes: more than the text of the longest document that a server accepts by default. */
const MAX_ANSWER = 384 * 1024 * 1024;

/** Encodes text beyond ASCII as UTF-8 bytes, because header values are byte strings. */
const headerText = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

const SESSION = '/api/session';

const positionIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'position' in data ? data.position : undefined;

const isEnvelope = (
  value: unknown,
): value is {
  readonly data: unknown;
  readonly metadata: Partial<AnswerMetadata>;
  readonly timestamp?: unknown;
} =>
  typeof value === 'object' &&
  value !== null &&
  'success' in value &&
  value.success === true &&
  'data' in value &&
  'metadata' in value &&
  typeof value.metadata === 'object' &&
  value.metadata !== null;

/** The revision of a single resource, which its `ETag` tells. */
const revisionIn = (headers: Headers): number | undefined => {
  const tag = /^"(\d{1,15})"$/.exec(headers.get('ETag') ?? '')?.[1];
  return tag === undefined ? undefined : Number(tag);
};

const sessionOf = (data: unknown): BrowserSession | undefined => {
  if (typeof data !== 'object' || data === null || !('id' in data)) return undefined;
  const hasToken = 'csrfToken' in data && typeof data.csrfToken === 'string';
  return { person: String(data.id), csrfToken: hasToken ? String(data.csrfToken) : undefined };
};

/** Reads the browser's session; `undefined` when there is none. */
const readSession = async (options: ClientOptions): Promise<BrowserSession | undefined> => {
  const { answer } = createCaller(options, createState({ ...options, session: undefined }));
  try {
    return sessionOf((await answer('get', SESSION, {})).data);
  } catch (error) {
    if (error instanceof RefusedRequest && error.code === 'unauthenticated') return undefined;
    throw error;
  }
};

/** What a new client remembers. */
export const createState = (options: ClientOptions): ClientState => ({
  position: createLogPosition(),
  clock: createServerClock(),
  cookie: options.session === 'cookie' ? cookieCredentials(() => readSession(options)) : undefined,
});

const isPatient = ({ retry }: ClientOptions): boolean => retry !== 'limits';

/** What is read by a body: a question, or a name that must not stand in an address. */
const readsByPost: readonly string[] = [
  '/api/search',
  '/api/documents',
  '/api/audit/entries',
  '/api/audit/timeline',
];

/** Whether a request reads what commands have written. */
const isRead = (method: Method, path: string): boolean => method === 'get' || readsByPost.includes(path);

/** The headers that the client adds by itself: the reason, the key of a command, and the position of a read. */
const createOwnHeaders = (options: ClientOptions, position: LogPosition) => {
  const { reason, headers } = options;
  const constant = {
    Accept: 'application/json, application/problem+json;q=0.9, */*;q=0.5',
    ...headers,
    ...(reason === undefined ? {} : { 'X-Access-Reason': headerText(reason) }),
  };
  return (method: Method, path: string): Readonly<Record<string, string>> => {
    // A command can be retried under its key.
    const isKeyed = isPatient(options) && method === 'post' && path.startsWith('/api/commands/');
    const seen = options.reads === 'given' || !isRead(method, path) ? undefined : position.current();
    return {
      ...constant,
      ...(isKeyed ? { 'Idempotency-Key': randomId() } : {}),
      ...(seen === undefined ? {} : { 'X-After-Position': String(seen) }),
    };
  };
};

/** The untyped calls of the HTTP API; `createClient` adds the types of its operations. */
export const createCaller = (options: ClientOptions, { position, cookie, clock }: ClientState) => {
  // Called as a function of the page, which browsers require.
  const { url, token, signal: always, fetch = globalThis.fetch } = options;
  const baseUrl = url.replace(/(?<!\/)\/+$/, '');
  const raw = createFetchClient<Record<string, Record<Method, Operation>>>({ baseUrl });
  const send = createSend({ credentials: cookie ?? bearerCredentials(token), fetch });
  const ownHeaders = createOwnHeaders(options, position);
  const signalOf = ({ signal }: CallInput): AbortSignal =>
    AbortSignal.any([always, signal].filter((one) => one !== undefined));

  const policyOf = (method: Method, sent: Readonly<Record<string, string>>, sendOnce: boolean) => {
    if (sendOnce) return undefined;
    return isPatient(options) && (method === 'get' || 'Idempotency-Key' in sent)
      ? retryThroughRestart
      : retryIfNothingDone;
  };

  /** Returns the response before its body is read. */
  const open = async (method: Method, path: string, input: CallInput): Promise<Response> => {
    const { body, rawBody, timeout = DEFAULT_TIMEOUT_MS } = input;
    const signal = signalOf(input);
    const sent = { ...ownHeaders(method, path), ...input.headers };
    const canRepeat = !(rawBody instanceof ReadableStream);
    const policy = policyOf(method, sent, !canRepeat);
    const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const { response } = await raw.request(method, path, {
      params: { path: { ...input.path }, query: { ...input.query } },
      headers: sent,
      body: content,
      bodySerializer: () => content,
      ...(canRepeat ? {} : { duplex: 'half' }),
      parseAs: 'stream',
      fetch: (request) => {
        const make = (): Request =>
          canRepeat && content !== undefined ? new Request(request, { body: content }) : request;
        return send(make, { timeout, signal, policy, fetch: input.fetch });
      },
    });
    return response;
  };

  async function* piecesOf(
    { body }: Response,
    signal: AbortSignal,
    limits: BodyLimits,
  ): AsyncGenerator<Uint8Array> {
    try {
      if (body) yield* readWithTimeout(body, limits);
    } catch (error) {
      throw error instanceof ClientFailure && !signal.aborted ? error : connectionFailure(error, signal);
    }
  }

  /** Yields the bytes of a body as they arrive; fails after too long a silence. */
  const bytesOf = (
    response: Response,
    input: CallInput,
    kind: keyof typeof IDLE_MS = 'bytes',
  ): AsyncGenerator<Uint8Array> =>
    piecesOf(response, signalOf(input), { idle: input.idle ?? IDLE_MS[kind], total: input.total });

  /** Returns the data of a response, checked against the OpenAPI document, and its metadata. */
  const answer = async (method: Method, path: string, input: CallInput) => {
    const response = await open(method, path, input);
    const total = input.total ?? ANSWER_MS;
    const pieces = piecesOf(response, signalOf(input), { idle: input.idle ?? total, total });
    const text = await readText(pieces, MAX_ANSWER);
    const unexpected = (what: string, cause?: unknown) =>
      new UnexpectedAnswer(response.status, URL.parse(response.url)?.pathname ?? path, what, cause);
    if (text === undefined) throw unexpected(`The answer is longer than ${MAX_ANSWER} bytes.`);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw unexpected('The answer is not JSON.', cause);
    }
    if (!isEnvelope(value)) throw unexpected('The answer is not in an envelope.');
    const { data, metadata, timestamp } = value;
    clock.note(timestamp);
    const misfit = await mismatchOfAnswer(`${method} ${path}`, data);
    if (misfit !== undefined) throw unexpected(`The data of the answer is not as documented: data${misfit}.`);
    if (method !== 'get') position.note(positionIn(data));
    if (path === SESSION && method === 'get') cookie?.noteSession(sessionOf(data));
    else if (path === SESSION) cookie?.setSession(sessionOf(data));
    return { data, metadata, revision: revisionIn(response.headers) };
  };

  const explained = (error: unknown): unknown =>
    error instanceof ClientFailure ? (options.explain?.(error) ?? error) : error;

  /** Rejects with the explained failure of the work. */
  const settle = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw explained(error);
    }
  };

  /** Like `settle`, for an iterable. */
  async function* settleEach<Item>(work: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* work;
    } catch (error) {
      throw explained(error);
    }
  }

  return { url: baseUrl, cookie, position, open, bytesOf, answer, signalOf, settle, settleEach };
};
export type Caller = ReturnType<typeof createCaller>;
