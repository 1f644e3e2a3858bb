import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Database, SqlSession } from '../../ports/database.ts';
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
 * anew what another version of the fold began to build.
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
       where generations.state = 'building' and generations.definition_version <> excluded.definition_version
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
  move: { readonly from: Position; readonly to: Position; readonly lease: string; readonly fence: number },
): Promise<boolean> => {
  const rows = await session.query(
    `update projections.generations set position = $4
     where projection = $1 and generation = $2 and position = $3 and state in ('live', 'building')
       and exists (select 1 from coordination.leases where name = $5 and fence = $6)
     returning position`,
    [projection, generation, move.from, move.to, move.lease, move.fence],
  );
  return rows.length > 0;
};

/**
 * Makes the generation that has been built the live one; the live one retires. Rejects, and so rolls the caller's
 * transaction back, when the lease is no longer held or the generation is not under construction.
 */
export const switchGeneration = async (
  session: SqlSession,
  projection: string,
  to: number,
  lease: { readonly name: string; readonly fence: number },
): Promise<void> => {
  const held = await session.query(
    'select 1 from coordination.leases where name = $1 and fence = $2 for share',
    [lease.name, lease.fence],
  );
  await session.query(
    `update projections.generations set state = 'retired' where projection = $1 and state = 'live'`,
    [projection],
  );
  const switched = await session.query(
    `update projections.generations set state = 'live', error = null
     where projection = $1 and generation = $2 and state = 'building' returning generation`,
    [projection, to],
  );
  if (held.length === 0 || switched.length === 0) {
    throw new Failure(
      failure(
        'conflict',
        `Generation ${to} of ${projection} cannot become the live one: another process took over.`,
      ),
    );
  }
};

/** Notes why a generation could not be built, and drops its tables; one that is not under construction is left alone. */
export const failGeneration = async (
  session: SqlSession,
  projection: string,
  generation: number,
  error: string,
): Promise<void> => {
  const failed = await session.query(
    `update projections.generations set state = 'failed', error = $3
     where projection = $1 and generation = $2 and state = 'building' returning generation`,
    [projection, generation, error],
  );
  if (failed.length === 0) return;
  await session.query(`drop schema if exists "${generationSchema(projection, generation)}" cascade`);
};

/** Drops all generations before the live one, and failed ones, but the newest retired one, which stays to fall back on. */
export const dropOldGenerations = async (
  session: SqlSession,
  projection: string,
): Promise<readonly number[]> => {
  const all = await listGenerations(session, projection);
  const retired = all.filter(({ state }) => state === 'retired').map(({ generation }) => generation);
  const kept = Math.max(0, ...retired);
  const live = all.find(({ state }) => state === 'live')?.generation ?? 0;
  const obsolete = all
    .filter(({ state, generation }) => (generation < live || state === 'failed') && generation !== kept)
    .map(({ generation }) => generation);
  for (const generation of obsolete) {
    await session.query(`drop schema if exists "${generationSchema(projection, generation)}" cascade`);
    await session.query('delete from projections.generations where projection = $1 and generation = $2', [
      projection,
      generation,
    ]);
  }
  return obsolete;
};
