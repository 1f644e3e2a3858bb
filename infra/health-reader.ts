import type { Database } from '../ports/database.ts';
import type { ComponentHealth, HealthReader } from '../ports/health.ts';
import type { ProjectionStatus, ProjectionStatusReader } from '../projections/projection-status.ts';

const followerHealth = ({ name, state, parked }: ProjectionStatus): ComponentHealth => ({
  component: name,
  healthy: state === 'running' && parked === 0,
  critical: false,
  ...(state === 'failing'
    ? { message: 'It fails and is being tried again; the list of projections says why.' }
    : state === 'stopped'
      ? { message: 'No process is working on it.' }
      : parked > 0
        ? { message: `${parked} event(s) are parked and wait for an admin.` }
        : {}),
});

/** Looks at the database and at everything that follows the log. */
export const createHealthReader = (services: {
  readonly database: Database;
  readonly projectionStatus: ProjectionStatusReader;
}): HealthReader => ({
  list: async () => {
    try {
      await services.database.query('select 1 from event_log.events limit 1');
    } catch {
      return [
        {
          component: 'event-store',
          healthy: false,
          critical: true,
          message: 'The event log cannot be reached.',
        },
      ];
    }
    const followers = await services.projectionStatus.list();
    return [{ component: 'event-store', healthy: true, critical: true }, ...followers.map(followerHealth)];
  },
});
