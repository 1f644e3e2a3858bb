import type { Database } from '../../../ports/database.ts';

/**
 * Discards the write-ahead log of the embedded database: by default, segments are renamed for reuse and keep their
 * content. On a server this is left to its operators.
 */
export const discardOldLog = async (database: Database): Promise<void> => {
  if (database.kind === 'server') return;
  // The embedded database has only one session, so a setting of the session suffices.
  await database.query('set wal_recycle = off');
  try {
    await database.query('select pg_switch_wal()');
    await database.query('checkpoint');
  } finally {
    await database.query('reset wal_recycle');
  }
};
