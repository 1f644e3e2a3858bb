import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataDirectory } from './open-data-directory.ts';
import { readIfExists, systemCodeOf, writeAtomically } from './small-files.ts';

type Place = Pick<DataDirectory, 'path' | 'database'>;

const FILE = 'database-place';
/** Folders that PostgreSQL never replaces. */
const FOLDERS = ['', 'base', 'global'];

const unlessMissing = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** The numbers of the folders in their file system: a renamed folder keeps its number, a copy has another. */
const numbersOf = async ({ database }: Place): Promise<string | undefined> => {
  const numbers: bigint[] = [];
  for (const folder of FOLDERS) {
    const found = await unlessMissing(stat(join(database, folder), { bigint: true }));
    if (found === undefined) return undefined;
    numbers.push(found.ino);
  }
  return numbers.join(' ');
};

/**
 * Whether the embedded database is a copy of the files that were last opened: by `cp`, `rsync` or an archive. Such a
 * copy is consistent only if no server wrote meanwhile. Unknown, hence false, for files never opened by this version.
 */
export const isCopiedDatabase = async (place: Place): Promise<boolean> => {
  const [kept, present] = [await readIfExists(join(place.path, FILE)), await numbersOf(place)];
  return kept !== undefined && present !== undefined && kept.trim() !== present;
};

/** Remembers the files of the embedded database as the ones that were opened. */
export const saveDatabasePlace = async (place: Place): Promise<void> => {
  const [kept, present] = [await readIfExists(join(place.path, FILE)), await numbersOf(place)];
  if (present !== undefined && kept?.trim() !== present)
    await writeAtomically(join(place.path, FILE), `${present}\n`);
};

/** In `pg_control`, the place of the state of the database, and the state after a clean stop (`DB_SHUTDOWNED`). */
const [STATE_AT, SHUT_DOWN] = [16, 1];

/** Whether the files of the embedded database are those of a running server, or of one that was killed. */
export const isInUseOrCrashed = async ({ database }: Place): Promise<boolean> => {
  const file = await unlessMissing(open(join(database, 'global', 'pg_control'), 'r'));
  if (file === undefined) return false;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, STATE_AT);
    return bytesRead === 4 && buffer.readUInt32LE() !== SHUT_DOWN;
  } finally {
    await file.close();
  }
};
