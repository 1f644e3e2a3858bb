import type { Checkpoints } from '../../ports/checkpoints.ts';
import type { Database } from '../../ports/database.ts';
import { readStoredCheckpoints } from './stored-checkpoints.ts';

/** Checkpoints as rows beside the leases that guard them. */
export const createPostgresCheckpoints = (database: Database): Checkpoints => ({
  read: async (consumer) => {
    const rows = await database.query('select position from coordination.checkpoints where consumer = $1', [
      consumer,
    ]);
    const position = rows[0]?.position;
    return typeof position === 'number' ? position : 0;
  },
  list: async () =>
    new Map((await readStoredCheckpoints(database)).map(({ consumer, position }) => [consumer, position])),
  move: async (consumer, to, lease) => {
    const rows = await database.query(
      `insert into coordination.checkpoints as known (consumer, position)
       select $1, $2 where exists (select 1 from coordination.leases where name = $3 and fence = $4)
       on conflict (consumer) do update set position = greatest(known.position, excluded.position)
       returning position`,
      [consumer, to, lease.name, lease.fence],
    );
    return rows.length > 0;
  },
});
