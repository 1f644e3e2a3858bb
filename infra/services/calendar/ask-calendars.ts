import { Failure } from '../../../domain/kernel/failure.ts';
import { isUnreachable } from '../../../domain/kernel/is-unreachable.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { CERTIFICATE_ADVICE, isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { wasRefusedLocally } from '../../resilience/gate.ts';
import { isTransient } from '../../resilience/is-transient.ts';
import { judgeFailure, type Verdict } from '../../resilience/judge-failure.ts';
import { isServerError, upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import { type DavAnswer, type DavRequest, sendDav } from '../outside/send-dav.ts';
import type { CalendarAccount } from './account-of.ts';
import { calendarFailure, refusalOfCalendar } from './calendar-failure.ts';

/** A request on behalf of a person. */
type CalendarQuestion = Pick<DavRequest, 'method' | 'url' | 'headers' | 'body' | 'signal'> & {
  readonly account: CalendarAccount;
  /** The parts of the request written by a person; default: none. */
  readonly screened?: readonly string[];
};

/** Sends a request and returns the response if it succeeded. */
export type AskCalendars = (question: CalendarQuestion) => Promise<DavAnswer>;

type AskServices = {
  readonly onPremises: boolean;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Milliseconds per attempt; tests use less. */
  readonly attemptMs?: number;
  readonly firstPause?: number;
};

/** Size limit of a response: the list of 10,000 objects. Parsing that much XML takes 0.1 s. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Milliseconds per attempt; a call has 30 s in total, so one attempt after a timeout still fits. */
const ATTEMPT_MS = 10_000;
/** Three retries (tools, "Error Recovery"). */
const RETRIES = { attempts: 4, maxPause: 2000, maxRetryAfter: 5000 };
const FIRST_PAUSE = 250;
/** A hospital's server responds in 50 ms: 16 concurrent requests make 300 per second. */
const BULKHEAD = { concurrent: 16, queued: 64 };

const isRetryable = (error: unknown): boolean =>
  isTransient(error) || isUnreachable(error) || isServerError(error);

/**
 * A refusal of one request or of a personal account says nothing about the server; a refused shared account
 * does.
 */
const judge = (error: unknown): Verdict => {
  if (wasRefusedLocally(error)) return 'unknown';
  const status = upstreamStatusOf(error);
  return status === undefined || status < 400 || status >= 500 || status === 401 || status === 429
    ? judgeFailure(error)
    : 'answered';
};

/**
 * Sends requests to the calendar server with limits on time, size and concurrency. Retries transient
 * failures, and stops asking while the server keeps failing. Rejects with the failures of the port
 * `Calendars`.
 */
export const createAskCalendars = (services: AskServices): AskCalendars => {
  const { onPremises, metrics, health, attemptMs = ATTEMPT_MS, firstPause = FIRST_PAUSE } = services;
  const guard = createGuard({
    component: 'calendar',
    label: 'The calendar server',
    timeoutMs: attemptMs,
    retries: { ...RETRIES, firstPause, mayPass: isRetryable },
    bulkhead: BULKHEAD,
    health,
    judge,
  });

  const attempt = async (
    { account, screened = [], ...request }: CalendarQuestion,
    signal: AbortSignal,
  ): Promise<DavAnswer> => {
    try {
      const answer = await sendDav({
        ...request,
        ...(account.login && { login: account.login }),
        screened,
        leavesThePremises: !onPremises,
        component: 'calendar',
        maxBytes: MAX_ANSWER_BYTES,
        metrics,
        signal,
      });
      if (answer.status < 200 || answer.status >= 300) throw refusalOfCalendar(answer, account);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure) throw error;
      if (isCertificateProblem(error))
        throw calendarFailure('unavailable', `The calendar server cannot be asked. ${CERTIFICATE_ADVICE}`);
      throw calendarFailure('unavailable', 'The calendar server cannot be reached or closed the connection.');
    }
  };

  return (question) => guard((signal) => attempt(question, signal), question.signal);
};
