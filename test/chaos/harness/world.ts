import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { openPgDatabase } from '../../../infra/storage/database/pg-database.ts';
import { openPgliteDatabase } from '../../../infra/storage/database/pglite-database.ts';
import { createPostgresKeyVault } from '../../../infra/storage/key-vault/postgres-key-vault.ts';
import type { Database } from '../../../ports/database.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../support/embedding-server.ts';
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.ts';
import { createServerDatabase } from '../../support/server-database.ts';
import {
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from '../../support/server-process.ts';
import { UNEMBEDDABLE } from '../load/operations.ts';
import type { ScenarioContext } from './scenario.ts';

/** The environment of a run's servers: a data directory, possibly a PostgreSQL, and an embedding service. */
export type World = {
  readonly dataDir: string;
  readonly embeddings: EmbeddingServer;
  readonly postgres?: OwnPostgres;
  readonly databaseUrl?: string;
  /** Starts a server, which is killed at the latest at the end of the run. */
  readonly start: (
    environment?: Readonly<Record<string, string>>,
    options?: ServerProcessOptions,
  ) => Promise<ServerProcess>;
  /** Opens the database directly; the embedded one only while no server is running. */
  readonly openDatabase: () => Promise<Database>;
  /** Destroys the key of a subject, like an erasure; on the embedded database only while no server is running. */
  readonly destroyKey: (subject: string) => Promise<void>;
};

const DIMENSIONS = 16;
/** Milliseconds: the duration of a start is measured, and only an endless one aborts a run. */
const START_TIMEOUT = 180_000;

/** An embedding service in another process, which refuses passages with the marked word the first time. */
const startScriptedEmbeddings = async (): Promise<EmbeddingServer> => {
  const embeddings = await startEmbeddingServer({ dimensions: DIMENSIONS });
  const seen = new Set<string>();
  embeddings.state.always = {
    do: 'refuse',
    status: 400,
    body: JSON.stringify({ error: { message: 'as the run wants it' } }),
    only: (texts) => {
      const fresh = texts.filter((text) => text.includes(UNEMBEDDABLE) && !seen.has(text));
      for (const text of fresh) seen.add(text);
      return fresh.length > 0;
    },
  };
  return embeddings;
};

/**
 * Creates the environment of a run, with its data in a folder of this name, and removes everything at the end of the
 * run.
 */
export const createWorld = async (context: ScenarioContext, name = 'data'): Promise<World> => {
  const { owned, own, folder, database } = context;
  const embeddings = owned.use(await startScriptedEmbeddings());
  const postgres = database === 'postgres' ? owned.use(await startOwnPostgres()) : undefined;
  // The server is removed at the end of the run, so its database needs no separate cleanup.
  const databaseUrl = postgres === undefined ? undefined : (await createServerDatabase(postgres.url)).url;
  const dataDir = join(folder, name);
  const masterKey = randomBytes(32);
  const common = {
    ...omitUndefined({ DATABASE_URL: databaseUrl }),
    MASTER_KEY: masterKey.toString('hex'),
    EMBEDDING_BASE_URL: embeddings.baseUrl,
    EMBEDDING_MODEL: 'chaos-embedder',
    EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    LOG_LEVEL: 'info',
    // On a busy machine the search index may be built more slowly than a user would wait.
    QUERY_DEADLINE_MS: '120000',
    // A single client simulates all users.
    RATE_LIMIT_COMMANDS: '0',
    RATE_LIMIT_QUESTIONS: '0',
    RATE_LIMIT_SEARCHES: '0',
    RATE_LIMIT_READS: '0',
    UPLOAD_MB_PER_HOUR: '0',
  };
  const openDatabase = (): Promise<Database> =>
    databaseUrl === undefined
      ? openPgliteDatabase(join(dataDir, 'database'))
      : openPgDatabase({ connectionString: databaseUrl, logger: silentLogger });
  return {
    dataDir,
    embeddings,
    ...omitUndefined({ postgres, databaseUrl }),
    start: (environment = {}, options = {}) =>
      startServerProcess(
        dataDir,
        { ...common, ...environment },
        {
          timeout: START_TIMEOUT,
          // So that it can also be killed while it creates its database.
          firstStart: true,
          ...options,
          onSpawn: (child) => {
            own(child);
            options.onSpawn?.(child);
          },
        },
      ),
    openDatabase,
    destroyKey: async (subject) => {
      const opened = await openDatabase();
      try {
        const vault = await createPostgresKeyVault({ database: opened, masterKey });
        await vault.destroy(subject);
      } finally {
        await opened.close();
      }
    },
  };
};
