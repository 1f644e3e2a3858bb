import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';

const rowSchema = z.object({ id: z.string() });

/** The identity of this database. A copy made by the server itself, such as a replica, has the same identity. */
export const readDatabaseIdentity = async (session: SqlSession): Promise<string | undefined> => {
  const [row] = await session.query('select id::text as id from coordination.database_identity');
  return row && rowSchema.parse(row).id;
};

/** The identity of this database, created if it has none yet. */
export const databaseIdentity = async (session: SqlSession): Promise<string> => {
  const known = await readDatabaseIdentity(session);
  if (known !== undefined) return known;
  await session.query('insert into coordination.database_identity (id) values ($1) on conflict do nothing', [
    randomUUID(),
  ]);
  return rowSchema.parse({ id: await readDatabaseIdentity(session) }).id;
};
