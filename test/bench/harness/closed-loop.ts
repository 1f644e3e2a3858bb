/** The work done by a number of callers. */
type LoadResult = {
  readonly perSecond: number;
  /** Milliseconds of each call. */
  readonly latencies: readonly number[];
};

/**
 * Callers that repeat a call as soon as it is answered, for a number of milliseconds. Calls in progress at the end are
 * awaited and counted.
 */
export const closedLoop = async (
  callers: number,
  milliseconds: number,
  call: () => Promise<unknown>,
): Promise<LoadResult> => {
  const latencies: number[] = [];
  const started = performance.now();
  const caller = async (): Promise<void> => {
    do {
      const calledAt = performance.now();
      await call();
      latencies.push(performance.now() - calledAt);
    } while (performance.now() - started < milliseconds);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: latencies.length / ((performance.now() - started) / 1000), latencies };
};
