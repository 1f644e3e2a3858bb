import type { PgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import type { Database, ReservedSession } from '../../ports/database.ts';
import { openMigratedEmbedded } from './databases.ts';

const endedWith = 'The server of this database has stopped.';

/** A database that refuses whatever comes after its close: what a stopped server has left running meets nothing of the next. */
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

/**
 * The database of a server that is never started again on its data: in memory, with the tables of this program, and
 * emptied for the next server when it is closed. Opening one of its own, and closing it for good, takes a server a
 * second of the processor.
 */
export const openInMemoryOfProcess = async (): Promise<PgliteDatabase> => {
  const { database, dispose } = await openMigratedEmbedded();
  return untilClosed(database, async () => {
    await database.query('select pg_advisory_unlock_all()');
    await dispose();
  });
};
