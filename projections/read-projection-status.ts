import type { Position } from '../domain/kernel/event.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import type { FollowerRegistry } from '../followers/follower-registry.ts';
import type { Checkpoints } from '../ports/checkpoints.ts';
import type { Database } from '../ports/database.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Generations } from '../ports/generations.ts';
import type { LeaseState, ListLeases } from '../ports/lease-list.ts';
import type { RebuildHistory } from '../ports/rebuild-history.ts';
import type { SharedClock } from '../ports/shared-clock.ts';
import type {
  ProjectionStatus,
  ProjectionStatusReader,
  Reembedding,
  VectorSearchStatus,
} from './projection-status.ts';
import type { IndexHealthReader } from './search/read-index-health.ts';
import { conditionOf } from './status/condition-of.ts';
import { readLags } from './status/read-lags.ts';
import { examinationOf, rebuildOf } from './status/rebuild-of.ts';

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
  /** The consumers, each with the names of its partitions. */
  readonly consumers: readonly { readonly name: string; readonly partitions: readonly string[] }[];
  /** The number of parked events by consumer. */
  readonly countParked: () => Promise<ReadonlyMap<string, number>>;
  /** The progress of embedding documents for a projection's next generation, if any. */
  readonly readReembedding?: (projection: string) => Promise<Reembedding | undefined>;
  /** How the vectors of a generation of a projection are searched, if it has any. */
  readonly readVectorSearch?: (
    projection: string,
    generation: number,
  ) => Promise<VectorSearchStatus | undefined>;
  /** The projection whose generations are counted, and their counter. */
  readonly counted?: { readonly projection: string; readonly read: IndexHealthReader };
};

/** The held leases, by name. */
const readHeld = async (listLeases: ListLeases): Promise<ReadonlyMap<string, LeaseState>> =>
  new Map(
    (await listLeases()).filter(({ secondsLeft = 0 }) => secondsLeft > 0).map((lease) => [lease.name, lease]),
  );

/** A projection or consumer, and its progress. */
type Reached = Pick<
  ProjectionStatus,
  'name' | 'kind' | 'generation' | 'parked' | 'vectors' | 'rebuild' | 'examination'
> & {
  readonly position: Position;
  /** The names of its partitions. */
  readonly partitions: readonly string[];
};

const readProjections = async (services: StatusServices, head: Position): Promise<readonly Reached[]> => {
  const { database, followerRegistry } = services;
  const generations = await services.generations.list(database);
  return Promise.all(
    services.projections.map(async (name): Promise<Reached> => {
      const own = generations.filter(({ projection }) => projection === name);
      const live = own.find((generation) => generation.state === 'live');
      const { state, examination } = await services.rebuilds.read(name);
      const reembedding = await services.readReembedding?.(name);
      const { generation, position } = followerRegistry.get(name) ?? live ?? { generation: 0, position: 0 };
      const vectors = await services.readVectorSearch?.(name, generation);
      return {
        name,
        kind: 'projection',
        generation,
        position,
        partitions: [name],
        parked: 0,
        ...omitUndefined({ vectors }),
        ...rebuildOf({ state, examination, generations: own, head, reembedding }),
        ...examinationOf(examination),
      };
    }),
  );
};

const readConsumers = async (services: StatusServices): Promise<readonly Reached[]> => {
  const { followerRegistry } = services;
  const checkpoints = await services.checkpoints.list();
  const parked = await services.countParked();
  return services.consumers.map(({ name, partitions }) => {
    const whole = checkpoints.get(name) ?? 0;
    const reached = partitions.map((partition) =>
      Math.max(followerRegistry.get(partition)?.position ?? 0, checkpoints.get(partition) ?? 0, whole),
    );
    return {
      name,
      kind: 'consumer',
      generation: 0,
      position: Math.min(...reached),
      partitions,
      parked: parked.get(name) ?? 0,
    };
  });
};

/** Creates a reader of the status of everything that follows the log, whichever process does the work. */
export const createProjectionStatusReader = (services: StatusServices): ProjectionStatusReader => {
  const list = async (): Promise<readonly ProjectionStatus[]> => {
    const head = await services.eventStore.head();
    const held = await readHeld(services.listLeases);
    const all = [...(await readProjections(services, head)), ...(await readConsumers(services))];
    const lagOf = await readLags(
      services,
      all.map(({ position }) => position),
      head,
    );
    return all.map(({ name, kind, generation, position, partitions, ...reached }) => ({
      name,
      kind,
      generation,
      ...lagOf(position),
      ...conditionOf({ kind, partitions, held }, services.followerRegistry),
      ...reached,
    }));
  };

  return {
    list,
    listCounted: async () => {
      const { counted } = services;
      const all = await list();
      if (!counted) return all;
      const { examination } = await services.rebuilds.read(counted.projection);
      const stored = await services.generations.list(services.database, counted.projection);
      const index = await counted.read(stored, examination);
      return all.map((status) => (status.name === counted.projection ? { ...status, index } : status));
    },
  };
};
