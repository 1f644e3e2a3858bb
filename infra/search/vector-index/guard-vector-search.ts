import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { VectorIndex } from '../../../ports/vector-index.ts';
import { createGuard } from '../../resilience/create-guard.ts';

/** Searches on the server at once; more only wait for each other there. */
const BULKHEAD = { concurrent: 32, queued: 1024 };

/**
 * An index on another machine behind a guard: while it keeps failing, a search goes by its words at once. Its client
 * tries again by itself. Writing goes past the guard: a projection waits until it may go on.
 *
 * @param timeoutMs what a search has for it
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
