/** What a number of callers got done. */
type LoadResult = {
  readonly perSecond: number;
  /** Milliseconds of each call. */
  readonly latencies: readonly number[];
};

/**
 * Callers that each call again as soon as they are answered, for a number of milliseconds. Calls under way at the
 * end are waited for and counted.
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
