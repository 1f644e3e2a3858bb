import type { Position } from '../domain/kernel/event.ts';
import type { ProjectionState } from '../domain/operations/projection-decider.ts';
import type { FollowerRegistry } from '../followers/follower-registry.ts';
import type { Checkpoints } from '../ports/checkpoints.ts';
import type { Database } from '../ports/database.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Generation, Generations } from '../ports/generations.ts';
import type { ListLeases } from '../ports/lease-list.ts';
import type { SharedClock } from '../ports/shared-clock.ts';
import type { ProjectionStatus, ProjectionStatusReader, Reembedding } from './projection-status.ts';
import type { RebuildHistory } from './runner/rebuild-history.ts';

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
  readonly consumers: readonly string[];
  /** Parked events by consumer. */
  readonly countParked: () => Promise<ReadonlyMap<string, number>>;
  /** How far the documents are embedded for the next generation of a projection, if they are. */
  readonly readReembedding?: (projection: string) => Promise<Reembedding | undefined>;
};

/** What the leases and checkpoints tell of a follower, whichever process does the work. */
type Follower = { readonly alive: boolean; readonly ownerSeconds: number | undefined };
const nobody: Follower = { alive: false, ownerSeconds: undefined };

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

  /** Who works on what, by the name of the lease. */
  const readFollowers = async (): Promise<ReadonlyMap<string, Follower>> =>
    new Map(
      (await services.listLeases()).map(({ name, secondsLeft = 0, ownedFor }) => [
        name,
        { alive: secondsLeft > 0, ownerSeconds: ownedFor },
      ]),
    );

  /** What this process knows of its own work goes before what the leases tell of that of others. */
  const conditionOf = (
    name: string,
    { alive, ownerSeconds }: Follower,
  ): Pick<ProjectionStatus, 'alive' | 'state' | 'error' | 'ownerSeconds'> => {
    const { state, error } = followerRegistry.health(name) ?? { state: 'waiting' as const };
    const isTrouble = state === 'failing' || state === 'blocked';
    const why = error === undefined ? {} : { error };
    const owner = alive && ownerSeconds !== undefined ? { ownerSeconds } : {};
    // Somebody else may have taken over what this process could not do.
    if (followerRegistry.get(name)) return { alive, ...owner, state: isTrouble ? state : 'running', ...why };
    if (alive) return { alive, ...owner, state: 'waiting' };
    return { alive, state: isTrouble ? state : 'stopped', ...why };
  };

  const rounded = (share: number): number => Math.round(Math.min(1, share) * 1000) / 1000;

  const rebuildOf = (
    { building, failed, last }: ProjectionState,
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
      },
    };
  };

  return {
    list: async () => {
      const head = await eventStore.head();
      const generations = await services.generations.list(database);
      const followers = await readFollowers();
      const checkpoints = await services.checkpoints.list();
      const parked = await services.countParked();

      const projections = await Promise.all(
        services.projections.map(async (name) => {
          const own = generations.filter(({ projection }) => projection === name);
          const live = own.find((generation) => generation.state === 'live');
          const { state } = await services.rebuilds.read(name);
          const reembedding = await services.readReembedding?.(name);
          return {
            name,
            checkpoint: followerRegistry.get(name) ?? live ?? { generation: 0, position: 0 },
            rebuild: rebuildOf(state, own, head, reembedding),
          };
        }),
      );
      const consumers = services.consumers.map((name) => {
        const stored = checkpoints.get(name) ?? 0;
        return { name, position: Math.max(followerRegistry.get(name)?.position ?? 0, stored) };
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
          ({ name, checkpoint, rebuild }): ProjectionStatus => ({
            name,
            kind: 'projection',
            generation: checkpoint.generation,
            ...lagOf(checkpoint.position),
            ...conditionOf(name, followers.get(`projection:${name}`) ?? nobody),
            parked: 0,
            ...rebuild,
          }),
        ),
        ...consumers.map(
          ({ name, position }): ProjectionStatus => ({
            name,
            kind: 'consumer',
            generation: 0,
            ...lagOf(position),
            ...conditionOf(name, followers.get(`consumer:${name}`) ?? nobody),
            parked: parked.get(name) ?? 0,
          }),
        ),
      ];
    },
  };
};
