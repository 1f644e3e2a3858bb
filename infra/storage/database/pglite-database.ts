import { existsSync, writeSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type PGliteOptions as EngineOptions, PGlite, types } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type {
  Database,
  DatabaseRow,
  ReservedSession,
  SqlSession,
  SqlValue,
} from '../../../ports/database.ts';
import { createSharedTimeSlice } from '../../../ports/time-slice.ts';
import { batchProtocol } from './batched-protocol.ts';
import type { EmbeddedSync } from './embedded-sync.ts';
import { newDatabaseArchive, unpackNewDatabase } from './new-database-files.ts';
import { type FatalMessage, openPgliteFiles, syncFolder, syncTree } from './pglite-files.ts';
import { createPriorityMutex, type Urgency } from './priority-mutex.ts';
import { withQuickCompilation } from './quick-compilation.ts';
import { restoreStackAfterFailures } from './restore-stack.ts';
import { sharedBuffersFor } from './shared-buffers.ts';

/** Positions and counts stay far below 2^53, so numbers are exact; instants become ISO 8601 text. */
const parsers = {
  [types.INT8]: (value: string) => Number(value),
  [types.TIMESTAMPTZ]: (value: string) => new Date(value).toISOString(),
  [types.DATE]: (value: string) => value,
  [types.NUMERIC]: (value: string) => Number(value),
};

type PgliteQueryable = {
  query: <Row>(text: string, values?: SqlValue[]) => Promise<{ rows: Row[] }>;
};

const sessionOf = (queryable: PgliteQueryable, yieldIfOver: () => Promise<void>): SqlSession => ({
  query: async (text, values = []) => {
    await yieldIfOver();
    const { rows } = await queryable.query<DatabaseRow>(text, [...values]);
    await yieldIfOver();
    return rows;
  },
});

export type PgliteDatabase = Database & {
  readonly kind: 'embedded';
  /** The PGlite instance, for libraries that bring their own query layer. */
  readonly pglite: PGlite;
  /**
   * The same database for background work. There is only one connection: leases and appends get it first, then
   * requests, then background work. So a command waits for at most one page of a rebuild, not for a page of each
   * follower.
   */
  readonly background: Database;
};

/** Exits the process, as PostgreSQL does at a PANIC. The next start recovers from the write-ahead log. */
const exitProcess = (message: string): never => {
  // Writes to the descriptor: streams and loggers may wait for a turn of the event loop that never comes.
  writeSync(2, `${message}\n`);
  process.exit(1);
};

/**
 * The start parameters of PostgreSQL, in place of PGlite's own, which turn `fsync` off.
 *
 * Commits flush the write-ahead log with `fsync`: Emscripten passes that on, whereas `fdatasync`, the default, does
 * nothing. Segments freed by a checkpoint are kept for reuse, so the database needs little new space while it runs
 * (see `embedded-maintenance.ts`). Replication is unused and turned off: it would write a file at every checkpoint,
 * and stop the database if that fails.
 */
const startParamsOf = (sync: EmbeddedSync, megabytesOfBuffers: number): string[] => [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    `fsync=${sync === 'commit' ? 'on' : 'off'}`,
    'wal_sync_method=fsync',
    'min_wal_size=32MB',
    'max_wal_size=64MB',
    'max_active_replication_origins=0',
    `shared_buffers=${megabytesOfBuffers}MB`,
  ].flatMap((setting) => ['-c', setting]),
];

/** The exit status with which PGlite leaves an error that PostgreSQL handles itself. */
const HANDLED_ERROR = 100;

/**
 * Exits the process at an error that PostgreSQL does not handle itself. PGlite calls the database repeatedly until
 * its message is read, whatever the database throws: after a PANIC this would loop for ever and block the event loop.
 */
const exitAtPanic = (pglite: PGlite, fatalMessage: FatalMessage, dataDir: string): void => {
  const module = pglite.Module;
  const once = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (error) {
      if (module._pgl_getPGliteExitStatus() === HANDLED_ERROR) throw error;
      exitProcess(
        `The embedded database in ${dataDir} failed: ${fatalMessage.text ?? String(error)}. The process exits; nothing that was acknowledged is lost. Check the disk, then start it again.`,
      );
    }
  };
};

/** The error with PostgreSQL's own message instead of PGlite's generic one ("failed to initialize properly"). */
const cannotOpen = (fatalMessage: FatalMessage, cause: unknown): unknown =>
  fatalMessage.text === undefined ? cause : new Error(fatalMessage.text, { cause });

