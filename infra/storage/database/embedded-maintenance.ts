import { describeError } from '../../../domain/kernel/describe-error.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Database } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';

/**
 * Bytes of write-ahead log after which a checkpoint is made: two segments. A server has a process for this; the
 * embedded database would add segments until it is closed. The amount written at a time stays small, and so does the
 * pause for all other statements (30 ms as measured).
 */
export const CHECKPOINT_BYTES = 32 * 1024 * 1024;
/** Bytes that justify a checkpoint after `CHECKPOINT_EVERY_MS`: a start after a crash has less to replay. */
const CHECKPOINT_LEFT_BYTES = 1024 * 1024;
const CHECKPOINT_EVERY_MS = 5 * 60_000;

const LOOK_EVERY_MS = 1000;
/** How often tables are checked; finding the one to vacuum takes some milliseconds. */
const TABLES_EVERY_MS = 5000;
/** A check that takes longer has waited for other statements: the database is busy, and vacuuming is postponed. */
const BUSY_AFTER_MS = 25;
const MAX_POSTPONEMENT_MS = 60_000;
/** After vacuuming a table, no other is vacuumed for this many times as long. */
const REST = 9;

const walSql = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`;

// The thresholds of PostgreSQL's own autovacuum (50 rows and a fifth, a tenth for statistics), with a higher base:
// small tables change all the time and cost nothing to scan. Statistics counted since a crash are lost, so a table
// without any is judged by its size. Rows older than 150 million transactions are frozen: at 2 billion the database
// would stop.
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
 * A tenth of the default sample, 3,000 rows: other statements wait while it is read, and it is enough to tell ten
 * rows from a million.
 */
const STATISTICS_TARGET = 10;

type MaintenanceServices = { readonly database: Database; readonly logger: Logger };

/** Makes a checkpoint if there is enough to write. Returns true if it did. */
export const checkpointIfDue = async (database: Database, due = CHECKPOINT_BYTES): Promise<boolean> => {
  const [row] = await database.query(walSql);
  if (Number(row?.bytes) < due) return false;
  await database.query('checkpoint');
  return true;
};

/**
 * Vacuums and analyzes the table that needs it most: removes dead rows and updates the planner's statistics. Returns
 * false if none needed it.
 */
export const vacuumOneTable = async ({ database, logger }: MaintenanceServices): Promise<boolean> => {
  const [table] = await database.query(untidySql);
  if (typeof table?.name !== 'string') return false;
  const { name } = table;
  const started = performance.now();
  // Outside the transaction, in which PostgreSQL refuses to vacuum.
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
 * Maintains the embedded database until the signal aborts, as a server does in background processes: checkpoints,
 * which keep the write-ahead log small, and vacuum and statistics. It treats one table at a time and not during a
 * burst, because all of it runs on the thread of this process.
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
      logger.warn({ component: 'database', error: message }, 'Maintenance of the embedded database failed.');
    });
  }
};
