import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import type { StoredCheckpoint } from '../../../ports/stored-installation.ts';

const rowsSchema = z.array(z.object({ consumer: z.string(), position: z.int() }));

/** Reads the checkpoints of all consumers; a handful of rows. */
export const readStoredCheckpoints = async (session: SqlSession): Promise<readonly StoredCheckpoint[]> =>
  rowsSchema.parse(
    await session.query('select consumer, position from coordination.checkpoints order by consumer'),
  );

/** Sets the positions of consumers, on a database that is not in use. */
export const insertStoredCheckpoints = async (
  session: SqlSession,
  checkpoints: readonly StoredCheckpoint[],
): Promise<void> => {
  await session.query(
    `insert into coordination.checkpoints (consumer, position)
     select consumer, position from unnest($1::text[], $2::bigint[]) as c (consumer, position)
     on conflict (consumer) do update set position = excluded.position`,
    [checkpoints.map(({ consumer }) => consumer), checkpoints.map(({ position }) => position)],
  );
};

/** Moves consumers that are beyond a position back to it. */
export const limitStoredCheckpoints = async (session: SqlSession, to: number): Promise<void> => {
  await session.query('update coordination.checkpoints set position = $1 where position > $1', [to]);
};
