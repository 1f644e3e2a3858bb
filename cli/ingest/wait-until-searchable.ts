import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../client/create-client.ts';
import { isTransient } from '../api/api-failure.ts';
import { CliError } from '../cli-error.ts';

const SEARCH = 'search';
const INTERVAL_MS = 100;
const PATIENCE_MS = 120_000;
const MAX_FAILED_LOOKS = 10;

/**
 * Waits until the search index has reached the current end of the log, so that the next question finds the new
 * documents. Returns false if it takes too long or the state cannot be read.
 */
export const waitUntilSearchable = async (client: ApiClient, signal: AbortSignal): Promise<boolean> => {
  const deadline = performance.now() + PATIENCE_MS;
  let target: number | undefined;
  let failedLooks = 0;
  while (performance.now() < deadline && !signal.aborted) {
    try {
      const search = (await client.get('/api/admin/projections')).find(({ name }) => name === SEARCH);
      if (search === undefined) return false;
      target ??= search.head;
      if (search.checkpoint >= target) return true;
      failedLooks = 0;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      failedLooks += 1;
      if (!isTransient(error) || failedLooks >= MAX_FAILED_LOOKS) return false;
    }
    await delay(INTERVAL_MS * (failedLooks + 1), undefined, { signal }).catch(() => {});
  }
  return false;
};
