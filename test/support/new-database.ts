import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { openPgliteDatabase, type PgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { postgresGenerations } from '../../infra/storage/generations/postgres-generations.ts';
import { createGeneration } from '../../projections/runner/generation-tables.ts';
import { keepInCache } from './test-cache.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Everything that determines the content of a new database: the engine, its start options, and the templates removed
 * here.
 */
const recipe = [
  import.meta.filename,
  createRequire(import.meta.url).resolve('@electric-sql/pglite'),
  join(root, 'infra/storage/database/pglite-database.ts'),
  join(root, 'infra/storage/database/pglite-files.ts'),
  join(root, 'infra/storage/database/new-database-files.ts'),
];

const fingerprint = async (paths: readonly string[]): Promise<string> => {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) hash.update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
};

const migrationsFolder = join(root, 'infra/storage/database/migrations');
const migrationFiles = async (): Promise<readonly string[]> => [
  join(root, 'package.json'),
  ...(await readdir(migrationsFolder)).toSorted().map((name) => join(migrationsFolder, name)),
];

/** In one go: one by one, on the event loop, the 490 files take eight times as long. */
const copyFolder = (from: string, to: string): void => cpSync(from, to, { recursive: true });

/**
 * Removes the template databases, which are 600 of the 1,090 files that each test would copy. No test creates further
 * databases.
 */
const removeTemplates = async (database: PgliteDatabase, folder: string): Promise<void> => {
  const others = await database.query('select oid from pg_database where datname <> current_database()');
  for (const { oid } of others) await rm(join(folder, 'base', String(oid)), { recursive: true });
};

/** Creates a database like a first start, as a folder and as a dump. */
const findNew = async (): Promise<string> =>
  keepInCache(`new-database-${await fingerprint(recipe)}`, async (making) => {
    const database = await openPgliteDatabase(join(making, 'folder'), { sync: 'off' });
    await removeTemplates(database, join(making, 'folder'));
    const dump = await database.pglite.dumpDataDir('none');
    await database.close();
    await writeFile(join(making, 'dump.tar'), new Uint8Array(await dump.arrayBuffer()));
  });
let foundNew: Promise<string> | undefined;
/** A new database is unpacked and opened once for all tests, and cached. */
const newDatabase = (): Promise<string> => {
  foundNew ??= findNew();
  return foundNew;
};

/** The sources that determine the tables of the read models. */
const readModelFiles = async (): Promise<readonly string[]> => [
  join(root, 'infra/storage/stored-entities.ts'),
  ...(await readdir(join(root, 'projections'), { recursive: true }))
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => join(root, 'projections', name)),
];

/** Creates the first generation of each read model in tables, as a first start does. */
const createReadModels = async (database: PgliteDatabase): Promise<void> => {
  // Loaded only to make the template.
  const { createRowSealer } = await import('../../infra/storage/key-vault/row-sealer.ts');
  const { openStoredEntities } = await import('../../infra/storage/stored-entities.ts');
  const { createInMemoryKeyVault } = await import('./in-memory-key-vault.ts');
  const { definitions } = await openStoredEntities({ database }, createRowSealer(createInMemoryKeyVault()));
  for (const definition of definitions)
    await database.transaction((session) =>
      createGeneration(session, postgresGenerations, definition, {
        generation: 1,
        state: 'live',
        target: 0,
      }),
    );
};

/**
 * Like `findNew`, with the tables of this program: those of the read models cost a server a third of its start, a second
 * of processor time.
 */
const findMigrated = async (): Promise<string> =>
  keepInCache(
    `migrated-database-${await fingerprint([...recipe, ...(await migrationFiles()), ...(await readModelFiles())])}`,
    async (making) => {
      const folder = join(making, 'folder');
      copyFolder(join(await newDatabase(), 'folder'), folder);
      const database = await openPgliteDatabase(folder, { sync: 'off' });
      await migrateDatabase(database);
      await createReadModels(database);
      await database.close();
    },
  );
/** Changes with anything that determines the tables of this program. */
export const tablesFingerprint = async (): Promise<string> => fingerprint(await migrationFiles());
let foundMigrated: Promise<string> | undefined;
const migratedDatabase = (): Promise<string> => {
  foundMigrated ??= findMigrated();
  return foundMigrated;
};

/** The dump of a new, empty embedded database, for `openPgliteDatabase`. */
export const newDatabaseDump = async (): Promise<Blob> =>
  new Blob([await readFile(join(await newDatabase(), 'dump.tar'))]);

const place = async (dataDir: string, from: () => Promise<string>): Promise<void> => {
  const database = join(dataDir, 'database');
  if (existsSync(database)) return;
  await mkdir(dataDir, { recursive: true });
  copyFolder(join(await from(), 'folder'), database);
};

/** Puts a new, empty embedded database into a data directory without one. */
export const placeNewDatabase = (dataDir: string): Promise<void> => place(dataDir, newDatabase);

/**
 * Like `placeNewDatabase`, with the tables of this program and of its read models, for tests that are not about a first
 * start.
 */
export const placeMigratedDatabase = (dataDir: string): Promise<void> => place(dataDir, migratedDatabase);
