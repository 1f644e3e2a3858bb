import type { Database } from '../../ports/database.ts';

/** Any number that nobody else takes; the log's own lock is another one. */
const MIGRATION_LOCK = 4702111234474983746n;

/**
 * Runs a script that makes tables and functions where they are missing, one process at a time: nodes that start at the
 * same moment would else meet in PostgreSQL's catalogue ("tuple concurrently updated"). The statements of a script are
 * one transaction, which holds the lock to its end.
 */
export const migrate = (database: Database, script: string): Promise<void> =>
  database.execute(`select pg_advisory_xact_lock(${MIGRATION_LOCK});\n${script}`);
