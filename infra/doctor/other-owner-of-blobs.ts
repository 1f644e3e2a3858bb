import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../ports/database.ts';
import { writeOnce } from '../data-directory/small-files.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Left in the folder of blobs by a database on a server: the embedded one beside it does not know what that names. */
const servedMark = (blobs: string): string => join(blobs, 'served');

/** Says in the folder of blobs that a database on a server names what is there. */
export const markServedBlobs = (blobs: string): Promise<void> => writeOnce(servedMark(blobs), '');

/**
 * Which other database may name blobs in the same folder: after a start beside an embedded database, or an import of
 * it, both do. What one of them does not name is no orphan then.
 */
export const otherOwnerOfBlobs = async (
  { kind }: Pick<Database, 'kind'>,
  { database, blobs }: { readonly database: string; readonly blobs: string },
): Promise<string | undefined> => {
  if (kind === 'server')
    return (await isThere(join(database, 'PG_VERSION')))
      ? `the embedded database in ${database}, until that folder is removed`
      : undefined;
  return (await isThere(servedMark(blobs)))
    ? `a database on a server, until the file ${servedMark(blobs)} is removed`
    : undefined;
};
