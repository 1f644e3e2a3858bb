import { randomUUID } from 'node:crypto';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../../ports/database.ts';
import { writeOnce } from '../data-directory/small-files.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Left in the folder of blobs by a database on a server: the embedded one beside it does not know what that names. */
const servedMark = (blobs: string): string => join(blobs, 'served');
/** And by each of several: none of them knows what another names. */
const marksOfServers = /^served-[0-9a-f-]{36}$/;

const rowSchema = z.object({ id: z.string() });

/** What tells this database from every other one. A copy that is made by the server's own means has it too. */
const identityOf = async (database: Pick<Database, 'query'>): Promise<string> => {
  const read = async () =>
    (await database.query('select id::text as id from coordination.database_identity'))[0];
  const known = await read();
  if (known) return rowSchema.parse(known).id;
  await database.query('insert into coordination.database_identity (id) values ($1) on conflict do nothing', [
    randomUUID(),
  ]);
  return rowSchema.parse(await read()).id;
};

/** Says in the folder of blobs that a database on a server names what is there, and which. */
export const markServedBlobs = async (database: Pick<Database, 'query'>, blobs: string): Promise<void> => {
  await writeOnce(servedMark(blobs), '');
  await writeOnce(join(blobs, `served-${await identityOf(database)}`), '');
};

/**
 * Which other database may name blobs in the same folder: after a start beside an embedded database, an import of it,
 * or a start on another database of a server, both do. What one of them does not name is no orphan then.
 */
export const findOtherBlobOwner = async (
  database: Pick<Database, 'kind' | 'query'>,
  { database: embedded, blobs }: { readonly database: string; readonly blobs: string },
): Promise<string | undefined> => {
  if (database.kind === 'embedded')
    return (await isThere(servedMark(blobs)))
      ? `a database on a server, until the file ${servedMark(blobs)} is removed`
      : undefined;
  if (await isThere(join(embedded, 'PG_VERSION')))
    return `the embedded database in ${embedded}, until that folder is removed`;
  const own = `served-${await identityOf(database)}`;
  const other = (await readdir(blobs)).find((name) => marksOfServers.test(name) && name !== own);
  return other === undefined
    ? undefined
    : `another database on a server, until the file ${join(blobs, other)} is removed`;
};
