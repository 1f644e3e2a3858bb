import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { retryAfterOf } from '../outside/retry-after.ts';
import { type OutsideRequest, sendOutside } from '../outside/send-outside.ts';
import type { RateQueue } from './rate-queue.ts';

/** A service that keeps evidence, and how it is asked. */
export type Service = {
  /** As people know it, for messages. */
  readonly title: string;
  /** The variable that holds its key; absent where it takes none. */
  readonly keyVariable?: string;
  /** The statuses by which it refuses a key; default: 401 and 403. */
  readonly refusesKeyBy?: readonly number[];
  /** Seconds that a refusal asks to wait, where the service says so in a non-standard header. */
  readonly waitAskedBy?: (headers: Headers) => number | undefined;
  /** Most bytes of an answer. */
  readonly maxBytes: number;
  readonly turn: RateQueue;
  readonly metrics: Metrics;
};

type Question = Pick<
  OutsideRequest,
  'url' | 'apiKey' | 'apiKeyAs' | 'headers' | 'body' | 'as' | 'unscreened' | 'questions' | 'signal'
>;

/** Longest wait that a service may ask for, in seconds: no one waits longer for an answer. */
const LONGEST_WAIT = 3600;

type Said = { readonly retryAfter?: number | undefined; readonly status?: number };

/** A failure of a source: what went wrong, the seconds that it asks to wait, and the status of its answer. */
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

/** Seconds that a refusal asks to wait. */
const waitAskedBy = ({ headers }: Response, service: Service): number | undefined => {
  const seconds = retryAfterOf(headers.get('retry-after')) ?? service.waitAskedBy?.(headers);
  return seconds === undefined ? undefined : Math.min(Math.ceil(seconds), LONGEST_WAIT);
};

const refusalOf = (response: Response, service: Service): Failure => {
  const { title, keyVariable, refusesKeyBy = [401, 403] } = service;
  const { status } = response;
  const said = { status, retryAfter: waitAskedBy(response, service) };
  if (status === 429)
    return sourceFailure('rate_limit_exceeded', `${title} allows no more requests at the moment.`, said);
  if (keyVariable !== undefined && refusesKeyBy.includes(status))
    return sourceFailure(
      'external_api_error',
      `${title} refused the request (${status}). Check ${keyVariable}.`,
      said,
    );
  // The service is ill, not the request: trying again may help.
  if (status >= 500)
    return sourceFailure('unavailable', `${title} answered with an error (${status}).`, said);
  return sourceFailure('external_api_error', `${title} answered with an error (${status}).`, { status });
};

/**
 * Asks a service and returns the text of its answer, within its rate and its size. `notFound` is what an answer of 404
 * means there; without it that is an error like others.
 *
 * Rejects with a Failure: see `EvidenceSource`.
 */
export const askService = async (
  service: Service,
  question: Question,
  notFound?: string,
): Promise<string> => {
  const { title, maxBytes, turn, metrics } = service;
  try {
    await turn(question.signal);
    const response = await sendOutside({
      ...question,
      // Also by an address of ours, behind which there is a proxy.
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
      throw sourceFailure('external_api_error', `${title} gave an answer of more bytes than are read.`);
    return text;
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (question.signal.aborted) throw sourceFailure('timeout', `${title} did not answer in time.`);
    throw sourceFailure('unavailable', `${title} cannot be reached, or broke off.`);
  }
};
