import type { Metrics } from '../../ports/metrics.ts';
import type { ProjectionStatus, ProjectionStatusReader } from '../../projections/projection-status.ts';

const states: readonly ProjectionStatus['state'][] = ['running', 'waiting', 'blocked', 'failing', 'stopped'];

/**
 * Sets the gauges of everything that follows the log, from where leases and checkpoints are kept: so they also tell of
 * what no process is working on. Never rejects; without a database the gauges stay as they were.
 */
export const measureFollowers = async (status: ProjectionStatusReader, metrics: Metrics): Promise<void> => {
  const followers = await status.list().catch(() => []);
  for (const {
    name,
    kind,
    state,
    eventsBehind,
    secondsBehind,
    parked,
    ownerSeconds = 0,
    rebuild,
  } of followers) {
    const labels = { follower: name, kind };
    metrics.gauge('anamnesis_follower_events_behind', eventsBehind, labels);
    metrics.gauge('anamnesis_follower_seconds_behind', secondsBehind, labels);
    metrics.gauge('anamnesis_follower_owner_seconds', ownerSeconds, labels);
    metrics.gauge('anamnesis_follower_parked', parked, labels);
    if (kind === 'projection')
      metrics.gauge('anamnesis_projection_rebuild_ratio', rebuild?.progress ?? 1, { projection: name });
    for (const known of states)
      metrics.gauge('anamnesis_follower_state', known === state ? 1 : 0, { ...labels, state: known });
  }
};
