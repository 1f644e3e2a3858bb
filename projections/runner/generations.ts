import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import type { Database, SqlSession } from '../../ports/database.ts';
import { type Fence, leaseLost } from '../../ports/leases.ts';
import { generationSchema, type ProjectionDefinition } from './projection-definition.ts';

const generationSchemaRow = z.object({
  projection: z.string(),
  generation: z.number(),
  definition_version: z.number(),
  state: z.enum(['building', 'live', 'retired', 'failed']),
  position: z.number(),
  target: z.number(),
  error: z.string().nullable(),
});
/** One generation of a projection, as the table of generations knows it. */
export type Generation = z.output<typeof generationSchemaRow>;

// What is stored of each generation. Which of them is read or built is decided by the log alone; `state` follows it
// (see reconcile.ts), so that readers need not fold the log.
const migration = `
create schema if not exists projections;
create table if not exists projections.generations (
  projection         text    not null,
  generation         integer not null check (generation > 0),
  definition_version integer not null,
  state              text    not null check (state in ('building', 'live', 'retired', 'failed')),
  position           bigint  not null default 0,
  -- How far the log reached when the building began, for showing progress.
  target             bigint  not null default 0,
  error              text,
  primary key (projection, generation)
);
create unique index if not exists one_live_generation on projections.generations (projection) where state = 'live';`;

/** Makes sure that the table of generations exists. Harmless when repeated. */
export const migrateProjections = (database: Database): Promise<void> => database.execute(migration);

const columns = 'projection, generation, definition_version, state, position, target, error';

/** All generations of all projections, or of one. */
export const listGenerations = async (
  session: SqlSession,
  projection?: string,
): Promise<readonly Generation[]> => {
  const rows = await session.query(
    `select ${columns} from projections.generations where $1::text is null or projection = $1 order by projection, generation`,
    [projection ?? null],
  );
  return rows.map((row) => generationSchemaRow.parse(row));
};

/**
 * Registers a generation and creates its tables, all or nothing. Does nothing when it is registered already, but begins
 * anew what an older version of the fold began to build.
 */
export const createGeneration = async (
  session: SqlSession,
  definition: ProjectionDefinition,
  generation: number,
  state: 'building' | 'live',
): Promise<void> => {
  const inserted = await session.query(
    `insert into projections.generations (projection, generation, definition_version, state, target)
     values ($1, $2, $3, $4, (select coalesce(max(position), 0) from event_log.events))
     on conflict (projection, generation) do update
       set definition_version = excluded.definition_version, position = 0, target = excluded.target
       where generations.state = 'building' and generations.definition_version < excluded.definition_version
     returning generation`,
    [definition.name, generation, definition.version, state],
  );
  if (inserted.length === 0) return;
  const schema = generationSchema(definition.name, generation);
  await session.query(`drop schema if exists "${schema}" cascade`);
  await session.query(`create schema "${schema}"`);
  await definition.create(session, schema);
};

/**
 * Moves a checkpoint, under the lease and only from where it is believed to be. Taken first in a transaction it
 * locks the generation, so that a former owner of the lease can neither write after nor between a new one.
 * Answers whether it was moved.
 */
export const moveCheckpoint = async (
  session: SqlSession,
  projection: string,
  generation: number,
  move: { readonly from: Position; readonly to: Position; readonly fence: Fence },
): Promise<boolean> => {
  const rows = await session.query(
    `update projections.generations set position = $4
     where projection = $1 and generation = $2 and position = $3 and state in ('live', 'building')
       and exists (select 1 from coordination.leases where name = $5 and fence = $6)
     returning position`,
    [projection, generation, move.from, move.to, move.fence.name, move.fence.fence],
  );
  return rows.length > 0;
};

/**
 * Makes a generation the one that is read. The one before retires, or is built on when it is `next` by what the log says.
 * Rejects with `leaseLost`, and so rolls the caller's transaction back, when the lease has another owner.
 */
export const makeLive = async (
  session: SqlSession,
  projection: string,
  { live, next }: { readonly live: number; readonly next: number | undefined },
  fence: Fence,
): Promise<void> => {
  const held = await session.query(
    'select 1 from coordination.leases where name = $1 and fence = $2 for share',
    [fence.name, fence.fence],
  );
  if (held.length === 0) throw leaseLost(fence);
  await session.query(
    `update projections.generations set state = case when generation = $3 then 'building' else 'retired' end
      where projection = $1 and state = 'live' and generation <> $2`,
    [projection, live, next ?? 0],
  );
  await session.query(
    `update projections.generations set state = 'live', error = null where projection = $1 and generation = $2`,
    [projection, live],
  );
};

/** Drops a generation with its tables. Harmless when it is gone. */
export const dropGeneration = async (
  session: SqlSession,
  projection: string,
  generation: number,
): Promise<void> => {
  await session.query(`drop schema if exists "${generationSchema(projection, generation)}" cascade`);
  await session.query('delete from projections.generations where projection = $1 and generation = $2', [
    projection,
    generation,
  ]);
};
