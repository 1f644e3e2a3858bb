import type { SqlSession } from '../../../ports/database.ts';

/**
 * Counts running nodes: each listens on a connection of this name, which a node that is still starting does not have.
 */
const runningSql = `
  select count(*)::integer as connections from pg_stat_activity
   where datname = current_database() and application_name = 'anamnesis-listen'`;

/** The number of running nodes on this database, by their listening connections; 0 for the embedded one. */
export const countRunningNodes = async (session: SqlSession): Promise<number> =>
  Number((await session.query(runningSql))[0]?.connections ?? 0);
