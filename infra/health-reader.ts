import type { Database } from '../ports/database.ts';
import type { ComponentHealth, HealthReader } from '../ports/health.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
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

const vectorHealth = async (vectors: Pick<VectorIndex, 'check'>): Promise<ComponentHealth> => {
  const about = { component: 'vector-index', critical: false } as const;
  try {
    await vectors.check();
    return { ...about, healthy: true };
  } catch {
    return {
      ...about,
      healthy: false,
      message: 'It cannot be reached: searches answer from the words alone, and new documents wait.',
    };
  }
};

/** Looks at the database, at an index outside it, and at everything that follows the log. */
export const createHealthReader = (services: {
  readonly database: Database;
  readonly projectionStatus: ProjectionStatusReader;
  /** Given when it is outside the database. */
  readonly vectors?: Pick<VectorIndex, 'check'>;
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
    const [followers, vectors] = await Promise.all([
      services.projectionStatus.list(),
      services.vectors ? vectorHealth(services.vectors) : undefined,
    ]);
    return [
      { component: 'event-store', healthy: true, critical: true },
      ...(vectors ? [vectors] : []),
      ...followers.map(followerHealth),
    ];
  },
});
