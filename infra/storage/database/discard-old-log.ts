import type { Database } from '../../../ports/database.ts';

/**
 * Has the embedded database remove what it has written ahead so far: otherwise segments are renamed for what comes, with
 * what is in them. A server keeps its own as its operators say.
 */
export const discardOldLog = async (database: Database): Promise<void> => {
  if (database.kind === 'server') return;
  // There is one session.
  await database.query('set wal_recycle = off');
  try {
    await database.query('select pg_switch_wal()');
    await database.query('checkpoint');
  } finally {
    await database.query('reset wal_recycle');
  }
};
