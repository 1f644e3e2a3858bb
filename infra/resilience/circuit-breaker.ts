import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, type IBackoff } from 'cockatiel';
import { FAILURES_UNTIL_FAILED, SUCCESSES_UNTIL_WELL } from '../../domain/operations/component-health.ts';
import type { Verdict } from './judge-failure.ts';

/** As the failure matrix says (query orchestration, "Circuit Breaker Configuration"): one probe after a minute. */
const OPEN_MS = 60_000;

/** Who comes while a probe is under way need not wait the whole pause: it ends within its timeout. */
const PROBE_MS = 1000;

type CircuitOptions = {
  /** The error for calls while it is open; `waitFor` in milliseconds. */
  readonly refusal: (waitFor: number) => Error;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Milliseconds for which it stays open; default: a minute. */
  readonly openFor?: number;
};

/** Says nothing of the service, whatever it was. */
class Inconclusive extends Error {
  readonly ofProbe: boolean;
  constructor(ofProbe: boolean, cause: unknown) {
    super('inconclusive', { cause });
    this.ofProbe = ofProbe;
  }
}

/**
 * Spares callers the wait for a service that has failed five times in a row: for a minute their calls are refused at
 * once. Then one call at a time is let through, the others are refused meanwhile, where cockatiel by itself would have
 * them wait. Two in a row that succeed close it; one that fails opens it again.
 *
 * A request that the service refused for the request's own sake shows that it is at work. A call that says nothing (its
 * caller went away, this process stood still) neither counts nor breaks a row, and after a probe of that kind the next call is the probe.
 */
export const createCircuitBreaker = ({ refusal, now, openFor = OPEN_MS }: CircuitOptions) => {
  let openUntil = Number.NEGATIVE_INFINITY;
  let isProbing = false;
  /** cockatiel uses the wall clock, which may be set back: so it gets only "for ever" or "no longer". */
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
    // While it is closed, what is not handled counts as nothing; a probe that is not handled would count as a success.
    handleWhen((error) => !(error instanceof Inconclusive) || error.ofProbe),
    {
      halfOpenAfter: monotonicPause,
      breaker: new ConsecutiveBreaker(FAILURES_UNTIL_FAILED),
      halfOpenSampling: { calls: SUCCESSES_UNTIL_WELL, threshold: 0 },
    },
  );

  const refuseIfOpen = (): void => {
    const waitFor = openUntil - now();
    if (circuit.state === CircuitState.Open && waitFor > 0) throw refusal(waitFor);
    if (isProbing) throw refusal(PROBE_MS);
  };

  /** @param judge what an error says of the service */
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
