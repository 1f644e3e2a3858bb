import type { ComponentName } from './component-name.ts';

/**
 * The critical components, without which answers fall short whatever replaces them: those that find passages, store
 * events, write answers, and judge whether answers are safe to show. Without another one (a reranker, an embedder, an
 * external source) an answer is slightly worse and says so.
 */
const critical: ReadonlySet<ComponentName> = new Set<ComponentName>([
  'knowledge-search',
  'database',
  'cloud-model',
  'local-model',
  'safety-filter',
]);

export const isCritical = (component: ComponentName): boolean => critical.has(component);

/** More than one at the same time: a single one has its own row in the failure matrix. */
const SEVERAL = 2;

/**
 * Whether to work in degraded mode: entered when several critical components fail at the same time, left when all
 * critical ones are well again, so that a flapping component does not toggle it.
 */
export const isDegraded = (failed: Iterable<ComponentName>, wasDegraded: boolean): boolean => {
  const failedCritical = [...failed].filter(isCritical).length;
  return failedCritical >= (wasDegraded ? 1 : SEVERAL);
};

/** The warning at the start of an answer in degraded mode (query orchestration, "Degraded Mode Operation"). */
export const DEGRADED_MODE_WARNING =
  "I'm experiencing technical difficulties. Here are some relevant sources I found:";
