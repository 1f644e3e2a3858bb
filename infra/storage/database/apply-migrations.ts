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
    `Migration ${name} took longer than ${SETTING} allows, or the server fell silent; nothing of it was kept. Raise that ` +
      'setting for this start.',
    cause,
  );

const waitedInVain = (cause: Failure): Failure =>
  timeout(
    `Another process has been changing the schema of the database for longer than ${SETTING} allows to wait. Start again ` +
      'when it is done, or raise that setting for this start.',
    cause,
  );

/**
 * Whether a script was ended for its time: a statement of it by the server, or all of it here, because a server says
 * nothing until it has done the last one.
 */
const isOverTime = ({ reason, cause }: Failure): boolean =>
  reason.code === 'timeout' || systemCodeOf(cause) === 'ETIMEDOUT';

/** What PostgreSQL says of a failed statement may hold values of rows: only its code is reported. */
const failed = ({ name }: Migration, error: unknown): Failure =>
  new Failure(
    failure(
      'internal_error',
      `Migration ${name} failed (SQLSTATE ${systemCodeOf(error) ?? 'unknown'}); nothing of it was kept, and what is ` +
        'stored is as before. Nodes of the version before may go on; the log of the database says more.',
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

/** After this many milliseconds the log says what is waited for; most changes of the schema take less. */
const TELL_AFTER_MS = 500;

/** Refuses a change that programs of the version before cannot live with, for as long as one of them runs. */
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
      `Migration ${name} changes what running nodes of the version before use, and at least one is running on this ` +
        'database. Stop all nodes of that version, then start this one; nothing was changed.',
      { component: 'database' },
    ),
  );
};

/**
 * Brings the schema of a database to the last of these migrations: each in a separate transaction, together with the
 * note that it was applied, so that a crash leaves it applied or not begun. Several processes may do so at once: each
 * looks again when its turn comes. Harmless when repeated, and then only reads.
 *
 * @param program the version of this program
 * @throws Failure when the database has had migrations that do not go with these (see `pendingMigrations`), one fails, or
 *   one that is not additive is due while nodes are running
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
      TELL_AFTER_MS,
    );
    try {
      return await database.exclusive((session) => {
        isOurTurn = true;
        clearTimeout(waiting);
        return work(session);
      });
    } catch (error) {
      if (!isOurTurn && error instanceof Failure && error.reason.code === 'timeout')
        throw waitedInVain(error);
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
      'A newer version of this program has added to the database. This version goes on beside it; replace it soon.',
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
    // Once for all of them: a first start has a dozen. Also when a later one fails.
    if (done.length > 0)
      logger.info(
        { ...about, migrations: done.join(', ') },
        applied.length === 0
          ? 'The schema of the database was created.'
          : 'The schema of the database was changed.',
      );
  }
};
