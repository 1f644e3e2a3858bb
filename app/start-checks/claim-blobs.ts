import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import type { BlobPlace } from '../../infra/storage/blob-store/blob-place.ts';
import { holdsEventOf } from '../../infra/storage/event-store/inspect-log.ts';
import type { Database } from '../../ports/database.ts';

/** The note beside the blobs that says whose they are. It goes along when they are copied or restored. */
const IDENTITY = 'identity';

const rowsSchema = z.array(z.object({ id: z.string() }));
const identitySchema = z.uuid();

const refused = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'blob-store' }));

const readDatabaseIdentity = async (database: Database): Promise<string | undefined> =>
  rowsSchema.parse(await database.query('select id from coordination.blob_folder'))[0]?.id;

/** Whether the log names blobs that must exist somewhere. */
const namesBlobs = (database: Database): Promise<boolean> =>
  holdsEventOf(database, documentVersionAdded.type);

/**
 * Makes sure that the folder or bucket of files is the one that goes with the database. Both keep one identity: the first start
 * claims it, and later ones compare. Nodes that share the folder, and a folder that was copied whole, have it too; a
 * node with a separate folder would take uploads that the others cannot read, and is refused.
 *
 * The database must have been migrated.
 *
 * @throws Failure when the folder is not the one
 */
export const claimBlobs = async (database: Database, place: BlobPlace): Promise<void> => {
  const claimed = await readDatabaseIdentity(database);
  if (claimed === undefined) {
    // Installations from before there was an identity have files, and say so in their log.
    if ((await namesBlobs(database)) && !(await place.holdsBlobs()))
      throw refused(
        `The database names files, but ${place.name} holds none. ${
          place.kind === 'folder'
            ? 'Set DATA_DIR to the data directory that belongs to this database, or restore the files there.'
            : 'Set BLOB_URL to the one that belongs to this database, or copy the files there.'
        }`,
      );
    // The folder first: an identity in the database alone would refuse every start after a crash in between.
    await place.writeOnce(IDENTITY, `${randomUUID()}\n`);
  }
  const own = identitySchema.safeParse((await place.read(IDENTITY))?.trim());
  if (claimed === undefined && own.success)
    await database.query('insert into coordination.blob_folder (id) values ($1) on conflict do nothing', [
      own.data,
    ]);
  const expected = await readDatabaseIdentity(database);
  if (own.success && own.data === expected) return;
  throw refused(
    place.kind === 'folder'
      ? `The files of this database are not those in ${place.name}. All nodes of one database share one folder: mount the ` +
          'data directory of the first node here (its blobs folder at least), and set DATA_DIR to it. ' +
          `A copy of that folder counts when its file "${IDENTITY}" was copied along.`
      : `The files of this database are not those in ${place.name}. Set BLOB_URL to the one that all nodes of this ` +
          'database share, or bring the files there first: "npx anamnesis copy-files --to <BLOB_URL>".',
  );
};

/**
 * Says beside copied files whose they are, and which databases name them.
 *
 * @throws Failure `rule_violated` when the files there are another database's
 */
export const copyIdentity = async (from: BlobPlace, to: BlobPlace): Promise<void> => {
  const identity = await from.read(IDENTITY);
  if (identity === undefined)
    throw new Failure(
      failure('rule_violated', `No database has its files in ${from.name}: nothing is there to be copied.`),
    );
  await to.writeOnce(IDENTITY, identity);
  if ((await to.read(IDENTITY))?.trim() !== identity.trim())
    throw new Failure(
      failure('rule_violated', `The files in ${to.name} are those of another database. Name an empty place.`),
    );
};
