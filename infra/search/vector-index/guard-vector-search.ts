import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { VectorIndex } from '../../../ports/vector-index.ts';
import { createGuard } from '../../resilience/create-guard.ts';

/** Concurrent searches on the server; more would only queue there. */
const BULKHEAD = { concurrent: 32, queued: 1024 };

/**
 * Guards the searches of an index on another machine: while it keeps failing, searches immediately fall back
 * to words. The client retries on its own. Writes bypass the guard, as a projection waits until it can
 * proceed.
 *
 * @param timeoutMs time limit of a search
 */
export const guardVectorSearch = (
  index: VectorIndex,
  services: { readonly health: Pick<ComponentMonitor, 'report'>; readonly timeoutMs: number },
): VectorIndex => {
  const guard = createGuard({
    ...services,
    component: 'knowledge-search',
    label: 'The vector index',
    bulkhead: BULKHEAD,
  });
  return { ...index, search: (...question) => guard(() => index.search(...question)) };
};
