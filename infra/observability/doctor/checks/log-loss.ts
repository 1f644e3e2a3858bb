import type { AnyEvent } from '../../../../domain/all-events.ts';
import type { DomainEvent } from '../../../../domain/kernel/event.ts';
import { logLossStream } from '../../../../domain/operations/log-loss-decider.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
import { type Check, warning } from '../check.ts';

/** Checks whether the database ever lost acknowledged events. No finding without a loss. */
export const logLoss = ({ eventStore }: { readonly eventStore: Pick<EventStore, 'readStream'> }): Check => ({
  name: 'lost-events',
  run: async function* () {
    for await (const event of eventStore.readStream(logLossStream)) {
      // The log validates each event against the schema of its type.
      const { type, data } = event as DomainEvent as AnyEvent;
      if (type !== 'LogEventsLost') continue;
      const { keptTo, lostTo, at } = data;
      yield warning(
        `The database lost acknowledged events at positions ${keptTo + 1} to ${lostTo}; found on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`,
        'Have the work of that time repeated: see "The database lost events" in docs/runbook.md. Synchronous replication, or for KurrentDB a cluster, prevents it.',
      );
    }
  },
});
