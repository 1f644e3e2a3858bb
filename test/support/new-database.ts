import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { testCache } from './test-cache.ts';

const root = join(import.meta.dirname, '../..');

/** What decides how a new database comes out: the engine, and how this program starts it. */
const recipe = [
  createRequire(import.meta.url).resolve('@electric-sql/pglite'),
  join(root, 'infra/storage/database/pglite-database.ts'),
  join(root, 'infra/storage/database/pglite-files.ts'),
  join(root, 'infra/storage/database/new-database-files.ts'),
];

const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256').update(process.version);
  for (const path of recipe) hash.update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
};

/** Makes a database as a first start does, and keeps it as a folder and as a dump. */
const make = async (kept: string): Promise<void> => {
  const making = `${kept}.${randomUUID()}`;
  await mkdir(making, { recursive: true });
  try {
    const database = await openPgliteDatabase(join(making, 'folder'), { sync: 'off' });
    const dump = await database.pglite.dumpDataDir('none');
    await database.close();
    await writeFile(join(making, 'dump.tar'), new Uint8Array(await dump.arrayBuffer()));
    // Several test processes may be at this; the first one's is kept.
    await rename(making, kept).catch((error: unknown) => {
      if (!existsSync(kept)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
};

const find = async (): Promise<string> => {
  const kept = join(testCache, `new-database-${await fingerprint()}`);
  if (!existsSync(kept)) await make(kept);
  return kept;
};
let found: Promise<string> | undefined;
/** A new database is unpacked and opened once for all tests: its outcome is kept. */
const newDatabase = (): Promise<string> => {
  found ??= find();
  return found;
};

/** The dump of a new, empty embedded database, for `openPgliteDatabase`. */
export const newDatabaseDump = async (): Promise<Blob> =>
  new Blob([await readFile(join(await newDatabase(), 'dump.tar'))]);

/** Puts a new, empty embedded database into a data directory that has none. */
export const placeNewDatabase = async (dataDir: string): Promise<void> => {
  const database = join(dataDir, 'database');
  if (existsSync(database)) return;
  await mkdir(dataDir, { recursive: true });
  await cp(join(await newDatabase(), 'folder'), database, { recursive: true });
};
