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

/** Marks blobs used by a database on a server: an embedded database next to them does not know what that names. */
const SERVED = 'served';
/** Marks of each such database, and of each that uses a bucket: none of them sees what another names. */
const marksOfServers = /^served-[0-9a-f-]{36}$/;

/**
 * Marks the blobs with the database that names them. An unmarked folder belongs to the embedded database next to it; a
 * bucket may be shared.
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
 * Returns another database that may name blobs in the same place, if any. Two do after switching from an embedded
 * database to a server, after importing one, or after switching the database of a server. A blob that only one of them
 * does not name is no orphan then.
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
