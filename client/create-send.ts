import type { Problem } from './api.generated.ts';
import { mismatchOfNamed } from './check-answer.ts';
import { type ClientFailure, ConnectionFailure, RefusedRequest, UnexpectedAnswer } from './failures.ts';
import { readText } from './read-text.ts';
import { readWithTimeout } from './read-with-timeout.ts';
import { type RepeatPolicy, repeat } from './repeat.ts';

/** How to authenticate and send requests. */
type SendOptions = {
  /** Called before each attempt. Without it no token is sent, e.g. when a cookie authenticates the caller. */
  readonly token?: (() => Promise<string>) | undefined;
  readonly fetch: typeof fetch;
};

type HowToSend = {
  /** Milliseconds until the response must begin. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Absent for a body that can be sent only once. */
  readonly policy: RepeatPolicy | undefined;
};

/** Sends a request and returns the response before its body is read; rejects with a `ClientFailure`. */
type Send = (request: Request, how: HowToSend) => Promise<Response>;

/** The largest refusal in bytes; real ones are far shorter. */
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
    ? await readText(readWithTimeout(response.body, REFUSAL_LIMITS), MAX_REFUSAL).catch(() => undefined)
    : undefined;
  const problem = parseJson(text ?? '');
  // The type was generated from the schema that this checks against.
  if ((await mismatchOfNamed('Problem', problem)) === undefined)
    return new RefusedRequest(response.status, problem as Problem);
  const message = `The answer with status ${response.status} is not one of an Anamnesis server.`;
  return new UnexpectedAnswer(response.status, pathname, message);
};

/** Classifies a broken connection, before or within the response: aborted by the caller, or lost. */
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
    // The API never redirects. Following a redirect would send the question or file to a host that the caller did not
    // name.
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

/** Sends requests, and retries those that the policy allows. */
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
