import type { Database } from '../../ports/database.ts';

/**
 * Overwrites what is left of destroyed keys: a wrapped key that was deleted stays in its page until the table is
 * written anew, and in the write-ahead log until its segment goes; with the master key it could still be opened. The
 * embedded database is rid of both. On a server pages are freed to be overwritten, by a vacuum that holds nobody up; its
 * write-ahead log, archives and replicas are kept as its operators say.
 */
export const rewriteKeys = async (database: Database): Promise<void> => {
  if (database.kind === 'server') {
    await database.query('vacuum vault.subject_keys');
    return;
  }
  await database.query('vacuum (full) vault.subject_keys');
  // Otherwise segments are renamed for what comes, with what is in them. There is one session.
  await database.query('set wal_recycle = off');
  try {
    await database.query('select pg_switch_wal()');
    await database.query('checkpoint');
  } finally {
    await database.query('reset wal_recycle');
  }
};
