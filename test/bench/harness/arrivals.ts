import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { EventStore } from '../../../ports/event-store.ts';
import { monotonicNow } from './monotonic-clock.ts';

/** The arrival of a number; milliseconds of the monotonic clock. */
type Arrival = { readonly n: number; readonly at: number };

/** A subscriber that records arrivals. */
export type Arrivals = {
  /** Everything since the last call, once the expected number has arrived or the milliseconds have passed. */
  readonly take: (expected: number, timeout: number) => Promise<readonly Arrival[]>;
  readonly stop: () => Promise<void>;
};

const numbered = z.object({ n: z.number() });

/** Subscribes to the log after a position and records when each numbered event was delivered. */
export const recordArrivals = (eventStore: EventStore, after: number): Arrivals => {
  const stopping = new AbortController();
  let arrivals: Arrival[] = [];
  const following = (async () => {
    for await (const event of eventStore.subscribe(after, undefined, stopping.signal)) {
      arrivals.push({ at: monotonicNow(), n: numbered.parse(event.data).n });
    }
  })();
  return {
    take: async (expected, timeout) => {
      const deadline = monotonicNow() + timeout;
      while (arrivals.length < expected && monotonicNow() < deadline) await sleep(10);
      // A duplicate would arrive after the last expected event.
      await sleep(50);
      const taken = arrivals;
      arrivals = [];
      return taken;
    },
    stop: async () => {
      stopping.abort();
      await following;
    },
  };
};
