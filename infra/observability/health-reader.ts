import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { SealingState } from '../../domain/operations/sealing-decider.ts';
import type { WitnessStatus } from '../../domain/operations/witnessing-decider.ts';
import type { AppendMonitor } from '../../ports/append-monitor.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { FreeSpace } from '../../ports/free-space.ts';
import type { ComponentHealth, HealthReader } from '../../ports/health.ts';
import { type ListNodes, type NodeDuty, nodeDuties } from '../../ports/nodes.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { ProjectionStatus, ProjectionStatusReader } from '../../projections/projection-status.ts';
import { waitAtMost } from '../resilience/wait-at-most.ts';

/** A follower is far behind from this many events and seconds on: less is normal under load. */
const FAR_BEHIND = { events: 1000, seconds: 60 };

const problemOf = ({
  state,
  parked,
  rebuild,
  eventsBehind,
  secondsBehind,
}: ProjectionStatus): string | undefined => {
  if (state === 'failing') return 'It is failing and being retried; the list of projections shows why.';
  if (state === 'blocked')
    return 'This version of the program cannot continue it; the list of projections shows why.';
  if (state === 'stopped') return 'No process is working on it.';
  if (parked > 0) return `${parked} event(s) are parked and wait for an admin.`;
  if (rebuild?.waits)
    return 'A rebuild of it loses what the live one finds and waits for a person; the list of projections shows what.';
  if (eventsBehind >= FAR_BEHIND.events && secondsBehind >= FAR_BEHIND.seconds)
    return `It is ${eventsBehind.toLocaleString('en-US')} events behind and catching up.`;
  return undefined;
};

const followerHealth = (status: ProjectionStatus): ComponentHealth => {
  const message = problemOf(status);
  return {
    component: status.name,
    healthy: message === undefined,
    critical: false,
    ...omitUndefined({ message }),
  };
};

/** Milliseconds for reading the state of all followers, of the five seconds that a readiness check may take. */
const FOLLOWERS_MS = 3_000;

/**
 * The health of everything that follows the log. None is critical, so a state that cannot be read in time, as while they
 * catch up with a long log, does not make the node unready.
 */
const followersHealth = async (
  { list }: Pick<ProjectionStatusReader, 'list'>,
  milliseconds: number,
): Promise<readonly ComponentHealth[]> => {
  const listed = list();
  if (await waitAtMost(milliseconds, listed)) return (await listed).map(followerHealth);
  return [
    {
      component: 'followers',
      healthy: false,
      critical: false,
      message: 'Their state could not be read in time; they may be far behind.',
    },
  ];
};

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
        'It cannot be reached: only keyword search works and new documents wait, unless the database holds the vectors meanwhile.',
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

/** The bucket or folder of the files. */
type FileStore = { readonly kind: 'bucket' | 'folder'; readonly check: () => Promise<void> };

const fileStoreHealth = async ({ kind, check }: FileStore): Promise<ComponentHealth> => {
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
        ? `The ${kind} of files accepts no writes: searches and downloads continue, uploads are refused, indexing waits.`
        : `The ${kind} of files cannot be used: searches continue, uploads and downloads are refused.`,
    };
  }
};

/** Milliseconds after which an append counts as stuck; one normally takes a few. */
const STUCK_MS = 5_000;
/** The timeout of a probe in milliseconds, half of what load balancers usually allow. */
const PROBE_MS = 2_000;
/** Milliseconds for which a refusal counts, until another attempt shows whether there is space again. */
const REFUSAL_MS = 15_000;

