import type { SqlSession } from '../../../ports/database.ts';

// Leases held by all nodes together are left alone: any node renews them, and they do not decide who may write.
const endSql = `
  update coordination.leases
     set owner = 'no one', fence = fence + 1, expires_at = clock_timestamp() + make_interval(secs => $1)
   where owner <> 'every node'`;

/**
 * Revokes the leases of all nodes, inside a transaction: none can be acquired before this many seconds have passed.
 */
export const endAllLeases = async (session: SqlSession, seconds: number): Promise<void> => {
  await session.query(endSql, [seconds]);
};
