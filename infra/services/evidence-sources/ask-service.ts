import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { retryAfterOf } from '../outside/retry-after.ts';
import { type ExternalRequest, sendExternalRequest } from '../outside/send-external-request.ts';
import type { RateQueue } from './rate-queue.ts';

/** An evidence service and how to call it. */
export type Service = {
  /** The user-facing name, for messages. */
  readonly title: string;
  /** The variable with its API key; absent when it needs none. */
  readonly keyVariable?: string;
  /** The statuses that mean a rejected key; default: 401 and 403. */
  readonly refusesKeyBy?: readonly number[];
  /** Reads the seconds to wait from a non-standard header. */
  readonly requestedWaitOf?: (headers: Headers) => number | undefined;
  /** Size limit of a response. */
  readonly maxBytes: number;
  readonly turn: RateQueue;
  readonly metrics: Metrics;
};

type Question = Pick<
  ExternalRequest,
  'url' | 'apiKey' | 'apiKeyAs' | 'headers' | 'body' | 'as' | 'unscreened' | 'questions' | 'signal'
>;

/** The longest wait honoured, in seconds; no caller waits longer. */
const LONGEST_WAIT = 3600;

type Said = { readonly retryAfter?: number | undefined; readonly status?: number };

/** Creates a failure of a source, with the seconds to wait and the status of its response, if any. */
export const sourceFailure = (code: FailureCode, message: string, said: Said = {}): Failure => {
  const { retryAfter, status } = said;
  return new Failure(
    failure(code, message, {
      component: 'external-sources',
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(status === undefined ? {} : { details: { upstream_status: status } }),
    }),
  );
};

/** Returns the seconds that a refusal asks to wait. */
const requestedWaitOf = ({ headers }: Response, service: Service): number | undefined => {
  const seconds = retryAfterOf(headers.get('retry-after')) ?? service.requestedWaitOf?.(headers);
  return seconds === undefined ? undefined : Math.min(Math.ceil(seconds), LONGEST_WAIT);
};

const refusalOf = (response: Response, service: Service): Failure => {
  const { title, keyVariable, refusesKeyBy = [401, 403] } = service;
  const { status } = response;
  const said = { status, retryAfter: requestedWaitOf(response, service) };
  if (status === 429)
    return sourceFailure('rate_limit_exceeded', `${title} is limiting requests at the moment.`, said);
  if (keyVariable !== undefined && refusesKeyBy.includes(status))
    return sourceFailure(
      'external_api_error',
      `${title} refused the request (${status}). Check ${keyVariable}.`,
      said,
    );
  // The fault is the service's, not the request's, so a retry may help.
  if (status >= 500)
    return sourceFailure('unavailable', `${title} answered with an error (${status}).`, said);
  return sourceFailure('external_api_error', `${title} answered with an error (${status}).`, { status });
};

/**
 * Calls a service within its rate and size limits, and returns the text of its response. `notFound` is the
 * result for status 404; without it, 404 is an error.
 *
 * Rejects with a Failure; see `EvidenceSource`.
 */
export const askService = async (
  service: Service,
  question: Question,
  notFound?: string,
): Promise<string> => {
  const { title, maxBytes, turn, metrics } = service;
  try {
    await turn(question.signal);
    const response = await sendExternalRequest({
      ...question,
      // Even at a private address, which then belongs to a proxy.
      leavesThePremises: true,
      component: 'external-sources',
      metrics,
    });
    if (response.status === 404 && notFound !== undefined) {
      await response.body?.cancel();
      return notFound;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw refusalOf(response, service);
    }
    const text = await readLimitedText(response, maxBytes);
    if (text === undefined)
      throw sourceFailure('external_api_error', `${title} returned a response that is too large.`);
    return text;
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (question.signal.aborted) throw sourceFailure('timeout', `${title} did not answer in time.`);
    throw sourceFailure('unavailable', `${title} cannot be reached or closed the connection.`);
  }
};
