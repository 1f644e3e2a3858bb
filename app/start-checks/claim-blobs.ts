import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import type { BlobPlace } from '../../infra/storage/blob-store/blob-place.ts';
import { holdsEventOf } from '../../infra/storage/event-store/inspect-log.ts';
import type { Database } from '../../ports/database.ts';

/** The file next to the blobs that identifies their owner. It is copied and restored along with them. */
const IDENTITY = 'identity';

/** Reads the identity of a place of blobs. */
export const readBlobIdentity = async (place: BlobPlace): Promise<string | undefined> =>
  (await place.read(IDENTITY))?.trim();

const rowsSchema = z.array(z.object({ id: z.string() }));
const identitySchema = z.uuid();

const refused = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'blob-store' }));

const readDatabaseIdentity = async (database: Database): Promise<string | undefined> =>
  rowsSchema.parse(await database.query('select id from coordination.blob_folder'))[0]?.id;

/** Whether the log refers to blobs, which must then exist somewhere. */
const namesBlobs = (database: Database): Promise<boolean> =>
  holdsEventOf(database, documentVersionAdded.type);

/**
 * Makes sure that the folder or bucket of files belongs to the database. Both store the same identity: the first start
 * sets it, later ones compare. Nodes that share the folder have it, and so does a complete copy of the folder; a node with
 * a separate folder would accept uploads that the others cannot read, and is refused.
 *
 * The database must have been migrated. Returns the identity.
 *
 * @throws Failure when the files belong to another database
 */
export const claimBlobs = async (database: Database, place: BlobPlace): Promise<string> => {
  const claimed = await readDatabaseIdentity(database);
  if (claimed === undefined) {
    // Older installations have files but no identity; their log refers to the files.
    if ((await namesBlobs(database)) && !(await place.holdsBlobs()))
      throw refused(
        `The database refers to files, but ${place.name} contains none. ${
          place.kind === 'folder'
            ? 'Set DATA_DIR to the data directory that belongs to this database, or restore the files there.'
            : 'Set BLOB_URL to the one that belongs to this database, or copy the files there.'
        }`,
      );
    // The folder first: after a crash in between, an identity only in the database would refuse every start.
    await place.writeOnce(IDENTITY, `${randomUUID()}\n`);
  }
  const own = identitySchema.safeParse(await readBlobIdentity(place));
  if (claimed === undefined && own.success)
    await database.query('insert into coordination.blob_folder (id) values ($1) on conflict do nothing', [
      own.data,
    ]);
  const expected = await readDatabaseIdentity(database);
  if (own.success && own.data === expected) return own.data;
  throw refused(
    place.kind === 'folder'
      ? `The files in ${place.name} do not belong to this database. All nodes of one database share one folder: mount ` +
          'the data directory of the first node here (at least its blobs folder), and set DATA_DIR to it. ' +
          `A copy of that folder works if its file "${IDENTITY}" was copied, too.`
      : `The files in ${place.name} do not belong to this database. Set BLOB_URL to the bucket that all nodes of this ` +
          'database share, or copy the files there first: "npx anamnesis copy-files --to <BLOB_URL>".',
  );
};

/**
 * Marks copied files as belonging to the same database.
 *
 * @throws Failure `rule_violated` when the files at the target belong to another database
 */
export const copyIdentity = async (from: BlobPlace, to: BlobPlace): Promise<void> => {
  const identity = await from.read(IDENTITY);
  if (identity === undefined)
    throw new Failure(
      failure('rule_violated', `No database has its files in ${from.name}: there is nothing to copy.`),
    );
  await to.writeOnce(IDENTITY, identity);
  if ((await readBlobIdentity(to)) !== identity.trim())
    throw new Failure(
      failure('rule_violated', `The files in ${to.name} belong to another database. Choose an empty target.`),
    );
};
