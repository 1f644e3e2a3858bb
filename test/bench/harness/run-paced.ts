import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Starts calls at a steady rate, whether or not earlier ones have been answered, and waits for all of them. It
 * compensates for late timers, so that the rate holds on average.
 */
export const runPaced = async (
  perSecond: number,
  calls: number,
  call: (n: number) => Promise<void>,
): Promise<void> => {
  const started = performance.now();
  const underWay: Promise<void>[] = [];
  for (let n = 0; n < calls; n += 1) {
    const wait = started + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    underWay.push(call(n));
  }
  await Promise.all(underWay);
};
