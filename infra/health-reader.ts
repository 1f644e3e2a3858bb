import { defined } from '../domain/kernel/defined.ts';
import { Failure } from '../domain/kernel/failure.ts';
import type { AppendMonitor } from '../ports/append-monitor.ts';
import type { FreeSpace } from '../ports/free-space.ts';
import type { ComponentHealth, HealthReader } from '../ports/health.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { ProjectionStatus, ProjectionStatusReader } from '../projections/projection-status.ts';
import { waitAtMost } from './wait-at-most.ts';

const followerHealth = ({ name, state, parked }: ProjectionStatus): ComponentHealth => ({
  component: name,
  healthy: (state === 'running' || state === 'waiting') && parked === 0,
  critical: false,
  ...(state === 'failing'
    ? { message: 'It fails and is being tried again; the list of projections says why.' }
    : state === 'blocked'
      ? { message: 'This version of the program cannot go on with it; the list of projections says why.' }
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

/** An append takes milliseconds; one that has been under way for so long is stuck. */
const STUCK_MS = 5_000;
/** For the answer to a probe; half of what a load balancer usually grants. */
const PROBE_MS = 2_000;
/** A refusal counts for so long when nobody has tried again: the next one shows whether room was made. */
const REFUSAL_MS = 15_000;

const appendHealth = async ({ appendState, probeAppends }: AppendMonitor): Promise<ComponentHealth> => {
  const about = { component: 'event-store', critical: true } as const;
  const ill = (message: string): ComponentHealth => ({ ...about, healthy: false, message });
  const { oldest, refused } = appendState();
  if (oldest > STUCK_MS) return ill('Writes to the event log do not come to an end.');
  if (refused && refused.since < REFUSAL_MS) return ill(refused.reason.message);
  try {
    const answered = await waitAtMost(PROBE_MS, probeAppends());
    return answered ? { ...about, healthy: true } : ill('The event log does not answer.');
  } catch (error) {
    return ill(error instanceof Failure ? error.reason.message : 'The event log cannot be written.');
  }
};

const diskHealth = (disks: readonly Pick<FreeSpace, 'shortage'>[]): ComponentHealth => {
  const [message] = disks.flatMap((space) => space.shortage() ?? []);
  return {
    component: 'disk',
    healthy: message === undefined,
    critical: true,
    ...defined({ message }),
  };
};

/** Looks at the disk, at the way that appends take, at an index outside the database, and at everything that follows the log. */
export const createHealthReader = (services: {
  readonly appends: AppendMonitor;
  readonly projectionStatus: ProjectionStatusReader;
  readonly disks: readonly Pick<FreeSpace, 'shortage'>[];
  /** Given when it is outside the database. */
  readonly vectors?: Pick<VectorIndex, 'check'>;
}): HealthReader => ({
  list: async () => {
    const disk = diskHealth(services.disks);
    const eventStore = await appendHealth(services.appends);
    if (!eventStore.healthy) return [disk, eventStore];
    const [followers, vectors] = await Promise.all([
      services.projectionStatus.list(),
      services.vectors ? vectorHealth(services.vectors) : undefined,
    ]);
    return [disk, eventStore, ...(vectors ? [vectors] : []), ...followers.map(followerHealth)];
  },
});
