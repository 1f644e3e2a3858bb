import { Failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { CERTIFICATE_ADVICE, isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { isTransient } from '../../resilience/is-transient.ts';
import { judgeFailure, type Verdict } from '../../resilience/judge-failure.ts';
import { isServerError, upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import { addressOfUser } from '../accounts/fill-in-user.ts';
import { openAccount } from '../accounts/open-account.ts';
import type { Login } from '../accounts/users-file.ts';
import { type DavAnswer, type DavRequest, sendDav } from '../outside/send-dav.ts';
import { fileFailure, refusalOfServer } from './refusal-of-server.ts';
import type { WebdavConfiguration } from './webdav-configuration.ts';

type ClientServices = {
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Milliseconds before the first retry; tests use less. */
  readonly firstPause?: number;
};

/** A request on behalf of a person. */
type Question = Pick<DavRequest, 'method' | 'url' | 'headers' | 'body' | 'maxBytes' | 'signal'> & {
  readonly screened?: readonly string[];
  /** Further statuses that the caller handles itself. */
  readonly understands?: readonly number[];
};

/** Access to one person's files. */
export type PersonalFiles = {
  readonly folder: URL;
  readonly ask: (question: Question) => Promise<DavAnswer>;
};

const fileAccounts = {
  variable: 'WEBDAV_USERS_FILE',
  component: 'files',
  title: 'account on the file server',
} as const;

/** Milliseconds per attempt; a call has 30 s in total. */
const ATTEMPT_MS = 15_000;
/** Three retries (tools, "Error Recovery"); pauses of 0.25 + 0.5 + 1 s leave time for the attempts. */
const RETRIES = { attempts: 4, firstPause: 250, maxPause: 2000, maxRetryAfter: 5000 };
/** Each request may hold a file of 25 MB in memory. */
const BULKHEAD = { concurrent: 8, queued: 64 };

/** True for server faults that may be temporary. */
const isRetryable = (error: unknown): boolean => isTransient(error) || isServerError(error);

/**
 * A server that refuses a request is working: a refusal for one person must not open the circuit for
 * everyone.
 */
const judge = (error: unknown): Verdict => {
  const status = upstreamStatusOf(error);
  return status !== undefined && status < 500 ? 'answered' : judgeFailure(error);
};

/**
 * Creates a function that opens a person's files, with their own account or a shared one. Requests are
 * bounded, and retried if that may help. Rejects like `openAccount`.
 */
export const createWebdavClient = (
  configuration: WebdavConfiguration,
  services: ClientServices,
): ((user: string) => Promise<PersonalFiles>) => {
  const { folder, onPremises } = configuration;
  const { metrics, health, firstPause = RETRIES.firstPause } = services;
  const guard = createGuard({
    component: 'files',
    label: 'The file server',
    timeoutMs: ATTEMPT_MS,
    retries: { ...RETRIES, firstPause, mayPass: isRetryable },
    bulkhead: BULKHEAD,
    health,
    judge,
  });

  const attempt = async (
    own: Login | undefined,
    question: Question,
    signal: AbortSignal,
  ): Promise<DavAnswer> => {
    const { understands = [], screened = [], ...request } = question;
    let answer: DavAnswer;
    try {
      answer = await sendDav({
        ...request,
        screened,
        ...omitUndefined({ login: own }),
        leavesThePremises: !onPremises,
        component: 'files',
        metrics,
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure) throw error;
      if (isCertificateProblem(error))
        throw fileFailure('unavailable', `The file server cannot be asked. ${CERTIFICATE_ADVICE}`);
      throw fileFailure('unavailable', 'The file server cannot be reached or closed the connection.');
    }
    const { status } = answer;
    if ((status >= 200 && status < 300) || understands.includes(status)) return answer;
    throw refusalOfServer(answer);
  };

  return async (user) => {
    const { name, login: used } = await openAccount(configuration, user, fileAccounts);
    return {
      folder: addressOfUser(folder, name),
      ask: (question) => guard((signal) => attempt(used, question, signal), question.signal),
    };
  };
};
