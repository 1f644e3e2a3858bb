import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database, ScriptSession } from '../../../ports/database.ts';
import { type Logger, silentLogger } from '../../../ports/logger.ts';
import { systemCodeOf } from '../../installation/data-directory/small-files.ts';
import { makeMigrationsTable, readAppliedMigrations, recordMigration } from './applied-migrations.ts';
import { countRunningNodes } from './count-running-nodes.ts';
import { type Migration, pendingMigrations } from './pending-migrations.ts';

const SETTING = 'DATABASE_LONG_STATEMENT_TIMEOUT_MS';

const timeout = (message: string, cause: Failure): Failure =>
  new Failure(failure('timeout', message, { component: 'database' }), { cause });

const tooSlow = ({ name }: Migration, cause: Failure): Failure =>
  timeout(
    `Migration ${name} took longer than ${SETTING} allows, or the server stopped answering; it was rolled back. Raise that ` +
      'setting for this start.',
    cause,
  );

const lockTimedOut = (cause: Failure): Failure =>
  timeout(
    `Another process has been changing the schema of the database for longer than ${SETTING} allows to wait. Start again ` +
      'when it has finished, or raise that setting for this start.',
    cause,
  );

/**
 * True when a script timed out: one of its statements on the server, or the whole script here, because a server sends
 * nothing until it has run the last statement.
 */
const isOverTime = ({ reason, cause }: Failure): boolean =>
  reason.code === 'timeout' || systemCodeOf(cause) === 'ETIMEDOUT';

/** Reports only the SQLSTATE: the message of PostgreSQL may hold values of rows. */
const failed = ({ name }: Migration, error: unknown): Failure =>
  new Failure(
    failure(
      'internal_error',
      `Migration ${name} failed (SQLSTATE ${systemCodeOf(error) ?? 'unknown'}); it was rolled back and the data ` +
        'is unchanged. Nodes of the previous version may continue; the database server log has details.',
      { component: 'database' },
    ),
    { cause: error },
  );

const apply = async (session: ScriptSession, migration: Migration, program: string): Promise<void> => {
  try {
    await session.execute(migration.sql);
  } catch (error) {
    if (!(error instanceof Failure)) throw failed(migration, error);
    throw isOverTime(error) ? tooSlow(migration, error) : error;
  }
  await recordMigration(session, migration, program);
};

/** A wait longer than this many milliseconds is logged; most schema changes take less. */
const LOG_WAIT_AFTER_MS = 500;

/** Refuses a migration that nodes of the previous version cannot cope with while one is running. */
const requireAlone = async (
  database: Database,
  session: ScriptSession,
  { name }: Migration,
): Promise<void> => {
  if (database.kind === 'embedded') return;
  if ((await countRunningNodes(session)) === 0) return;
  throw new Failure(
    failure(
      'unavailable',
      `Migration ${name} changes tables that nodes of the previous version use, and at least one is running on this ` +
        'database. Stop all nodes of that version, then start this one; nothing was changed.',
      { component: 'database' },
    ),
  );
};

/**
 * Applies all pending migrations, each in a separate transaction together with its record, so a crash leaves it
 * applied or not begun. Several processes may call this concurrently: each checks again when it gets the lock. A
 * repeat only reads.
 *
 * @param program the version of this program
 * @throws Failure when the applied migrations do not match these (see `pendingMigrations`), when a migration fails,
 *   or when one that is not additive is due while nodes are running
 */
export const applyMigrations = async (
  database: Database,
  migrations: readonly Migration[],
  program: string,
  logger: Logger = silentLogger,
): Promise<void> => {
  const about = { component: 'database' };
  const readState = async (session: Pick<Database, 'query'>) => {
    const applied = await readAppliedMigrations(session);
    return { applied, pending: pendingMigrations(migrations, applied, program) };
  };

  const inTurn = async <T>(work: (session: ScriptSession) => Promise<T>): Promise<T> => {
    let isOurTurn = false;
    const waiting = setTimeout(
      () => logger.info(about, 'Another process is changing the schema of the database; waiting for it.'),
      LOG_WAIT_AFTER_MS,
    );
    try {
      return await database.exclusive((session) => {
        isOurTurn = true;
        clearTimeout(waiting);
        return work(session);
      });
    } catch (error) {
      if (!isOurTurn && error instanceof Failure && error.reason.code === 'timeout')
        throw lockTimedOut(error);
      throw error;
    } finally {
      clearTimeout(waiting);
    }
  };

  const applyNext = (): Promise<Migration | undefined> =>
    inTurn(async (session) => {
      const { applied, pending } = await readState(session);
      const [next] = pending;
      if (next === undefined) return undefined;
      if (applied.length > 0 && !next.additive) await requireAlone(database, session, next);
      await apply(session, next, program);
      return next;
    });

  const { applied, pending } = await readState(database);
  const newest = applied.at(-1);
  if (newest !== undefined && newest.number > migrations.length)
    logger.warn(
      { ...about, migration: newest.name, program: newest.program },
      'A newer version of this program has added to the database. This version keeps running; upgrade it soon.',
    );
  if (pending.length === 0) return;
  await inTurn(makeMigrationsTable);
  const done: string[] = [];
  try {
    for (;;) {
      const migration = await applyNext();
      if (migration === undefined) return;
      done.push(migration.name);
    }
  } finally {
    // One line for all of them (a first start has a dozen), also when a later one fails.
    if (done.length > 0)
      logger.info(
        { ...about, migrations: done.join(', ') },
        applied.length === 0
          ? 'The schema of the database was created.'
          : 'The schema of the database was changed.',
      );
  }
};
