import type { Position } from '../domain/kernel/event.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { type ExaminationState, verdictOn } from '../domain/operations/examination-decider.ts';
import type { ProjectionState } from '../domain/operations/projection-decider.ts';
import { lostQuestions } from '../domain/operations/rebuild-examination.ts';
import type { FollowerRegistry } from '../followers/follower-registry.ts';
import type { Checkpoints } from '../ports/checkpoints.ts';
import type { Database } from '../ports/database.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Generation, Generations } from '../ports/generations.ts';
import type { LeaseState, ListLeases } from '../ports/lease-list.ts';
import type { RebuildHistory } from '../ports/rebuild-history.ts';
import type { SharedClock } from '../ports/shared-clock.ts';
import type {
  PartitionOwner,
  ProjectionStatus,
  ProjectionStatusReader,
  Reembedding,
  VectorSearchStatus,
} from './projection-status.ts';
import type { IndexHealthReader } from './search/read-index-health.ts';

type StatusServices = {
  readonly database: Database;
  readonly eventStore: Pick<EventStore, 'head' | 'recordedAt'>;
  /** The clock by which the log stamps its events. */
  readonly clock: SharedClock;
  readonly generations: Pick<Generations, 'list'>;
  readonly checkpoints: Pick<Checkpoints, 'list'>;
  readonly listLeases: ListLeases;
  readonly followerRegistry: FollowerRegistry;
  readonly rebuilds: Pick<RebuildHistory, 'read'>;
  readonly projections: readonly string[];
  /** Each with the names of the partitions into which its work is divided. */
  readonly consumers: readonly { readonly name: string; readonly partitions: readonly string[] }[];
  /** Parked events by consumer. */
  readonly countParked: () => Promise<ReadonlyMap<string, number>>;
  /** How far the documents are embedded for the next generation of a projection, if they are. */
  readonly readReembedding?: (projection: string) => Promise<Reembedding | undefined>;
  /** How the vectors of a generation of a projection are searched, if it has any. */
  readonly readVectorSearch?: (
    projection: string,
    generation: number,
  ) => Promise<VectorSearchStatus | undefined>;
  /** The projection whose generations are counted, and what counts them. */
  readonly counted?: { readonly projection: string; readonly read: IndexHealthReader };
};

/** Trouble first: the state of one partition of a consumer is shown for all of them. */
const gravest = ['failing', 'blocked', 'running', 'waiting'] as const;

const ownersOf = (owners: readonly string[]): readonly PartitionOwner[] => {
  const counts = new Map<string, number>();
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts]
    .map(([node, shares]) => ({ node, shares }))
    .toSorted((one, other) => other.shares - one.shares || (one.node < other.node ? -1 : 1));
};

