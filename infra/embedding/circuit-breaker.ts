export type CircuitOptions = {
  /** Failures in a row that open the circuit. */
  readonly failures: number;
  /** Milliseconds that it stays open before somebody may try again. */
  readonly pause: number;
  /** Which errors speak of the service and not of the request. */
  readonly counts: (error: unknown) => boolean;
  /** What those get who come while it is open; `waitFor` in milliseconds. */
  readonly refusal: (waitFor: number) => Error;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/**
 * Spares people the wait for a service that has failed several times in a row: until the pause is over they are
 * refused at once. Then one of them tries, and its outcome decides for all.
 */
export const createCircuitBreaker = (options: CircuitOptions) => {
  const now = options.now ?? (() => performance.now());
  let failures = 0;
  let openUntil = Number.NEGATIVE_INFINITY;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (failures >= options.failures) {
      const waitFor = openUntil - now();
      if (waitFor > 0) throw options.refusal(waitFor);
      // This one tries; the others go on waiting for what it finds.
      openUntil = now() + options.pause;
    }
    try {
      const result = await work();
      failures = 0;
      return result;
    } catch (error) {
      if (options.counts(error)) {
        failures += 1;
        openUntil = now() + options.pause;
      } else {
        failures = 0;
      }
      throw error;
    }
  };
};
