import type { Metrics } from '../../ports/metrics.ts';
import type { ProjectionStatus, ProjectionStatusReader } from '../../projections/projection-status.ts';
import { readInTime } from './read-in-time.ts';

const states: readonly ProjectionStatus['state'][] = ['running', 'waiting', 'blocked', 'failing', 'stopped'];

const gauges = [
  'anamnesis_follower_events_behind',
  'anamnesis_follower_seconds_behind',
  'anamnesis_follower_owner_seconds',
  'anamnesis_follower_parked',
  'anamnesis_projection_rebuild_ratio',
  'anamnesis_projection_rebuild_waits',
  'anamnesis_follower_state',
  'anamnesis_vectors',
  'anamnesis_vector_recall_ratio',
  'anamnesis_vector_search_exact',
] as const;

/** Sets the gauges of the vector search, as far as they are known. */
const measureVectors = (
  { vectors, recall, search }: NonNullable<ProjectionStatus['vectors']>,
  metrics: Metrics,
): void => {
  if (vectors !== undefined) metrics.gauge('anamnesis_vectors', vectors, {});
  if (recall !== undefined) metrics.gauge('anamnesis_vector_recall_ratio', recall, {});
  metrics.gauge('anamnesis_vector_search_exact', search === 'exact' ? 1 : 0, {});
};

/**
 * Sets the gauges of all followers of the log, from the stored leases and checkpoints: they include work that no
 * process does. If these cannot be read in time, the gauges are omitted: old levels would pass for current ones. Never
 * rejects.
 */
export const measureFollowers = async (
  status: Pick<ProjectionStatusReader, 'list'>,
  metrics: Metrics,
  timeout?: number,
): Promise<void> => {
  const known = await readInTime(status.list(), timeout);
  metrics.gauge('anamnesis_followers_known', known ? 1 : 0, {});
  for (const name of gauges) metrics.forget(name);
  for (const status of known ?? []) {
    const { name, kind, state, eventsBehind, secondsBehind, parked, ownerSeconds = 0, rebuild } = status;
    if (status.vectors) measureVectors(status.vectors, metrics);
    const labels = { follower: name, kind };
    metrics.gauge('anamnesis_follower_events_behind', eventsBehind, labels);
    metrics.gauge('anamnesis_follower_seconds_behind', secondsBehind, labels);
    metrics.gauge('anamnesis_follower_owner_seconds', ownerSeconds, labels);
    metrics.gauge('anamnesis_follower_parked', parked, labels);
    if (kind === 'projection') {
      metrics.gauge('anamnesis_projection_rebuild_ratio', rebuild?.progress ?? 1, { projection: name });
      metrics.gauge('anamnesis_projection_rebuild_waits', rebuild?.waits ? 1 : 0, { projection: name });
    }
    for (const known of states)
      metrics.gauge('anamnesis_follower_state', known === state ? 1 : 0, { ...labels, state: known });
  }
};
