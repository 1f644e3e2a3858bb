import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import type { LeaseState } from '../../../ports/lease-list.ts';

const leasesSql = `
  select name, owner, fence,
         case when isfinite(expires_at)
              then extract(epoch from expires_at - clock_timestamp())::float8 end as seconds_left,
         extract(epoch from clock_timestamp() - acquired_at)::float8 as owned_for
    from coordination.leases where owner <> 'every node' order by name`;

const leaseRow = z.object({
  name: z.string(),
  owner: z.string(),
  fence: z.number(),
  seconds_left: z.number().nullable(),
  owned_for: z.number().nullable(),
});

/**
 * Lists all leases that a single process holds or held, by name. There is one per follower and job, so they are few.
 */
export const listLeases = async (session: SqlSession): Promise<readonly LeaseState[]> =>
  (await session.query(leasesSql)).map((row) => {
    const { name, owner, fence, seconds_left: left, owned_for: owned } = leaseRow.parse(row);
    return { name, owner, fence, secondsLeft: left ?? undefined, ownedFor: owned ?? undefined };
  });
