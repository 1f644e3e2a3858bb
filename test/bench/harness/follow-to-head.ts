import { postgresGenerations } from '../../../infra/storage/generations/postgres-generations.ts';
import { createPostgresLeases } from '../../../infra/storage/leases/postgres-leases.ts';
import type { Database } from '../../../ports/database.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import { followGeneration } from '../../../projections/runner/follow-generation.ts';
import type { ProjectionDefinition } from '../../../projections/runner/projection-definition.ts';

type Followed = {
  readonly definition: ProjectionDefinition;
  readonly generation: number;
  readonly from: number;
};

/**
 * Follows the log with a generation up to its head, and returns the milliseconds that this took.
 *
 * Its lease is taken for this one walk: filling the log before can hold the event loop for longer than a lease lasts.
 * Following stops without an error once its lease has lapsed, so a benchmark that trusted it measured an empty index.
 *
 * @throws Error when the lease is not granted, or when following ends before the head
 */
export const followToHead = async (
  database: Database,
  eventStore: EventStore,
  { definition, generation, from }: Followed,
): Promise<number> => {
  const leases = createPostgresLeases({ database, logger: silentLogger, owner: 'bench' });
  const lease = await leases.acquire(`projection:${definition.name}`, new AbortController().signal);
  if (!lease) throw new Error('The lease was not granted.');
  const started = performance.now();
  const { position } = await followGeneration(
    { database, eventStore, generations: postgresGenerations, metrics: silentMetrics },
    {
      definition,
      generation,
      from,
      ownership: { fence: lease, confirm: lease.confirm },
      signal: lease.signal,
      until: (reached, head) => reached >= head,
    },
  );
  const milliseconds = performance.now() - started;
  await lease.release();
  const head = await eventStore.head();
  if (position < head)
    throw new Error(`The projection ${definition.name} stopped at ${position} of ${head} events.`);
  return milliseconds;
};
