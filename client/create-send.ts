import type { Problem } from './api.generated.ts';
import { mismatchOfNamed } from './check-answer.ts';
import type { Credentials } from './credentials.ts';
import { type ClientFailure, ConnectionFailure, RefusedRequest, UnexpectedAnswer } from './failures.ts';
import { readText } from './read-text.ts';
import { readWithTimeout } from './read-with-timeout.ts';
import { type RepeatPolicy, repeat } from './repeat.ts';

/** How to authenticate and send requests. */
type SendOptions = {
  readonly credentials: Credentials;
  readonly fetch: typeof fetch;
};

type HowToSend = {
  /** Milliseconds until the response must begin. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Absent for a body that can be sent only once. */
  readonly policy: RepeatPolicy | undefined;
  /** Sends this request instead of the client's own `fetch`. */
  readonly fetch?: typeof fetch | undefined;
};

/**
 * Sends a request and returns the response before its body is read; rejects with a `ClientFailure`.
 *
 * @param make makes the request for each attempt: a clone of one request would hold its whole body in memory
 */
type Send = (make: () => Request, how: HowToSend) => Promise<Response>;

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
  { timeout, signal, fetch: ownFetch }: HowToSend,
  { credentials, fetch: usualFetch }: SendOptions,
): Promise<Response> => {
  await credentials.addTo(request);
  const fetch = ownFetch ?? usualFetch;
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

/** Sends a request, once more if only its credentials were outdated. */
const sendRenewed = async (make: () => Request, how: HowToSend, options: SendOptions): Promise<Response> => {
  const request = make();
  try {
    return await sendOnce(request, how, options);
  } catch (error) {
    if (!options.credentials.mayRenew(error, request)) throw error;
    return sendOnce(make(), how, options);
  }
};

/** Sends requests, and retries those that the policy allows. */
export const createSend =
  (options: SendOptions): Send =>
  (make, how) =>
    how.policy === undefined
      ? sendOnce(make(), how, options)
      : repeat(() => sendRenewed(make, how, options), how.policy, how.signal);
