import type { Problem } from './api.generated.ts';
import { misfitOfNamed } from './check-answer.ts';
import { type ClientFailure, ConnectionFailure, RefusedRequest, UnexpectedAnswer } from './failures.ts';
import { readInTime } from './read-in-time.ts';
import { readText } from './read-text.ts';
import { type RepeatPolicy, repeat } from './repeat.ts';

/** How requests get to a server. */
type SendOptions = {
  /** Asked before each attempt; without it no token is sent, e.g. where a cookie does. */
  readonly token?: (() => Promise<string>) | undefined;
  readonly fetch: typeof fetch;
};

type HowToSend = {
  /** Milliseconds until the answer must have begun. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Absent where the body can be sent only once. */
  readonly policy: RepeatPolicy | undefined;
};

/** Sends a request and answers with a response whose body is still to be read; rejects with a `ClientFailure`. */
type Send = (request: Request, how: HowToSend) => Promise<Response>;

/** Bytes of a refusal: its message and its details are far shorter. */
const MAX_REFUSAL = 1024 * 1024;
const REFUSAL_LIMITS = { idle: 30_000, total: 30_000 };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const refusalOf = async (response: Response, { pathname }: URL): Promise<ClientFailure> => {
  const text = response.body
    ? await readText(readInTime(response.body, REFUSAL_LIMITS), MAX_REFUSAL).catch(() => undefined)
    : undefined;
  const problem = parseJson(text ?? '');
  // The type was made from the schema that it is held against here.
  if ((await misfitOfNamed('Problem', problem)) === undefined)
    return new RefusedRequest(response.status, problem as Problem);
  const message = `The answer with status ${response.status} is not one of an Anamnesis server.`;
  return new UnexpectedAnswer(response.status, pathname, message);
};

/** Names what broke a connection, before the answer or within it. */
export const connectionFailure = (error: unknown, signal: AbortSignal): ClientFailure =>
  signal.aborted
    ? new ConnectionFailure('aborted', 'The call was ended by its caller.', error)
    : new ConnectionFailure('broken', 'The connection to the server broke.', error);

const sendOnce = async (
  request: Request,
  { timeout, signal }: HowToSend,
  { token, fetch }: SendOptions,
): Promise<Response> => {
  if (token) request.headers.set('Authorization', `Bearer ${await token()}`);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout);
  let response: Response;
  try {
    // The API never redirects. To follow would send the question or the file to a host that no one has named.
    response = await fetch(request, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, late.signal]),
    });
  } catch (error) {
    if (!late.signal.aborted || signal.aborted) throw connectionFailure(error, signal);
    const seconds = Math.round(timeout / 1000);
    throw new ConnectionFailure('late', `The server did not answer within ${seconds} seconds.`, error);
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) throw await refusalOf(response, new URL(request.url));
  return response;
};

/** Sends requests, again where the policy lets hope that it helps. */
export const createSend =
  (options: SendOptions): Send =>
  (request, how) =>
    how.policy === undefined
      ? sendOnce(request, how, options)
      : repeat(
          (isLast) => sendOnce(isLast ? request : request.clone(), how, options),
          how.policy,
          how.signal,
        );