const openFolder = async (dataDir: string, sync: EmbeddedSync, options: EngineOptions): Promise<PGlite> => {
  const isNew = !existsSync(join(dataDir, 'PG_VERSION'));
  // A new database is created in a temporary folder, so that a crash never leaves a half-made one in its place.
  const folder = isNew ? `${dataDir}.new` : dataDir;
  if (isNew) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (isNew) await unpackNewDatabase(folder);
  const fatalMessage: FatalMessage = { text: undefined };
  const files = openPgliteFiles(folder, { sync, isNew }, fatalMessage);
  const startParams = startParamsOf(sync, sharedBuffersFor(folder));
  const pglite = await withQuickCompilation(() =>
    PGlite.create({ ...options, fs: files.fs, startParams }).catch((error: unknown) => {
      throw cannotOpen(fatalMessage, error);
    }),
  );
  exitAtPanic(pglite, fatalMessage, dataDir);
  if (isNew) {
    await pglite.exec('checkpoint');
    if (sync === 'commit') await syncTree(folder);
    await rename(folder, dataDir);
    files.moveTo(dataDir);
    if (sync === 'commit') await syncFolder(dirname(dataDir));
  }
  return pglite;
};

/** Segments of the write-ahead log are not filled with zeros: in memory that would copy them again and again. */
const memoryStartParams = [...PGlite.defaultStartParams, '-c', 'wal_init_zero=off'];

const openInMemory = (loadDataDir: Blob, options: EngineOptions): Promise<PGlite> =>
  withQuickCompilation(() => PGlite.create({ ...options, loadDataDir, startParams: memoryStartParams }));

/** The types of arrays that statements return: their OIDs are fixed in the catalogue of PostgreSQL (pg_type.dat). */
const ARRAYS_THAT_ARE_READ = new Set([
  199, // json
  1000, // boolean
  1001, // bytea
  1003, // name
  1005, // smallint
  1007, // integer
  1009, // text
  1015, // varchar
  1016, // bigint
  1021, // real
  1022, // double precision
  1028, // oid
  1182, // date
  1185, // timestamptz
  1231, // numeric
  2951, // uuid
  3807, // jsonb
]);

/**
 * Removes unused parsers. PGlite copies its table of parsers for each statement, and most of them are for arrays of
 * types that nothing reads, among them the rows of every table. Values of a removed type arrive as text.
 */
const removeUnusedParsers = ({ parsers: all }: PGlite): void => {
  const scalars: ReadonlySet<unknown> = new Set(Object.values(types));
  for (const type of Object.keys(all))
    if (!scalars.has(Number(type)) && !ARRAYS_THAT_ARE_READ.has(Number(type))) delete all[type];
};

export type PgliteOptions = {
  readonly sync?: EmbeddedSync;
  /** The initial content of a database in memory; default: an empty database. */
  readonly dump?: Blob;
};

/**
 * PostgreSQL compiled to WebAssembly, inside this process. `dataDir` is a folder, or `undefined` for memory only.
 * One process at a time may open a folder; see `infra/installation/data-directory.ts` for the lock.
 */
export const openPgliteDatabase = async (
  dataDir: string | undefined,
  { sync = 'commit', dump }: PgliteOptions = {},
): Promise<PgliteDatabase> => {
  const options: EngineOptions = { extensions: { vector }, parsers };
  const pglite = await (dataDir === undefined
    ? openInMemory(dump ?? (await newDatabaseArchive()), options)
    : openFolder(dataDir, sync, options));
  removeUnusedParsers(pglite);
  batchProtocol(pglite);
  restoreStackAfterFailures(pglite);
  /*
   * A statement runs on the event loop of this process: many in a row, of one transaction or of many callers, would
   * block sockets and timers until the last one (measured: 1.5 s for the passages of a book of 1,000 pages, and a tenth
   * of a second at a time with 50 concurrent callers).
   */
  const yieldIfOver = createSharedTimeSlice();
  const mutex = createPriorityMutex();
  const inTurn = async <T>(urgency: Urgency, work: () => Promise<T>): Promise<T> => {
    const release = await mutex.acquire(urgency);
    try {
      return await work();
    } finally {
      release();
    }
  };
  const sessionFor = (urgency: Urgency): ReservedSession => ({
    ...sessionOf({ query: (text, values) => inTurn(urgency, () => pglite.query(text, values)) }, yieldIfOver),
    transaction: (work, { durable } = {}) =>
      inTurn(urgency, () =>
        pglite.transaction(async (transaction) => {
          if (durable === 'with-next') await transaction.query('set local synchronous_commit = off');
          return work(sessionOf(transaction, yieldIfOver));
        }),
      ),
  });
  // A transaction already has the only connection exclusively.
  const exclusive: Database['exclusive'] = (work) =>
    inTurn('usual', () =>
      pglite.transaction((transaction) =>
        work({
          ...sessionOf(transaction, yieldIfOver),
          execute: async (script) => {
            await transaction.exec(script);
          },
        }),
      ),
    );
  const urgent = sessionFor('urgent');
  const database: Database & { readonly kind: 'embedded' } = {
    kind: 'embedded',
    ...sessionFor('usual'),
    reserved: () => urgent,
    exclusive,
    execute: (script) => exclusive((session) => session.execute(script)),
    listen: async (channel, onNotification) => {
      const unlisten = await pglite.listen(channel, onNotification);
      return async () => {
        await unlisten();
      };
    },
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
  return { ...database, pglite, background: { ...database, ...sessionFor('background') } };
};
