import type { ComponentMonitor } from '../../../../ports/component-health.ts';
import { createGuard } from '../../../resilience/create-guard.ts';
import type { QdrantConnection } from './qdrant-connection.ts';

/** Writes on the server at once: the payload indexes of a new collection, and documents of two generations. */
const BULKHEAD = { concurrent: 8, queued: 256 };
/** Milliseconds for three attempts of ten seconds each and the pauses between them. */
const TIMEOUT = 35_000;

/**
 * Writing to Qdrant behind a separate circuit: a server that answers questions and takes no writes (a full disk, too
 * few replicas) is left alone with the writes, and with nothing else. What may pass is tried again by the client, and
 * after that by the projection, for as long as it takes.
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
