import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';

const SEARCH = 'search';
const INTERVAL_MS = 100;
const PATIENCE_MS = 120_000;

/**
 * Waits until the search index has reached the present end of the log, so that a question asked next finds what was
 * just ingested. Answers whether it has; not to be allowed to look counts as no.
 */
export const waitUntilSearchable = async (client: ApiClient, signal: AbortSignal): Promise<boolean> => {
  const deadline = performance.now() + PATIENCE_MS;
  let target: number | undefined;
  while (performance.now() < deadline && !signal.aborted) {
    try {
      const search = (await client.projections()).find(({ name }) => name === SEARCH);
      if (search === undefined) return false;
      target ??= search.head;
      if (search.checkpoint >= target) return true;
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'permission_denied') return false;
      throw error;
    }
    await delay(INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
  return false;
};
