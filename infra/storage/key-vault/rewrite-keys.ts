import type { Database } from '../../../ports/database.ts';
import { discardOldLog } from '../database/discard-old-log.ts';

/**
 * Overwrites what is left of destroyed keys: a wrapped key that was deleted stays in its page until the table is
 * rewritten, and in the write-ahead log until its segment goes; with the master key it could still be opened. The
 * embedded database is rid of both. On a server pages are freed to be overwritten, by a vacuum that blocks no one; its
 * write-ahead log, archives and replicas are kept as its operators say.
 */
export const rewriteKeys = async (database: Database): Promise<void> => {
  await database.query(
    database.kind === 'server' ? 'vacuum vault.subject_keys' : 'vacuum (full) vault.subject_keys',
  );
  await discardOldLog(database);
};