/** Reads how everything that follows the log is doing, whichever process does the work. */
export const createProjectionStatusReader = (services: StatusServices): ProjectionStatusReader => {
  const { database, eventStore, clock, followerRegistry } = services;

  /** How far checkpoints are behind, read at once however many there are. */
  const readLags = async (checkpoints: readonly Position[], head: Position) => {
    const waiting = [...new Set(checkpoints)]
      .filter((position) => position < head)
      .map((position) => position + 1);
    const recorded =
      waiting.length === 0 ? new Map<Position, string>() : await eventStore.recordedAt(waiting);
    // By the clock that stamped the events.
    const now = waiting.length === 0 ? 0 : Date.parse(await clock.now());
    return (position: Position) => {
      const checkpoint = Math.min(position, head);
      const oldest = recorded.get(checkpoint + 1);
      return {
        checkpoint,
        head,
        eventsBehind: head - checkpoint,
        secondsBehind: oldest === undefined ? 0 : Math.max(0, now - Date.parse(oldest)) / 1000,
      };
    };
  };

  /** The leases that somebody holds, by name. */
  const readHeld = async (): Promise<ReadonlyMap<string, LeaseState>> =>
    new Map(
      (await services.listLeases())
        .filter(({ secondsLeft = 0 }) => secondsLeft > 0)
        .map((lease) => [lease.name, lease]),
    );

  /** What this process knows of its own work goes before what the leases tell of that of others. */
  const conditionOf = (
    kind: ProjectionStatus['kind'],
    partitions: readonly string[],
    held: ReadonlyMap<string, LeaseState>,
  ): Pick<ProjectionStatus, 'alive' | 'state' | 'error' | 'ownerSeconds' | 'owners' | 'shares'> => {
    const healths = partitions.map(
      (partition) => followerRegistry.health(partition) ?? { state: 'waiting' as const },
    );
    const { state, error } = gravest
      .flatMap((grave) => healths.find((health) => health.state === grave) ?? [])
      .at(0) ?? { state: 'waiting' as const, error: undefined };
    const isTrouble = state === 'failing' || state === 'blocked';
    const why = error === undefined ? {} : { error };
    const leases = partitions.flatMap((partition) => held.get(`${kind}:${partition}`) ?? []);
    const alive = leases.length > 0;
    const ages = leases.flatMap(({ ownedFor }) => ownedFor ?? []);
    const owner = {
      alive,
      owners: ownersOf(leases.map(({ owner }) => owner)),
      shares: partitions.length,
      ...(ages.length > 0 ? { ownerSeconds: Math.min(...ages) } : {}),
    };
    // Somebody else may have taken over what this process could not do.
    if (partitions.some((partition) => followerRegistry.get(partition)))
      return { ...owner, state: isTrouble ? state : 'running', ...why };
    if (alive) return { ...owner, state: 'waiting' };
    return { ...owner, state: isTrouble ? state : 'stopped', ...why };
  };

  const rounded = (share: number): number => Math.round(Math.min(1, share) * 1000) / 1000;

  const rebuildOf = (
    { building, failed, last }: ProjectionState,
    examination: ExaminationState,
    generations: readonly Generation[],
    head: number,
    reembedding: Reembedding | undefined,
  ): Pick<ProjectionStatus, 'rebuild'> => {
    if (reembedding && building === undefined) {
      const { done, withheld, total } = reembedding;
      return {
        rebuild: {
          generation: last + 1,
          position: 0,
          target: head,
          progress: total === 0 ? 0 : rounded((done + withheld) / total),
          reembedding,
        },
      };
    }
    const generation = building ?? failed?.generation;
    if (generation === undefined) return {};
    const stored = generations.find((other) => other.generation === generation);
    const { position, target } = stored ?? { position: 0, target: head };
    return {
      rebuild: {
        generation,
        position,
        target,
        progress: target === 0 ? 1 : rounded(position / target),
        ...(failed === undefined ? {} : { error: failed.message }),
        ...(reembedding ? { reembedding } : {}),
        ...(verdictOn(examination, building) === 'waiting' ? { waits: true as const } : {}),
      },
    };
  };

  const examinationOf = ({ examined }: ExaminationState): Pick<ProjectionStatus, 'examination'> => {
    if (!examined) return {};
    const { examination, ...about } = examined;
    return { examination: { ...about, ...examination, lost: lostQuestions(examination).length } };
  };

  const list = async (): Promise<readonly ProjectionStatus[]> => {
    const head = await eventStore.head();
    const generations = await services.generations.list(database);
    const held = await readHeld();
    const checkpoints = await services.checkpoints.list();
    const parked = await services.countParked();

    const projections = await Promise.all(
      services.projections.map(async (name) => {
        const own = generations.filter(({ projection }) => projection === name);
        const live = own.find((generation) => generation.state === 'live');
        const { state, examination } = await services.rebuilds.read(name);
        const reembedding = await services.readReembedding?.(name);
        const checkpoint = followerRegistry.get(name) ?? live ?? { generation: 0, position: 0 };
        return {
          name,
          checkpoint,
          vectors: await services.readVectorSearch?.(name, checkpoint.generation),
          rebuild: {
            ...rebuildOf(state, examination, own, head, reembedding),
            ...examinationOf(examination),
          },
        };
      }),
    );
    const consumers = services.consumers.map(({ name, partitions }) => {
      const whole = checkpoints.get(name) ?? 0;
      const reached = partitions.map((partition) =>
        Math.max(followerRegistry.get(partition)?.position ?? 0, checkpoints.get(partition) ?? 0, whole),
      );
      return { name, partitions, position: Math.min(...reached) };
    });
    const lagOf = await readLags(
      [
        ...projections.map(({ checkpoint }) => checkpoint.position),
        ...consumers.map(({ position }) => position),
      ],
      head,
    );

    return [
      ...projections.map(
        ({ name, checkpoint, rebuild, vectors }): ProjectionStatus => ({
          name,
          kind: 'projection',
          generation: checkpoint.generation,
          ...lagOf(checkpoint.position),
          ...conditionOf('projection', [name], held),
          parked: 0,
          ...omitUndefined({ vectors }),
          ...rebuild,
        }),
      ),
      ...consumers.map(
        ({ name, partitions, position }): ProjectionStatus => ({
          name,
          kind: 'consumer',
          generation: 0,
          ...lagOf(position),
          ...conditionOf('consumer', partitions, held),
          parked: parked.get(name) ?? 0,
        }),
      ),
    ];
  };

  return {
    list,
    listCounted: async () => {
      const { counted } = services;
      const all = await list();
      if (!counted) return all;
      const { examination } = await services.rebuilds.read(counted.projection);
      const stored = await services.generations.list(database, counted.projection);
      const index = await counted.read(stored, examination);
      return all.map((status) => (status.name === counted.projection ? { ...status, index } : status));
    },
  };
};
