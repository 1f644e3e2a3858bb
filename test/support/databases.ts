import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { openPgliteDatabase, type PgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import type { Database } from '../../ports/database.ts';
import { silentLogger } from '../../ports/logger.ts';
import { type MigratedDatabase, migrate, restoreMigrated, schemas } from './migrated-database.ts';
import { newDatabaseDump } from './new-database.ts';
import {
  createMigratedServerDatabase,
  createServerDatabase,
  type ServerDatabase,
} from './server-database.ts';

/** A kind of database for a suite, which opens a new, empty one for each call. */
export type DatabaseKind = {
  readonly name: string;
  readonly open: () => Promise<TestDatabase>;
  /** Like `open`, with the tables of this program. */
  readonly openMigrated: () => Promise<TestDatabase>;
};

/** A new, empty database. `connectionString` lets a test open its own connections, where the kind allows it. */
export type TestDatabase = {
  readonly database: Database;
  readonly connectionString?: string;
  readonly dispose: () => Promise<void>;
};

/** Starting an embedded database costs a second: emptied instances are reused within a test process. */
const resting: PgliteDatabase[] = [];
/** Instances with this program's tables, which cost a fifth of a second: reused with their tables emptied. */
const restingMigrated: MigratedDatabase[] = [];

const emptied = async (database: PgliteDatabase): Promise<void> => {
  for (const { name } of await database.query(`select nspname as name from (${schemas}) s`))
    await database.execute(`drop schema "${String(name)}" cascade`);
  await database.execute('drop schema public cascade; create schema public');
};

const boot = async (): Promise<PgliteDatabase> =>
  resting.pop() ?? openPgliteDatabase(undefined, { dump: await newDatabaseDump() });

/** A new embedded database, for tests that need that kind. Its `close` does nothing. */
export const openEmbedded = async () => {
  const database = await boot();
  return {
    database: { ...database, close: async () => {} } satisfies PgliteDatabase,
    dispose: async (): Promise<void> => {
      await emptied(database);
      resting.push(database);
    },
  };
};

/** Like `openEmbedded`, with the tables created by `migrateDatabase`. */
export const openMigratedEmbedded = async () => {
  const migrated = restingMigrated.pop() ?? (await migrate(await boot()));
  const { database } = migrated;
  return {
    database: { ...database, close: async () => {} } satisfies PgliteDatabase,
    dispose: async (): Promise<void> => {
      if (await restoreMigrated(migrated)) {
        restingMigrated.push(migrated);
        return;
      }
      await emptied(database);
      resting.push(database);
    },
  };
};

export const embedded: DatabaseKind = {
  name: 'PGlite',
  open: openEmbedded,
  openMigrated: openMigratedEmbedded,
};

/** A server, on which each test database is created and dropped again. */
const serverAt = (name: string, adminUrl: string): DatabaseKind => {
  const openOn = async (server: ServerDatabase): Promise<TestDatabase> => {
    const database = await openPgDatabase({ connectionString: server.url, logger: silentLogger });
    return {
      database,
      connectionString: server.url,
      dispose: async () => {
        await database.close();
        await server[Symbol.asyncDispose]();
      },
    };
  };
  return {
    name,
    open: async () => openOn(await createServerDatabase(adminUrl)),
    openMigrated: async () => openOn(await createMigratedServerDatabase(adminUrl)),
  };
};

const serverUrl = process.env.TEST_DATABASE_URL;
/** The databases of the Vitest project (vitest.config.ts): the embedded one, a server, or every available one. */
const wanted = process.env.TEST_DATABASES;

/** Every kind of database under test. */
export const databaseKinds: readonly DatabaseKind[] = [
  ...(wanted === 'served' && serverUrl ? [] : [embedded]),
  ...(serverUrl && wanted !== 'embedded' ? [serverAt('PostgreSQL', serverUrl)] : []),
];

/** The URL of a server with pgvector, for the pgvector suites. */
export const pgvectorUrl = process.env.TEST_PGVECTOR_URL;

export const pgvectorServer: DatabaseKind | undefined = pgvectorUrl
  ? serverAt('PostgreSQL with pgvector', pgvectorUrl)
  : undefined;
