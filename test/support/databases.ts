import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { openPgliteDatabase, type PgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import type { Database } from '../../ports/database.ts';
import { silentLogger } from '../../ports/logger.ts';
import { newDatabaseDump } from './new-database.ts';
import { createServerDatabase } from './server-database.ts';

/** A kind of database that a suite can run on, with a fresh, empty one for each call. */
export type DatabaseKind = {
  readonly name: string;
  readonly open: () => Promise<TestDatabase>;
};

/** A fresh, empty database. `connectionString` lets a test connect independently, where the kind allows it. */
export type TestDatabase = {
  readonly database: Database;
  readonly connectionString?: string;
  readonly dispose: () => Promise<void>;
};

/** Booting the embedded database takes a second: emptied instances are used again within a test process. */
const resting: PgliteDatabase[] = [];

const emptied = async (database: PgliteDatabase): Promise<void> => {
  const schemas = await database.query(
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`,
  );
  for (const { name } of schemas) await database.execute(`drop schema "${String(name)}" cascade`);
  await database.execute('drop schema public cascade; create schema public');
};

export const embedded: DatabaseKind = {
  name: 'PGlite',
  open: async () => {
    const database =
      resting.pop() ?? (await openPgliteDatabase(undefined, { dump: await newDatabaseDump() }));
    return {
      database: { ...database, close: async () => {} },
      dispose: async () => {
        await emptied(database);
        resting.push(database);
      },
    };
  },
};

/** A server; each test database is created on it and dropped again. */
const serverAt = (name: string, adminUrl: string): DatabaseKind => ({
  name,
  open: async () => {
    const server = await createServerDatabase(adminUrl);
    const database = await openPgDatabase({ connectionString: server.url, logger: silentLogger });
    return {
      database,
      connectionString: server.url,
      dispose: async () => {
        await database.close();
        await server[Symbol.asyncDispose]();
      },
    };
  },
});

const serverUrl = process.env.TEST_DATABASE_URL;
/** What the Vitest project is about (vitest.config.ts): the embedded database, a server, or whatever there is. */
const wanted = process.env.TEST_DATABASES;

/** Every kind of database to test on. */
export const databaseKinds: readonly DatabaseKind[] = [
  ...(wanted === 'served' && serverUrl ? [] : [embedded]),
  ...(serverUrl && wanted !== 'embedded' ? [serverAt('PostgreSQL', serverUrl)] : []),
];

/** The URL of a server on which pgvector is installed, for the tests that are about that. */
export const pgvectorUrl = process.env.TEST_PGVECTOR_URL;

export const pgvectorServer: DatabaseKind | undefined = pgvectorUrl
  ? serverAt('PostgreSQL with pgvector', pgvectorUrl)
  : undefined;
