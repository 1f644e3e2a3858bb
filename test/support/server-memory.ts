import type { PgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import type { Database, ReservedSession } from '../../ports/database.ts';
import { openMigratedEmbedded } from './databases.ts';

const endedWith = 'The server of this database has stopped.';

/**
 * A database that rejects everything after its close, so that the remains of a stopped server cannot reach the next
 * one.
 */
const untilClosed = (database: PgliteDatabase, onClose: () => Promise<void>): PgliteDatabase => {
  let closed: Promise<void> | undefined;
  const unlistens: (() => Promise<void>)[] = [];
  const open = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new Error(endedWith);
    return work();
  };
  const session = ({ query, transaction }: ReservedSession): ReservedSession => ({
    query: (text, values) => open(() => query(text, values)),
    transaction: (work, options) =>
      open(() =>
        transaction(
          (inside) => work({ query: (text, values) => open(() => inside.query(text, values)) }),
          options,
        ),
      ),
  });
  const end = async (): Promise<void> => {
    for (const unlisten of unlistens) await unlisten();
    await onClose();
  };
  const guarded = (inner: Database): Database & { readonly kind: 'embedded' } => ({
    kind: 'embedded',
    ...session(inner),
    reserved: (purpose) => session(inner.reserved(purpose)),
    exclusive: (work) => open(() => inner.exclusive(work)),
    execute: (script) => open(() => inner.execute(script)),
    listen: (channel, onNotification) =>
      open(async () => {
        const unlisten = await inner.listen(channel, onNotification);
        unlistens.push(unlisten);
        return unlisten;
      }),
    close: () => {
      closed ??= end();
      return closed;
    },
  });
  return {
    ...guarded(database),
    pglite: database.pglite,
    background: guarded(database.background),
  };
};

/** A database in memory, with the tables of this program, for one server after the other. */
export type ServerMemory = {
  readonly open: () => Promise<PgliteDatabase>;
  /** Empties it for other servers. */
  readonly dispose: () => Promise<void>;
};

/**
 * Opens a database in memory that outlives its server, for tests that restart a server on its data and are not about the
 * files of the database. Writing those takes as long as the statements themselves, and opening them a second of processor
 * time.
 */
export const openServerMemory = async (): Promise<ServerMemory> => {
  const { database, dispose } = await openMigratedEmbedded();
  const unlock = async (): Promise<void> => {
    await database.query('select pg_advisory_unlock_all()');
  };
  return { open: async () => untilClosed(database, unlock), dispose };
};

/**
 * The database of a server that is never restarted on its data: in memory, and emptied for the next server when closed.
 */
export const openInMemoryOfProcess = async (): Promise<PgliteDatabase> => {
  const { database, dispose } = await openMigratedEmbedded();
  return untilClosed(database, async () => {
    await database.query('select pg_advisory_unlock_all()');
    await dispose();
  });
};
