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
  /** Milliseconds before the first further attempt; a test need not wait. */
  readonly firstPause?: number;
};

/** What is asked; the rest is the same for all requests. */
type Question = Pick<DavRequest, 'method' | 'url' | 'headers' | 'body' | 'maxBytes' | 'signal'> & {
  readonly screened?: readonly string[];
  /** Statuses beside success that are no failure for the caller. */
  readonly understands?: readonly number[];
};

/** The files of one person. */
export type PersonalFiles = {
  readonly folder: URL;
  readonly ask: (question: Question) => Promise<DavAnswer>;
};

const fileAccounts = {
  variable: 'WEBDAV_USERS_FILE',
  component: 'files',
  title: 'account on the file server',
} as const;

/** Milliseconds of one attempt; a whole call has 30 s. */
const ATTEMPT_MS = 15_000;
/** Three times again (tools, "Error Recovery"); 0.25 + 0.5 + 1 s of pauses leave time for the attempts. */
const RETRIES = { attempts: 4, firstPause: 250, maxPause: 2000, maxRetryAfter: 5000 };
/** Each may hold a file of 25 MB. */
const BULKHEAD = { concurrent: 8, queued: 64 };

/** Whether the server is ill, and may be well again soon. */
const isRetryable = (error: unknown): boolean => isTransient(error) || isServerError(error);

/** A server that refuses a request works: a refusal to one person must not close it to others. */
const judge = (error: unknown): Verdict => {
  const status = upstreamStatusOf(error);
  return status !== undefined && status < 500 ? 'answered' : judgeFailure(error);
};

/**
 * Opens the files of a person, by their own account or by the one that may open those of all. What is asked has limits, and
 * is asked again where that may help. Rejects as `openAccount` does.
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
      throw fileFailure('unavailable', 'The file server cannot be reached, or broke off.');
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
