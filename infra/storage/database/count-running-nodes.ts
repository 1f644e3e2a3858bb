import type { SqlSession } from '../../../ports/database.ts';

/**
 * Whether nodes are at work on a server's database: each that runs listens on a connection of this name, and none that
 * only starts does.
 */
const runningSql = `
  select count(*)::integer as connections from pg_stat_activity
   where datname = current_database() and application_name = 'anamnesis-listen'`;

/** Connections by which running nodes listen on this database; the embedded one has none. */
export const countRunningNodes = async (session: SqlSession): Promise<number> =>
  Number((await session.query(runningSql))[0]?.connections ?? 0);
