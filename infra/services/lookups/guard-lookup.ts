import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { wasRefusedLocally } from '../../resilience/gate.ts';
import { isTransient } from '../../resilience/is-transient.ts';
import { judgeFailure } from '../../resilience/judge-failure.ts';

type GuardedLookup = {
  /** The name in health reports: `external-sources:<name>`. */
  readonly name: string;
  /** The user-facing name. */
  readonly title: string;
  readonly health: Pick<ComponentMonitor, 'report'>;
};

/** A third of a tool's thirty seconds, so that a hanging attempt leaves time for another one. */
const ATTEMPT_MS = 10_000;
/** Three retries with growing pauses (tools, "Error Recovery"). Milliseconds. */
const RETRIES = { attempts: 4, firstPause: 250, maxPause: 4000, maxRetryAfter: 20_000 };
/** Concurrent calls of one service; more would only wait for its rate limit. */
const BULKHEAD = { concurrent: 16, queued: 64 };

/**
 * Converts a failure for the tool: it names the service and the status, but never repeats the service's text.
 * The service's own rate limit also becomes `external_api_error`; `rate_limit_exceeded` is reserved for the
 * limits of this program.
 */
const asToolFailure = (error: unknown, title: string): unknown => {
  if (!(error instanceof Failure)) return error;
  const { code, message, details, ...rest } = error.reason;
  // Refused by the open circuit or the full queue here.
  if (wasRefusedLocally(error))
    return new Failure(failure('unavailable', message, { ...rest, ...(details && { details }) }));
  if (!['unavailable', 'external_api_error', 'rate_limit_exceeded'].includes(code)) return error;
  return new Failure(
    failure('external_api_error', message, { ...rest, details: { ...details, service: title } }),
  );
};

/**
 * Guards a service that a tool calls: a time limit per attempt, three retries when the service fails or asks
 * to wait, and a circuit breaker. The final failure is `external_api_error` with the service and its status.
 */
export const guardLookup = ({ name, title, health }: GuardedLookup) => {
  const guard = createGuard({
    component: `external-sources:${name}`,
    label: title,
    timeoutMs: ATTEMPT_MS,
    retries: { ...RETRIES, mayPass: isTransient },
    bulkhead: BULKHEAD,
    health,
    // Waiting for the local rate limit says nothing about the service.
    judge: (error) => (wasRefusedLocally(error) ? 'unknown' : judgeFailure(error)),
  });
  return <Request extends { readonly signal: AbortSignal }, Found>(
    ask: (request: Request) => Promise<Found>,
  ): ((request: Request) => Promise<Found>) =>
    (request) =>
      guard((signal) => ask({ ...request, signal }), request.signal).catch((error: unknown) => {
        request.signal.throwIfAborted();
        throw asToolFailure(error, title);
      });
};
