import type { ComponentName } from './component-name.ts';

/**
 * Components without which answers are not what they should be, whatever replaces them: finding passages,
 * keeping what happened, writing answers, and judging whether they are safe to show. Without another one (a reranker, an
 * embedder, an external source) an answer is a little worse and says so.
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
 * Whether to work in degraded mode: begun when several critical components fail at once, left when all critical ones are
 * well again, so that one that comes and goes does not switch it each time.
 */
export const isDegraded = (failed: Iterable<ComponentName>, wasDegraded: boolean): boolean => {
  const failedCritical = [...failed].filter(isCritical).length;
  return failedCritical >= (wasDegraded ? 1 : SEVERAL);
};

/** What an answer in degraded mode begins with (query orchestration, "Degraded Mode Operation"). */
export const DEGRADED_MODE_WARNING =
  "I'm experiencing technical difficulties. Here are some relevant sources I found:";
