import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Database, ScriptSession } from '../../ports/database.ts';
import { systemCodeOf } from '../data-directory/small-files.ts';
import { MIGRATIONS_TABLE, readAppliedMigrations, recordMigration } from './applied-migrations.ts';
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

/** What PostgreSQL says of a failed statement may hold values of rows: only its code is told. */
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

/**
 * Brings the schema of a database to the last of these migrations: each in a transaction of its own together with the
 * note that it was applied, so that a crash leaves it applied or not begun. Several processes may do so at once: each
 * looks again when its turn comes. Harmless when repeated, and then only reads.
 *
 * @param program the version of this program
 * @throws Failure when the database has had migrations that do not go with these (see `pendingMigrations`), or one fails
 */
export const applyMigrations = async (
  database: Database,
  migrations: readonly Migration[],
  program: string,
): Promise<void> => {
  const pendingIn = async (session: Pick<Database, 'query'>): Promise<readonly Migration[]> =>
    pendingMigrations(migrations, await readAppliedMigrations(session), program);

  const applyNext = async (): Promise<boolean> => {
    let isOurTurn = false;
    try {
      return await database.exclusive(async (session) => {
        isOurTurn = true;
        const [next] = await pendingIn(session);
        if (next === undefined) return false;
        await session.execute(MIGRATIONS_TABLE);
        await apply(session, next, program);
        return true;
      });
    } catch (error) {
      if (!isOurTurn && error instanceof Failure && error.reason.code === 'timeout')
        throw waitedInVain(error);
      throw error;
    }
  };

  let isBehind = (await pendingIn(database)).length > 0;
  while (isBehind) isBehind = await applyNext();
};
