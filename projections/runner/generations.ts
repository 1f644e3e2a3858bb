import type { Database } from '../../ports/database.ts';

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
