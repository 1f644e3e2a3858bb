import { z } from 'zod';
import type { ProjectionState } from '../domain/operations/projection-decider.ts';
import type { FollowerRegistry } from '../followers/follower-registry.ts';
import type { Database } from '../ports/database.ts';
import type { ProjectionStatus, ProjectionStatusReader, Reembedding } from './projection-status.ts';
import { type Generation, listGenerations } from './runner/generations.ts';
import type { RebuildHistory } from './runner/rebuild-history.ts';

export type StatusServices = {
  readonly database: Database;
  readonly followerRegistry: FollowerRegistry;
  readonly rebuilds: Pick<RebuildHistory, 'read'>;
  readonly projections: readonly string[];
  readonly consumers: readonly string[];
  /** Parked events by consumer. */
  readonly countParked: () => Promise<ReadonlyMap<string, number>>;
  /** How far the documents are embedded for the next generation of a projection, if they are. */
  readonly readReembedding?: (projection: string) => Promise<Reembedding | undefined>;
};

const followerRow = z.object({
  lease: z.string(),
  position: z.number(),
  alive: z.boolean(),
  owner_seconds: z.number().nullable(),
});
type Follower = z.output<typeof followerRow>;
const nobody: Follower = { lease: '', position: 0, alive: false, owner_seconds: null };

// Ages by the clock of the database: it stamped the events too. $1: the checkpoints that are behind.
const lagsSql = `
  select c.position, greatest(0, extract(epoch from clock_timestamp() - e.recorded_at))::float8 as seconds
    from unnest($1::bigint[]) as c (position) join event_log.events e on e.position = c.position + 1`;
const lagRow = z.object({ position: z.number(), seconds: z.number() });

// $1: the names of leases, `<kind>:<name>`. Only consumers have a checkpoint here.
const followersSql = `
  select f.lease, coalesce(c.position, 0) as position,
         coalesce(l.expires_at > clock_timestamp(), false) as alive,
         extract(epoch from clock_timestamp() - l.acquired_at)::float8 as owner_seconds
    from unnest($1::text[]) as f (lease)
    left join coordination.checkpoints c on 'consumer:' || c.consumer = f.lease
    left join coordination.leases l on l.name = f.lease`;

/** Reads how everything that follows the log is doing, whichever process does the work. */
export const createProjectionStatusReader = (services: StatusServices): ProjectionStatusReader => {
  const { database, followerRegistry } = services;

  /** How far checkpoints are behind, in one statement however many there are. */
  const readLags = async (checkpoints: readonly number[], head: number) => {
    const behind = [...new Set(checkpoints)].filter((position) => position < head);
    const rows = behind.length === 0 ? [] : await database.query(lagsSql, [behind]);
    const seconds = new Map(
      z
        .array(lagRow)
        .parse(rows)
        .map((row) => [row.position, row.seconds]),
    );
    return (position: number) => {
      const checkpoint = Math.min(position, head);
      return {
        checkpoint,
        head,
        eventsBehind: head - checkpoint,
        secondsBehind: Math.round((seconds.get(checkpoint) ?? 0) * 1000) / 1000,
      };
    };
  };

  /** The leases and checkpoints of all followers, by the name of the lease. */
  const readFollowers = async (): Promise<ReadonlyMap<string, Follower>> => {
    const leases = [
      ...services.projections.map((name) => `projection:${name}`),
      ...services.consumers.map((name) => `consumer:${name}`),
    ];
    const rows = z.array(followerRow).parse(await database.query(followersSql, [leases]));
    return new Map(rows.map((row) => [row.lease, row]));
  };

  /** What this process knows of its own work goes before what the leases tell of that of others. */
  const conditionOf = (
    name: string,
    { alive, owner_seconds: ownerSeconds }: Follower,
  ): Pick<ProjectionStatus, 'alive' | 'state' | 'error' | 'ownerSeconds'> => {
    const { state, error } = followerRegistry.health(name) ?? { state: 'waiting' as const };
    const isTrouble = state === 'failing' || state === 'blocked';
    const why = error === undefined ? {} : { error };
    const owner = alive && ownerSeconds !== null ? { ownerSeconds } : {};
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
      const heads = await database.query('select coalesce(max(position), 0) as head from event_log.events');
      const head = Number(heads[0]?.head ?? 0);
      const generations = await listGenerations(database);
      const followers = await readFollowers();
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
        const stored = followers.get(`consumer:${name}`)?.position ?? 0;
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
