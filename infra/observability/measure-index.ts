import type { Metrics } from '../../ports/metrics.ts';
import type { ProjectionStatusReader } from '../../projections/projection-status.ts';
import { readInTime } from './read-in-time.ts';

/** A large index is counted in the background, for the next scrape. */
const TIMEOUT_MS = 2_000;

/**
 * Sets the gauges of the live search index. If it cannot be counted in time they are omitted: an unresponsive index
 * would otherwise be reported as complete. Never rejects.
 */
export const measureIndex = async (
  status: Pick<ProjectionStatusReader, 'listCounted'>,
  metrics: Metrics,
  timeout = TIMEOUT_MS,
): Promise<void> => {
  const counted = await readInTime(status.listCounted(), timeout);
  metrics.forget('anamnesis_index_passages');
  metrics.forget('anamnesis_index_passages_lacking_vectors');
  for (const { index = [] } of counted ?? [])
    for (const { state, counted } of index)
      if (state === 'live' && counted) {
        metrics.gauge('anamnesis_index_passages', counted.passages, {});
        metrics.gauge('anamnesis_index_passages_lacking_vectors', counted.lacking, {});
      }
};
