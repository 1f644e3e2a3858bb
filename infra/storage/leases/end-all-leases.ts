import type { SqlSession } from '../../../ports/database.ts';

// One that all nodes hold together is renewed by any of them, and says nothing about who may write.
const endSql = `
  update coordination.leases
     set owner = 'no one', fence = fence + 1, expires_at = clock_timestamp() + make_interval(secs => $1)
   where owner <> 'every node'`;

/** Ends the work of all nodes inside a transaction: no one gets a lease before so many seconds have passed. */
export const endAllLeases = async (session: SqlSession, seconds: number): Promise<void> => {
  await session.query(endSql, [seconds]);
};
