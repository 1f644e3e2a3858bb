import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll, type IBackoff } from 'cockatiel';

type CircuitOptions = {
  /** Failures in a row that open the circuit. */
  readonly failures: number;
  /** Milliseconds that it stays open before one trial request. */
  readonly pause: number;
  /** Whether an error is a failure of the service, not of the request. */
  readonly counts: (error: unknown) => boolean;
  /** The error for calls while it is open; `waitFor` in milliseconds. */
  readonly refusal: (waitFor: number) => Error;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/**
 * Spares callers the wait for a service that has failed several times in a row: until the pause is over their calls are
 * refused at once. Then one call is let through, and its outcome decides for all; the others are refused meanwhile, where
 * cockatiel by itself would have them wait. A request that the service refused for the request's own sake shows that
 * it is at work.
 */
export const createCircuitBreaker = ({
  failures,
  pause,
  counts,
  refusal,
  now = () => performance.now(),
}: CircuitOptions) => {
  let openUntil = Number.NEGATIVE_INFINITY;
  const restart = (): void => {
    openUntil = now() + pause;
  };
  /** cockatiel goes by the wall clock, which may be set back: it is told for ever or no longer. */
  const monotonicPause: IBackoff<unknown> = {
    get duration() {
      return now() < openUntil ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    },
    next: () => {
      restart();
      return monotonicPause;
    },
  };
  const circuit = circuitBreaker(handleAll, {
    halfOpenAfter: monotonicPause,
    breaker: new ConsecutiveBreaker(failures),
  });
  circuit.onHalfOpen(restart);

  return async <T>(work: () => Promise<T>): Promise<T> => {
    const waitFor = Math.max(0, openUntil - now());
    const isTrying = circuit.state === CircuitState.HalfOpen;
    if (isTrying || (circuit.state === CircuitState.Open && waitFor > 0)) throw refusal(waitFor);
    const outcome = await circuit.execute(async () => {
      try {
        return { result: await work() };
      } catch (error) {
        if (counts(error)) throw error;
        return { refused: error };
      }
    });
    if ('refused' in outcome) throw outcome.refused;
    return outcome.result;
  };
};
