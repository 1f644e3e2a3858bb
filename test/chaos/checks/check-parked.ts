import type { ScenarioContext } from '../harness/scenario.ts';
import type { ChaosClient } from '../load/chaos-client.ts';
import type { Ledger } from '../load/ledger.ts';
import type { LoggedEvent } from './read-log.ts';

/** Only events about subjects with destroyed keys may be parked. */
export const checkParked = async (
  client: ChaosClient,
  log: readonly LoggedEvent[],
  ledger: Ledger,
  { violate, count }: Pick<ScenarioContext, 'violate' | 'count'>,
): Promise<void> => {
  const parked = await client.list('/api/admin/consumers/parked?limit=100');
  if (!parked) {
    violate('parked events', 'the list is not answered');
    return;
  }
  for (const { consumer, eventId, streamId, eventType, position, reason, message } of parked) {
    const subject = log.find((event) => event.position === position)?.metadata?.subject;
    if (subject !== undefined && ledger.destroyed.has(subject)) {
      count('parked for a destroyed key');
      continue;
    }
    violate(
      'parked events',
      `${String(consumer)}: ${String(eventType)} at ${String(position)} (${String(streamId)}), event ${String(eventId)}: ${String(reason)}, ${String(message)}`,
    );
  }
};
