import { z } from 'zod';
import type { ProjectionState } from '../domain/operations/projection-decider.ts';
import type { CheckpointBoard } from '../followers/checkpoint-board.ts';
import type { Database } from '../ports/database.ts';
import type { ProjectionStatus, ProjectionStatusReader, Reembedding } from './projection-status.ts';
import { type Generation, listGenerations } from './runner/generations.ts';
import type { RebuildHistory } from './runner/rebuild-history.ts';

export type StatusServices = {
  readonly database: Database;
  readonly board: CheckpointBoard;
  readonly rebuilds: Pick<RebuildHistory, 'read'>;
  readonly projections: readonly string[];
  readonly consumers: readonly string[];
  /** Parked events by consumer. */
  readonly countParked: () => Promise<ReadonlyMap<string, number>>;
  /** How far the documents are embedded for the next generation of a projection, if they are. */
  readonly readReembedding?: (projection: string) => Promise<Reembedding | undefined>;
};

const followerRow = z.object({
  name: z.string(),
  position: z.number(),
  alive: z.boolean(),
  owner_seconds: z.number().nullable(),
});
type Follower = z.output<typeof followerRow>;
const nobody: Follower = { name: '', position: 0, alive: false, owner_seconds: null };

// Ages by the clock of the database: it stamped the events too.
const secondsBehindSql = `
  select greatest(0, extract(epoch from clock_timestamp() - recorded_at))::float8 as seconds
    from event_log.events where position = $1`;

const followersSql = `
  select f.name, coalesce(c.position, 0) as position,
         coalesce(l.expires_at > clock_timestamp(), false) as alive,
         extract(epoch from clock_timestamp() - l.acquired_at)::float8 as owner_seconds
    from unnest($1::text[]) as f (name)
    left join coordination.checkpoints c on c.consumer = f.name
    left join coordination.leases l on l.name = $2 || ':' || f.name`;

/** Reads how everything that follows the log is doing, whichever process does the work. */
export const createProjectionStatusReader = (services: StatusServices): ProjectionStatusReader => {
  const { database, board } = services;

  const lagOf = async (checkpoint: number, head: number) => {
    const rows = checkpoint < head ? await database.query(secondsBehindSql, [checkpoint + 1]) : [];
    const seconds = rows[0]?.seconds;
    return {
      checkpoint,
      head,
      eventsBehind: Math.max(0, head - checkpoint),
      secondsBehind: typeof seconds === 'number' ? Math.round(seconds * 1000) / 1000 : 0,
    };
  };

  /** What this process knows of its own work goes before what the leases tell of that of others. */
  const conditionOf = (
    name: string,
    { alive, owner_seconds: ownerSeconds }: Follower,
  ): Pick<ProjectionStatus, 'alive' | 'state' | 'error' | 'ownerSeconds'> => {
    const { state, error } = board.health(name) ?? { state: 'waiting' as const };
    const isTrouble = state === 'failing' || state === 'blocked';
    const why = error === undefined ? {} : { error };
    const owner = alive && ownerSeconds !== null ? { ownerSeconds } : {};
    // Somebody else may have taken over what this process could not do.
    if (board.get(name)) return { alive, ...owner, state: isTrouble ? state : 'running', ...why };
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
      const followers = async (kind: string, names: readonly string[]) =>
        new Map(
          (await database.query(followersSql, [names, kind])).map((row) => {
            const follower = followerRow.parse(row);
            return [follower.name, follower] as const;
          }),
        );
      const parked = await services.countParked();

      const projectionLeases = await followers('projection', services.projections);
      const projections = services.projections.map(async (name): Promise<ProjectionStatus> => {
        const own = generations.filter(({ projection }) => projection === name);
        const live = own.find((generation) => generation.state === 'live');
        const { state } = await services.rebuilds.read(name);
        const checkpoint = board.get(name) ?? live ?? { generation: 0, position: 0 };
        return {
          name,
          kind: 'projection',
          generation: checkpoint.generation,
          ...(await lagOf(Math.min(checkpoint.position, head), head)),
          ...conditionOf(name, projectionLeases.get(name) ?? nobody),
          parked: 0,
          ...rebuildOf(state, own, head, await services.readReembedding?.(name)),
        };
      });

      const consumerLeases = await followers('consumer', services.consumers);
      const consumers = services.consumers.map(async (name): Promise<ProjectionStatus> => {
        const follower = consumerLeases.get(name);
        const position = Math.max(board.get(name)?.position ?? 0, follower?.position ?? 0);
        return {
          name,
          kind: 'consumer',
          generation: 0,
          ...(await lagOf(Math.min(position, head), head)),
          ...conditionOf(name, follower ?? nobody),
          parked: parked.get(name) ?? 0,
        };
      });
      return Promise.all([...projections, ...consumers]);
    },
  };
};
