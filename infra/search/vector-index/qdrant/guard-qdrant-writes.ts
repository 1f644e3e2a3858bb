import type { ComponentMonitor } from '../../../../ports/component-health.ts';
import { createGuard } from '../../../resilience/create-guard.ts';
import type { QdrantConnection } from './qdrant-connection.ts';

/**
 * Concurrent writes on the server: the payload indexes of a new collection, and documents of two generations.
 */
const BULKHEAD = { concurrent: 8, queued: 256 };
/** Milliseconds: three attempts of ten seconds each and the pauses between them. */
const TIMEOUT = 35_000;

/**
 * Guards writes to Qdrant with a separate circuit breaker: a server that answers queries but accepts no
 * writes (full disk, too few replicas) is spared only the writes. The client retries transient failures;
 * after that the projection retries until it succeeds.
 */
export const guardQdrantWrites = (
  { ask }: Pick<QdrantConnection, 'ask'>,
  { health }: { readonly health: Pick<ComponentMonitor, 'report'> },
): QdrantConnection['ask'] => {
  const guard = createGuard({
    component: 'vector-writing',
    label: 'Writing to the vector index',
    bulkhead: BULKHEAD,
    health,
    timeoutMs: TIMEOUT,
  });
  return (work) => guard(() => ask(work));
};
