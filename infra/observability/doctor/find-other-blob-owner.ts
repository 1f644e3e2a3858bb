import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../ports/database.ts';
import type { BlobPlace } from '../../storage/blob-store/blob-place.ts';
import { databaseIdentity } from '../../storage/database/database-identity.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Left beside the blobs by a database on a server: the embedded one beside it does not know what that names. */
const SERVED = 'served';
/** And by each of several, and by each that has them in a bucket: none of them sees what another names. */
const marksOfServers = /^served-[0-9a-f-]{36}$/;

/**
 * Says beside the blobs which database names what is there. A folder is that of the embedded database beside it unless
 * something else is said; a bucket may be anybody's.
 */
export const markServedBlobs = async (
  database: Pick<Database, 'kind' | 'query'>,
  place: BlobPlace,
): Promise<void> => {
  if (place.kind === 'folder') {
    if (database.kind === 'embedded') return;
    await place.writeOnce(SERVED, '');
  }
  await place.writeOnce(`served-${await databaseIdentity(database)}`, '');
};

/**
 * Which other database may name blobs in the same folder: after a start beside an embedded database, an import of it,
 * or a start on another database of a server, both do. What one of them does not name is no orphan then.
 */
export const findOtherBlobOwner = async (
  database: Pick<Database, 'kind' | 'query'>,
  place: BlobPlace,
  embedded: string,
): Promise<string | undefined> => {
  if (place.kind === 'folder' && database.kind === 'embedded')
    return (await place.read(SERVED)) === undefined
      ? undefined
      : `a database on a server, until ${place.nameOf(SERVED)} is removed`;
  if (place.kind === 'folder' && (await isThere(join(embedded, 'PG_VERSION'))))
    return `the embedded database in ${embedded}, until that folder is removed`;
  const own = `served-${await databaseIdentity(database)}`;
  const other = (await place.notes()).find((name) => marksOfServers.test(name) && name !== own);
  return other === undefined
    ? undefined
    : `another database${place.kind === 'folder' ? ' on a server' : ''}, until ${place.nameOf(other)} is removed`;
};
