import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { EventStore } from '../../../ports/event-store.ts';
import { monotonicNow } from './monotonic-clock.ts';

/** When which number arrived, in the order of arrival; milliseconds of the monotonic clock. */
type Arrival = { readonly n: number; readonly at: number };

/** A subscriber that writes down what arrives. */
export type Arrivals = {
  /** Everything since the last call, once that many have arrived or after the milliseconds. */
  readonly take: (expected: number, timeout: number) => Promise<readonly Arrival[]>;
  readonly stop: () => Promise<void>;
};

const numbered = z.object({ n: z.number() });

/** Subscribes to the log after a position and notes when each numbered event was handed over. */
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
      // A repeat would come after the last one that is expected.
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
