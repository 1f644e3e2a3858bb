import { z } from 'zod';
import type { Checkpoints } from '../../../ports/checkpoints.ts';
import type { Database } from '../../../ports/database.ts';
import type { Fence } from '../../../ports/leases.ts';
import { batchCalls } from './batch-calls.ts';
import { readStoredCheckpoints } from './stored-checkpoints.ts';

const readSql = 'select consumer, position from coordination.checkpoints where consumer = any($1::text[])';
const moveSql = `
  insert into coordination.checkpoints as known (consumer, position)
  select m.consumer, max(m.position)
    from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) as m (consumer, position, lease, fence)
    join coordination.leases l on l.name = m.lease and l.fence = m.fence
   group by m.consumer order by m.consumer
  on conflict (consumer) do update set position = greatest(known.position, excluded.position)
  returning consumer`;
const raiseSql = `
  insert into coordination.checkpoints as known (consumer, position)
  select $1, min(position) from coordination.checkpoints
   where consumer = any($2::text[]) having count(*) = cardinality($2::text[])
  on conflict (consumer) do update set position = excluded.position where excluded.position > known.position`;

const readRowsSchema = z.array(z.object({ consumer: z.string(), position: z.int() }));
const movedRowsSchema = z.array(z.object({ consumer: z.string() }));

type Move = { readonly consumer: string; readonly to: number; readonly lease: Fence };

/**
 * Stores checkpoints in the same database as the leases that guard them. Concurrent reads share a statement, and so
 * do concurrent moves.
 */
export const createPostgresCheckpoints = (database: Database): Checkpoints => ({
  read: batchCalls(async (consumers) => {
    const rows = readRowsSchema.parse(await database.query(readSql, [[...new Set(consumers)]]));
    const positions = new Map(rows.map(({ consumer, position }) => [consumer, position]));
    return consumers.map((consumer) => positions.get(consumer) ?? 0);
  }),
  list: async () =>
    new Map((await readStoredCheckpoints(database)).map(({ consumer, position }) => [consumer, position])),
  move: (() => {
    const move = batchCalls(async (moves: readonly Move[]) => {
      const rows = await database.query(moveSql, [
        moves.map(({ consumer }) => consumer),
        moves.map(({ to }) => to),
        moves.map(({ lease }) => lease.name),
        moves.map(({ lease }) => lease.fence),
      ]);
      const moved = new Set(movedRowsSchema.parse(rows).map(({ consumer }) => consumer));
      return moves.map(({ consumer }) => moved.has(consumer));
    });
    return (consumer: string, to: number, lease: Fence) => move({ consumer, to, lease });
  })(),
  raise: async (consumer, partitions) => {
    await database.query(raiseSql, [consumer, partitions]);
  },
});
