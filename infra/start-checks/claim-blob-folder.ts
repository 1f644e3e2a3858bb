import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import type { Database } from '../../ports/database.ts';
import { readIfThere, writeOnce } from '../data-directory/small-files.ts';
import { holdsEventOf } from '../event-store/inspect-log.ts';

/** The file in the folder of blobs that says whose they are. It goes along when the folder is copied or restored. */
const IDENTITY_FILE = 'identity';

const rowsSchema = z.array(z.object({ id: z.string() }));
const identitySchema = z.uuid();

const refused = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'blob-store' }));

const readDatabaseIdentity = async (database: Database): Promise<string | undefined> =>
  rowsSchema.parse(await database.query('select id from coordination.blob_folder'))[0]?.id;

/** Whether the log names blobs that must exist somewhere. */
const namesBlobs = (database: Database): Promise<boolean> =>
  holdsEventOf(database, documentVersionAdded.type);

/** Blobs stand in folders of two hex digits. */
const holdsBlobs = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((name) => /^[0-9a-f]{2}$/.test(name));

/**
 * Makes sure that the folder of files is the one that goes with the database. Both keep one identity: the first start
 * claims it, and later ones compare. Nodes that share the folder, and a folder that was copied whole, have it too; a
 * node with a folder of its own would take uploads that the others cannot read, and is refused.
 *
 * The database must have been migrated.
 *
 * @throws Failure when the folder is not the one
 */
export const claimBlobFolder = async (database: Database, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, IDENTITY_FILE);
  const claimed = await readDatabaseIdentity(database);
  if (claimed === undefined) {
    // Installations from before there was an identity have files, and say so in their log.
    if ((await namesBlobs(database)) && !(await holdsBlobs(folder)))
      throw refused(
        `The database names files, but the folder ${folder} holds none. Set DATA_DIR to the data directory that ` +
          'belongs to this database, or restore the files there.',
      );
    // The folder first: an identity in the database alone would refuse every start after a crash in between.
    await writeOnce(path, `${randomUUID()}\n`);
  }
  const own = identitySchema.safeParse((await readIfThere(path))?.trim());
  if (claimed === undefined && own.success)
    await database.query('insert into coordination.blob_folder (id) values ($1) on conflict do nothing', [
      own.data,
    ]);
  const expected = await readDatabaseIdentity(database);
  if (own.success && own.data === expected) return;
  throw refused(
    `The files of this database are not those in ${folder}. All nodes of one database share one folder: mount the ` +
      'data directory of the first node here (its blobs folder at least), and set DATA_DIR to it. ' +
      `A copy of that folder counts when its file "${IDENTITY_FILE}" was copied along.`,
  );
};
