import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { AppendMonitor } from '../../ports/append-monitor.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { FreeSpace } from '../../ports/free-space.ts';
import type { ComponentHealth, HealthReader } from '../../ports/health.ts';
import { type ListNodes, type NodeDuty, nodeDuties } from '../../ports/nodes.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { ProjectionStatus, ProjectionStatusReader } from '../../projections/projection-status.ts';
import { waitAtMost } from '../resilience/wait-at-most.ts';

const followerHealth = ({ name, state, parked, rebuild }: ProjectionStatus): ComponentHealth => ({
  component: name,
  healthy: (state === 'running' || state === 'waiting') && parked === 0 && !rebuild?.waits,
  critical: false,
  ...(state === 'failing'
    ? { message: 'It fails and is being tried again; the list of projections says why.' }
    : state === 'blocked'
      ? { message: 'This version of the program cannot go on with it; the list of projections says why.' }
      : state === 'stopped'
        ? { message: 'No process is working on it.' }
        : parked > 0
          ? { message: `${parked} event(s) are parked and wait for an admin.` }
          : rebuild?.waits
            ? {
                message:
                  'A rebuild of it loses what the live one finds and waits for a person; the list of projections says what.',
              }
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
      message:
        'It cannot be reached: searches answer from the words alone and new documents wait, unless the database holds the vectors until it comes.',
    };
  }
};

const sealedVectorHealth = (documents = 0): readonly ComponentHealth[] =>
  documents === 0
    ? []
    : [
        {
          component: 'sealed-vectors',
          healthy: false,
          critical: false,
          message: `The vectors of ${documents} document(s) cannot be read: only keyword search finds them until their files are restored.`,
        },
      ];

const bucketHealth = async ({ check }: { readonly check: () => Promise<void> }): Promise<ComponentHealth> => {
  const about = { component: 'blob-store', critical: false } as const;
  try {
    await check();
    return { ...about, healthy: true };
  } catch (error) {
    const isReadable = error instanceof Failure && error.reason.details?.writes === 'refused';
    return {
      ...about,
      healthy: false,
      message: isReadable
        ? 'The bucket of files takes no writes: searches and downloads go on, uploads are refused, indexing waits.'
        : 'The bucket of files cannot be used: searches go on, files are neither taken nor given.',
    };
  }
};

/** An append takes milliseconds; one that takes this long is stuck. */
const STUCK_MS = 5_000;
/** The time limit of a probe; half of what a load balancer usually allows. */
const PROBE_MS = 2_000;
/** How long a refusal counts before another attempt shows whether there is space again. */
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
    ...omitUndefined({ message }),
  };
};

/** While a single node starts, no node is listed yet: nothing is missing then. */
const nodeHealth = (missing: readonly NodeDuty[] = []): readonly ComponentHealth[] =>
  missing.length === 0 || missing.length === nodeDuties.length
    ? []
    : [
        {
          component: 'nodes',
          healthy: false,
          critical: false,
          message: `No node does this: ${missing.join(', ')}.`,
        },
      ];

/**
 * Not critical here, whatever the failure matrix calls them: answers are worse without them, but a load balancer that
 * took every node out of service would leave none. The database is checked separately above.
 */
const failedComponents = (monitor: Pick<ComponentMonitor, 'states'>): readonly ComponentHealth[] =>
  monitor.states().flatMap(({ component, state }) =>
    state === 'failed' && component !== 'database'
      ? [
          {
            component,
            healthy: false,
            critical: false,
            message: 'It keeps failing and is done without; the list of components says since when.',
          },
        ]
      : [],
  );

/** Checks the disk, the path of appends, an index outside the database, and all followers of the log. */
export const createHealthReader = (services: {
  readonly appends: AppendMonitor;
  readonly projectionStatus: Pick<ProjectionStatusReader, 'list'>;
  readonly disks: readonly Pick<FreeSpace, 'shortage'>[];
  /** Present if it is outside the database. */
  readonly vectors?: Pick<VectorIndex, 'check'>;
  /** Present if files are not in the data directory. */
  readonly bucket?: { readonly check: () => Promise<void> };
  /** The number of documents that only words find for now; shown if there are any. */
  readonly missingVectorCount?: () => number | undefined;
  /** The components that answers need; shown only while they fail. */
  readonly components: Pick<ComponentMonitor, 'states'>;
  /** Shown if no node does a part of the work. */
  readonly listNodes?: ListNodes;
}): HealthReader => ({
  list: async () => {
    const disk = diskHealth(services.disks);
    const eventStore = await appendHealth(services.appends);
    const failed = failedComponents(services.components).filter(
      // It is checked again below.
      ({ component }) => component !== 'blob-store' || services.bucket === undefined,
    );
    if (!eventStore.healthy) return [disk, eventStore, ...failed];
    const [followers, vectors, bucket, listed] = await Promise.all([
      services.projectionStatus.list(),
      services.vectors ? vectorHealth(services.vectors) : undefined,
      services.bucket ? bucketHealth(services.bucket) : undefined,
      services.listNodes?.(),
    ]);
    return [
      disk,
      eventStore,
      ...(vectors ? [vectors] : []),
      ...(bucket ? [bucket] : []),
      ...sealedVectorHealth(services.missingVectorCount?.()),
      ...failed,
      ...nodeHealth(listed?.missing),
      ...followers.map(followerHealth),
    ];
  },
});
