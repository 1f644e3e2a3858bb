import { z } from 'zod';
import type { CheckpointBoard } from '../followers/checkpoint-board.ts';
import type { Database } from '../ports/database.ts';
import type { ProjectionStatus, ProjectionStatusReader, Reembedding } from './projection-status.ts';
import { type Generation, listGenerations } from './runner/generations.ts';

export type StatusServices = {
  readonly database: Database;
  readonly board: CheckpointBoard;
  readonly projections: readonly string[];
  readonly consumers: readonly string[];
  /** Parked events by consumer. */
  readonly countParked: () => Promise<ReadonlyMap<string, number>>;
  /** How far the documents are embedded for the next generation of a projection, if they are. */
  readonly readReembedding?: (projection: string) => Promise<Reembedding | undefined>;
};

const followerRow = z.object({ name: z.string(), position: z.number(), alive: z.boolean() });

// Ages by the clock of the database: it stamped the events too.
const secondsBehindSql = `
  select greatest(0, extract(epoch from clock_timestamp() - recorded_at))::float8 as seconds
    from event_log.events where position = $1`;

const followersSql = `
  select f.name, coalesce(c.position, 0) as position,
         coalesce(l.expires_at > clock_timestamp(), false) as alive
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

  const conditionOf = (name: string, alive: boolean): Pick<ProjectionStatus, 'alive' | 'state' | 'error'> => {
    const health = board.health(name);
    const error = health?.error;
    if (health?.state === 'failing')
      return { alive, state: 'failing', ...(error === undefined ? {} : { error }) };
    return { alive, state: alive ? 'running' : 'stopped' };
  };

  const rounded = (share: number): number => Math.round(Math.min(1, share) * 1000) / 1000;

  const rebuildOf = (
    generations: readonly Generation[],
    head: number,
    reembedding: Reembedding | undefined,
  ): Pick<ProjectionStatus, 'rebuild'> => {
    const live = generations.find(({ state }) => state === 'live')?.generation ?? 0;
    const next = generations.findLast(
      ({ state, generation }) => generation > live && (state === 'building' || state === 'failed'),
    );
    if (reembedding && next?.state !== 'building') {
      const { done, withheld, total } = reembedding;
      return {
        rebuild: {
          generation: Math.max(live, ...generations.map(({ generation }) => generation)) + 1,
          position: 0,
          target: head,
          progress: total === 0 ? 0 : rounded((done + withheld) / total),
          reembedding,
        },
      };
    }
    if (!next) return {};
    const { generation, position, target, error } = next;
    return {
      rebuild: {
        generation,
        position,
        target,
        progress: target === 0 ? 1 : rounded(position / target),
        ...(error === null ? {} : { error }),
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
        const live = own.find(({ state }) => state === 'live');
        const checkpoint = board.get(name) ?? live ?? { generation: 0, position: 0 };
        return {
          name,
          kind: 'projection',
          generation: checkpoint.generation,
          ...(await lagOf(Math.min(checkpoint.position, head), head)),
          ...conditionOf(name, projectionLeases.get(name)?.alive ?? false),
          parked: 0,
          ...rebuildOf(own, head, await services.readReembedding?.(name)),
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
          ...conditionOf(name, follower?.alive ?? false),
          parked: parked.get(name) ?? 0,
        };
      });
      return Promise.all([...projections, ...consumers]);
    },
  };
};
