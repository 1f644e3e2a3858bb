import { Failure, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ComponentName } from '../../domain/operations/component-name.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import { createBulkhead } from './bulkhead.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { Verdict } from './judge-failure.ts';

export type GateOptions = {
  readonly component: ComponentName;
  /** The subject of messages: `The embedding service`. */
  readonly label: string;
  /** Maximum concurrent and waiting calls. */
  readonly bulkhead: { readonly concurrent: number; readonly queued: number };
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** Milliseconds for which the circuit stays open; default: a minute. */
  readonly openFor?: number;
};

/** Whether a call was refused here without calling the service. */
export const wasRefusedLocally = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.refused !== undefined;

const codeOf = (error: unknown): string => (error instanceof Failure ? error.reason.code : 'internal_error');

/**
 * Admits calls to one component: a bounded number concurrently, none while its circuit is open. Reports the outcome of
 * each admitted call. Refuses others with `unavailable` and the detail `refused`.
 */
export const createGate = (options: GateOptions) => {
  const { component, label, health, now = () => performance.now() } = options;
  const refuse = (refused: 'circuit_open' | 'no_room', message: string, waitFor: number): Failure =>
    new Failure(
      failure('unavailable', message, {
        component,
        details: { refused, retryable: false },
        retryAfter: Math.ceil(waitFor / 1000),
      }),
    );
  const circuit = createCircuitBreaker({
    now,
    ...omitUndefined({ openFor: options.openFor }),
    refusal: (waitFor) =>
      refuse('circuit_open', `${label} has failed several times and is not called for a while.`, waitFor),
  });
  const enter = createBulkhead({
    ...options.bulkhead,
    refusal: () => refuse('no_room', `${label} has too many concurrent requests.`, 1000),
  });

  /** @param judge classifies an error of the work as evidence about the service */
  return async <T>(
    work: () => Promise<T>,
    judge: (error: unknown) => Verdict,
    signal: AbortSignal,
  ): Promise<T> => {
    // Refused now rather than after waiting for a turn.
    circuit.refuseIfOpen();
    const leave = await enter(signal);
    try {
      return await circuit.run(
        async () => {
          const result = await work();
          health.report(component, 'ok');
          return result;
        },
        (error) => {
          const verdict = judge(error);
          if (verdict !== 'unknown')
            health.report(component, verdict === 'failed' ? 'failed' : 'ok', codeOf(error));
          return verdict;
        },
      );
    } finally {
      leave();
    }
  };
};
