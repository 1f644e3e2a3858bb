import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, type IBackoff } from 'cockatiel';
import { FAILURES_UNTIL_FAILED, SUCCESSES_UNTIL_HEALTHY } from '../../domain/operations/component-health.ts';
import type { Verdict } from './judge-failure.ts';

/** One probe after a minute (failure matrix, query orchestration, "Circuit Breaker Configuration"). */
const OPEN_MS = 60_000;

/** Retry-After during a probe, which ends within its timeout: no caller need wait the whole pause. */
const PROBE_MS = 1000;

type CircuitOptions = {
  /** The error for calls while the circuit is open; `waitFor` in milliseconds. */
  readonly refusal: (waitFor: number) => Error;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Milliseconds for which the circuit stays open; default: a minute. */
  readonly openFor?: number;
};

/** Wraps an error that is no evidence about the service. */
class Inconclusive extends Error {
  readonly ofProbe: boolean;
  constructor(ofProbe: boolean, cause: unknown) {
    super('inconclusive', { cause });
    this.ofProbe = ofProbe;
  }
}

/**
 * Spares callers the wait for a service that has failed five times in a row: for a minute their calls are refused
 * immediately. Then one call at a time is let through as a probe; others are refused meanwhile, where cockatiel on its
 * own would queue them. Two successful probes in a row close the circuit; a failed one opens it again.
 *
 * A service that rejects an invalid request is working. An inconclusive call (its caller aborted, this process was
 * frozen) neither counts nor breaks a series, and after an inconclusive probe the next call is the probe.
 */
export const createCircuitBreaker = ({ refusal, now, openFor = OPEN_MS }: CircuitOptions) => {
  let openUntil = Number.NEGATIVE_INFINITY;
  let isProbing = false;
  /** cockatiel uses the wall clock, which may be set back, so it gets only "forever" or "over". */
  const monotonicPause: IBackoff<unknown> = {
    get duration() {
      return now() < openUntil ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    },
    next: () => {
      openUntil = now() + openFor;
      return monotonicPause;
    },
  };
  const circuit = circuitBreaker(
    // In the closed state an unhandled error does not count; in a probe it would count as a success.
    handleWhen((error) => !(error instanceof Inconclusive) || error.ofProbe),
    {
      halfOpenAfter: monotonicPause,
      breaker: new ConsecutiveBreaker(FAILURES_UNTIL_FAILED),
      halfOpenSampling: { calls: SUCCESSES_UNTIL_HEALTHY, threshold: 0 },
    },
  );

  const refuseIfOpen = (): void => {
    const waitFor = openUntil - now();
    if (circuit.state === CircuitState.Open && waitFor > 0) throw refusal(waitFor);
    if (isProbing) throw refusal(PROBE_MS);
  };

  /** @param judge classifies an error as evidence about the service */
  const run = async <T>(work: () => Promise<T>, judge: (error: unknown) => Verdict): Promise<T> => {
    refuseIfOpen();
    const isProbe = circuit.state !== CircuitState.Closed;
    if (isProbe) isProbing = true;
    try {
      const outcome = await circuit.execute(async () => {
        try {
          return { result: await work() };
        } catch (error) {
          const verdict = judge(error);
          if (verdict === 'failed') throw error;
          if (verdict === 'unknown') throw new Inconclusive(isProbe, error);
          return { refused: error };
        }
      });
      if ('refused' in outcome) throw outcome.refused;
      return outcome.result;
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      if (isProbe) openUntil = Number.NEGATIVE_INFINITY;
      throw error.cause;
    } finally {
      if (isProbe) isProbing = false;
    }
  };
  return { run, refuseIfOpen };
};