const appendHealth = async ({ appendState, probeAppends }: AppendMonitor): Promise<ComponentHealth> => {
  const about = { component: 'event-store', critical: true } as const;
  const ill = (message: string): ComponentHealth => ({ ...about, healthy: false, message });
  const { oldest, refused } = appendState();
  if (oldest > STUCK_MS) return ill('Writes to the event log are stuck.');
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

/** Not critical: nothing stops because the log cannot be proven unaltered, but somebody must know. */
const sealingHealth = ({ stopped, failed }: Partial<SealingState> = {}): readonly ComponentHealth[] => {
  const about = { component: 'log-seal', healthy: false, critical: false } as const;
  return [
    ...(failed
      ? [
          {
            ...about,
            message: `The log was altered after it was sealed: the first event that differs is at position ${failed.from}${failed.from === failed.position ? '' : ` or up to ${failed.position}`}.`,
          },
        ]
      : []),
    ...(stopped
      ? [
          {
            ...about,
            message: `No checkpoint of the log is signed after position ${stopped.size} until a person decides.`,
          },
        ]
      : []),
  ];
};

/** One that does not answer is a failed component. */
const witnessHealth = (witnesses: readonly WitnessStatus[] = []): readonly ComponentHealth[] => {
  const names = witnesses.flatMap(({ name, contradiction }) => (contradiction ? [name] : []));
  return names.length === 0
    ? []
    : [
        {
          component: 'log-witnesses',
          healthy: false,
          critical: false,
          message: `A checkpoint that the log does not extend is kept by: ${names.join(', ')}.`,
        },
      ];
};

/** While a single node starts, no node is listed yet, and no duty counts as missing. */
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
 * Not critical here, whatever the failure matrix says: answers are worse without them, but a load balancer that removed
 * every node would leave none. The database is checked separately above.
 */
const failedComponents = (monitor: Pick<ComponentMonitor, 'states'>): readonly ComponentHealth[] =>
  monitor.states().flatMap(({ component, state }) =>
    state === 'failed' && component !== 'database'
      ? [
          {
            component,
            healthy: false,
            critical: false,
            message: 'It keeps failing and is not used; the list of components shows since when.',
          },
        ]
      : [],
  );

/** Creates a reader that checks the disk, appends, an external index, and all followers of the log. */
export const createHealthReader = (services: {
  readonly appends: AppendMonitor;
  readonly projectionStatus: Pick<ProjectionStatusReader, 'list'>;
  /** Milliseconds. */
  readonly followersTimeout?: number;
  readonly disks: readonly Pick<FreeSpace, 'shortage'>[];
  /** Present if vectors are outside the database. */
  readonly vectors?: Pick<VectorIndex, 'check'>;
  /** Present unless this process has no files. */
  readonly fileStore?: FileStore;
  /** The number of documents that only keyword search finds; shown if there are any. */
  readonly missingVectorCount?: () => number | undefined;
  /** The components that answers need; shown only while they fail. */
  readonly components: Pick<ComponentMonitor, 'states'>;
  /** What is known about the checkpoints of the log: shown if something is wrong. */
  readonly readSealing?: () => Promise<SealingState>;
  /** What witnesses keep of them: shown if one contradicts the log. */
  readonly readWitnesses?: () => Promise<readonly WitnessStatus[]>;
  /** Shown if a duty is covered by no node. */
  readonly listNodes?: ListNodes;
}): HealthReader => ({
  list: async () => {
    const disk = diskHealth(services.disks);
    const eventStore = await appendHealth(services.appends);
    const failed = failedComponents(services.components).filter(
      // The files are checked below.
      ({ component }) => component !== 'blob-store' || services.fileStore === undefined,
    );
    if (!eventStore.healthy) return [disk, eventStore, ...failed];
    const [followers, vectors, files, listed, sealed, witnesses] = await Promise.all([
      followersHealth(services.projectionStatus, services.followersTimeout ?? FOLLOWERS_MS),
      services.vectors ? vectorHealth(services.vectors) : undefined,
      services.fileStore ? fileStoreHealth(services.fileStore) : undefined,
      services.listNodes?.(),
      services.readSealing?.(),
      services.readWitnesses?.(),
    ]);
    return [
      disk,
      eventStore,
      ...(vectors ? [vectors] : []),
      ...(files ? [files] : []),
      ...sealedVectorHealth(services.missingVectorCount?.()),
      ...failed,
      ...nodeHealth(listed?.missing),
      ...sealingHealth(sealed),
      ...witnessHealth(witnesses),
      ...followers,
    ];
  },
});
