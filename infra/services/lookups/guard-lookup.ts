import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { wasRefusedHere } from '../../resilience/gate.ts';
import { isTransient } from '../../resilience/is-transient.ts';
import { judgeFailure } from '../../resilience/judge-failure.ts';

type GuardedLookup = {
  /** Under which it is watched: `external-sources:<name>`. */
  readonly name: string;
  /** As people know it. */
  readonly title: string;
  readonly health: Pick<ComponentMonitor, 'report'>;
};

/** A third of the thirty seconds that a tool has, so that one attempt that hangs leaves time for another answer. */
const ATTEMPT_MS = 10_000;
/** Three more after the first, with growing pauses (tools, "Error Recovery"). Milliseconds. */
const RETRIES = { attempts: 4, firstPause: 250, maxPause: 4000, maxRetryAfter: 20_000 };
/** Calls of one service at once; more wait for its rate in any case. */
const BULKHEAD = { concurrent: 16, queued: 64 };

/**
 * What a tool says of a service that failed: which, and by what status, never its words. That the service asks to wait
 * is a failure of it, too; `rate_limit_exceeded` is for limits of this program's own.
 */
const asToolFailure = (error: unknown, title: string): unknown => {
  if (!(error instanceof Failure)) return error;
  const { code, message, details, ...rest } = error.reason;
  // Left alone after failures, or asked by too many here.
  if (wasRefusedHere(error))
    return new Failure(failure('unavailable', message, { ...rest, ...(details && { details }) }));
  if (!['unavailable', 'external_api_error', 'rate_limit_exceeded'].includes(code)) return error;
  return new Failure(
    failure('external_api_error', message, { ...rest, details: { ...details, service: title } }),
  );
};

/**
 * Guards a service that a tool calls: a time limit for each attempt, three retries where the service fails or asks to
 * wait, and a circuit that leaves it alone while it keeps failing. In the end the tool gets `external_api_error` with
 * the service and its status.
 */
export const guardLookup = ({ name, title, health }: GuardedLookup) => {
  const guard = createGuard({
    component: `external-sources:${name}`,
    label: title,
    timeoutMs: ATTEMPT_MS,
    retries: { ...RETRIES, mayPass: isTransient },
    bulkhead: BULKHEAD,
    health,
    // What waits for the rate here says nothing of the service.
    judge: (error) => (wasRefusedHere(error) ? 'unknown' : judgeFailure(error)),
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
