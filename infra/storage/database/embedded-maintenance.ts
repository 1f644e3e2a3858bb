import { describeError } from '../../../domain/kernel/describe-error.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Database } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';

/**
 * Bytes of write-ahead log after which a checkpoint is made: two of its segments. A server has a process for this; the
 * embedded database would write segment after segment until it is closed. What is written at a time stays small, and
 * so does the pause for all other statements (30 ms where measured).
 */
export const CHECKPOINT_BYTES = 32 * 1024 * 1024;
/** Bytes that are worth a checkpoint after `CHECKPOINT_EVERY_MS`: a start after a crash has less to repeat. */
const CHECKPOINT_LEFT_BYTES = 1024 * 1024;
const CHECKPOINT_EVERY_MS = 5 * 60_000;

const LOOK_EVERY_MS = 1000;
/** Tables are looked at every so often; gathering what to do takes some milliseconds. */
const TABLES_EVERY_MS = 5000;
/** A look that takes longer waited for other statements: the database is busy, and vacuuming is put off. */
const BUSY_AFTER_MS = 25;
const MAX_POSTPONEMENT_MS = 60_000;
/** After vacuuming a table, others have the database for this many times as long. */
const REST = 9;

const walSql = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`;

// The thresholds of PostgreSQL's own autovacuum (50 rows and a fifth, a tenth for statistics), with more rows to begin
// with: small tables change all the time and cost nothing to scan. Statistics counted since a crash are lost, so a
// table without any is looked at by its size. Rows older than 150 million transactions are frozen: at two thousand
// million the database would stop.
const untidySql = `
  select quote_ident(s.schemaname) || '.' || quote_ident(s.relname) as name,
         s.n_dead_tup > 1000 + s.n_live_tup * 0.2 or age(c.relfrozenxid) > 150000000 as vacuum
    from pg_stat_all_tables s join pg_class c on c.oid = s.relid
   where s.schemaname !~ '^pg_(toast|temp)' and c.relkind = 'r'
     and (s.n_dead_tup > 1000 + s.n_live_tup * 0.2
       or s.n_mod_since_analyze > 1000 + s.n_live_tup * 0.1
       or (c.reltuples < 0 and pg_relation_size(c.oid) > 1000000)
       or age(c.relfrozenxid) > 150000000)
   order by s.n_mod_since_analyze + s.n_dead_tup desc limit 1`;

/**
 * A tenth of the usual sample, 3,000 rows: read in one go while other statements wait, and finding out whether a table
 * has ten rows or a million needs no larger one.
 */
const STATISTICS_TARGET = 10;

type MaintenanceServices = { readonly database: Database; readonly logger: Logger };

/** Makes a checkpoint if there is enough to write. Answers whether it did. */
export const checkpointIfDue = async (database: Database, due = CHECKPOINT_BYTES): Promise<boolean> => {
  const [row] = await database.query(walSql);
  if (Number(row?.bytes) < due) return false;
  await database.query('checkpoint');
  return true;
};

/**
 * Vacuums and analyzes the table that needs it most: removes dead rows and renews the statistics of the planner.
 * Answers whether there was one.
 */
export const vacuumOneTable = async ({ database, logger }: MaintenanceServices): Promise<boolean> => {
  const [table] = await database.query(untidySql);
  if (typeof table?.name !== 'string') return false;
  const { name } = table;
  const started = performance.now();
  // As a statement by itself: PostgreSQL refuses to vacuum inside a transaction.
  if (table.vacuum === true) await database.query(`vacuum ${name}`);
  await database.transaction(async (session) => {
    await session.query(`set local default_statistics_target = ${STATISTICS_TARGET}`);
    await session.query(`analyze ${name}`);
  });
  const milliseconds = Math.round(performance.now() - started);
  logger.debug(
    { table: name, vacuum: table.vacuum === true, milliseconds },
    'A table was vacuumed and analyzed.',
  );
  return true;
};

/**
 * Does for the embedded database what a server has processes for, until the signal aborts: checkpoints, so that the
 * write-ahead log stays small, and vacuum and statistics, a table at a time and not in the middle of a burst, since all
 * of it computes on the thread of this process.
 */
export const maintainEmbedded = async (services: MaintenanceServices, signal: AbortSignal): Promise<void> => {
  const { database, logger } = services;
  let checkpointAt = performance.now();
  let tidiedAt = performance.now();
  let nextTidying = tidiedAt + TABLES_EVERY_MS;

  const round = async (): Promise<void> => {
    const began = performance.now();
    const due = began - checkpointAt > CHECKPOINT_EVERY_MS ? CHECKPOINT_LEFT_BYTES : CHECKPOINT_BYTES;
    if (await checkpointIfDue(database, due)) checkpointAt = performance.now();
    const now = performance.now();
    const busy = now - began > BUSY_AFTER_MS && now - tidiedAt < MAX_POSTPONEMENT_MS;
    if (now < nextTidying || busy) return;
    const found = await vacuumOneTable(services);
    tidiedAt = performance.now();
    nextTidying = tidiedAt + (found ? REST * (tidiedAt - now) : TABLES_EVERY_MS);
  };

  while (!signal.aborted) {
    await abortablePause(LOOK_EVERY_MS, signal);
    if (signal.aborted) return;
    await round().catch((error: unknown) => {
      const { message } = describeError(error);
      logger.warn({ component: 'database', error: message }, 'The embedded database could not be tidied.');
    });
  }
};
