import createFetchClient from 'openapi-fetch';
import type { AnswerMetadata } from './api.generated.ts';
import { mismatchOfAnswer } from './check-answer.ts';
import { connectionFailure, createSend } from './create-send.ts';
import { ClientFailure, UnexpectedAnswer } from './failures.ts';
import { readText } from './read-text.ts';
import { type BodyLimits, readWithTimeout } from './read-with-timeout.ts';
import { retryIfNothingDone, retryThroughRestart } from './repeat-policies.ts';

/** The address of the server, and how to call it. */
export type ClientOptions = {
  /** E.g. `https://anamnesis.example.org`; empty in a browser whose page comes from the server. */
  readonly url: string;
  /** Returns the bearer token; called before each request. Absent when a cookie authenticates the caller. */
  readonly token?: () => Promise<string>;
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
};

type Method = 'get' | 'post';

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

const isEnvelope = (
  value: unknown,
): value is { readonly data: unknown; readonly metadata: Partial<AnswerMetadata> } =>
  typeof value === 'object' &&
  value !== null &&
  'success' in value &&
  value.success === true &&
  'data' in value &&
  'metadata' in value &&
  typeof value.metadata === 'object' &&
  value.metadata !== null;

/** The untyped calls of the HTTP API; `createClient` adds the types of its operations. */
export const createCaller = (options: ClientOptions) => {
  const { url, token, reason, headers = {}, signal: always, fetch = globalThis.fetch } = options;
  const raw = createFetchClient<Record<string, Record<Method, Operation>>>({
    baseUrl: url.replace(/(?<!\/)\/+$/, ''),
  });
  const send = createSend({ token, fetch });
  const constant = {
    Accept: 'application/json, application/problem+json;q=0.9, */*;q=0.5',
    ...headers,
    ...(reason === undefined ? {} : { 'X-Access-Reason': headerText(reason) }),
  };
  const signalOf = ({ signal }: CallInput): AbortSignal =>
    AbortSignal.any([always, signal].filter((one) => one !== undefined));

  const isPatient = options.retry !== 'limits';
  const policyOf = (method: Method, sent: Readonly<Record<string, string>>, sendOnce: boolean) => {
    if (sendOnce) return undefined;
    return isPatient && (method === 'get' || 'Idempotency-Key' in sent)
      ? retryThroughRestart
      : retryIfNothingDone;
  };
  /** Generates an idempotency key for a command that may be retried. */
  const keyOf = (method: Method, path: string): Readonly<Record<string, string>> =>
    isPatient && method === 'post' && path.startsWith('/api/commands/')
      ? { 'Idempotency-Key': crypto.randomUUID() }
      : {};

  /** Returns the response before its body is read. */
  const open = async (method: Method, path: string, input: CallInput): Promise<Response> => {
    const { body, rawBody, timeout = DEFAULT_TIMEOUT_MS } = input;
    const signal = signalOf(input);
    const sent = { ...constant, ...keyOf(method, path), ...input.headers };
    const policy = policyOf(method, sent, rawBody instanceof ReadableStream);
    const { response } = await raw.request(method, path, {
      params: { path: { ...input.path }, query: { ...input.query } },
      headers: sent,
      body: rawBody ?? body,
      bodySerializer: () => rawBody ?? JSON.stringify(body),
      ...(rawBody instanceof ReadableStream ? { duplex: 'half' } : {}),
      parseAs: 'stream',
      fetch: (request) => send(request, { timeout, signal, policy }),
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
    const { data, metadata } = value;
    const misfit = await mismatchOfAnswer(`${method} ${path}`, data);
    if (misfit !== undefined) throw unexpected(`The data of the answer is not as documented: data${misfit}.`);
    return { data, metadata };
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

  return { open, bytesOf, answer, signalOf, settle, settleEach };
};
export type Caller = ReturnType<typeof createCaller>;
