import { waitAtMost } from '../resilience/wait-at-most.ts';

/** Half the scrape timeout of Prometheus: an unresponsive database must not affect other metrics. */
const TIMEOUT_MS = 5_000;

/** What gauges show, or undefined if reading it fails or takes longer than the milliseconds. Never rejects. */
export const readInTime = async <Levels>(
  reading: Promise<Levels>,
  milliseconds = TIMEOUT_MS,
): Promise<Levels | undefined> =>
  (await waitAtMost(milliseconds, reading).catch(() => false)) ? reading : undefined;
