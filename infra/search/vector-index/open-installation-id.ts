import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../../ports/database.ts';

const rowsSchema = z.array(z.object({ id: z.string() })).length(1);

/**
 * Returns the eight characters that identify this database, generated and stored on the first call. They are
 * part of the name of all data that this installation stores elsewhere.
 */
export const openInstallationId = async (database: Database): Promise<string> => {
  await database.query('insert into coordination.installation (id) values ($1) on conflict do nothing', [
    randomBytes(4).toString('hex'),
  ]);
  const rows = rowsSchema.parse(await database.query('select id from coordination.installation'));
  return rows.map(({ id }) => id).join('');
};
