import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { openPgDatabase } from '../../../infra/storage/database/pg-database.ts';
import { openPgliteDatabase, type PgliteDatabase } from '../../../infra/storage/database/pglite-database.ts';
import type { Database } from '../../../ports/database.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { createServerDatabase } from '../../support/server-database.ts';
import type { BenchmarkContext } from './benchmark.ts';

/** A database to measure, and further connections to it. */
type BenchDatabase = AsyncDisposable & {
  readonly database: Database;
  /** Present on a server. */
  readonly url?: string;
  /** The same database through a separate pool; the embedded one has a single connection, shared by all. */
  readonly connect: (connections: number) => Promise<Database>;
};

const embedded = async (folder: string): Promise<BenchDatabase & { database: PgliteDatabase }> => {
  // On disk, as in production.
  const path = join(folder, `database-${randomUUID()}`);
  await mkdir(path, { recursive: true });
  const database = await openPgliteDatabase(path);
  return {
    database,
    connect: async () => ({ ...database, close: async () => {} }),
    [Symbol.asyncDispose]: () => database.close(),
  };
};

/** Opens an empty database of the requested kind; disposing closes and removes it. */
export const openBenchDatabase = async ({ choice, folder }: BenchmarkContext): Promise<BenchDatabase> => {
  if (choice.kind === 'PGlite') return embedded(folder);
  const server = await createServerDatabase(choice.url);
  const opened: Database[] = [];
  const connect = async (maxConnections?: number): Promise<Database> => {
    const database = await openPgDatabase({
      connectionString: server.url,
      logger: silentLogger,
      ...omitUndefined({ maxConnections }),
    });
    opened.push(database);
    return database;
  };
  return {
    database: await connect(),
    url: server.url,
    connect,
    [Symbol.asyncDispose]: async () => {
      for (const database of opened) await database.close().catch(() => {});
      await server[Symbol.asyncDispose]();
    },
  };
};
