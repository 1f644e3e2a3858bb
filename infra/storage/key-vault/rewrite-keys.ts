import type { Database } from '../../../ports/database.ts';
import { discardOldLog } from '../database/discard-old-log.ts';

/**
 * Overwrites the remains of destroyed keys: a deleted wrapped key stays in its page until the table is rewritten, and
 * in the write-ahead log until its segment is removed; the master key could still unwrap it. On the embedded database
 * this removes both. On a server a vacuum, which blocks no one, frees the pages to be overwritten; its write-ahead
 * log, archives and replicas are up to its operators.
 */
export const rewriteKeys = async (database: Database): Promise<void> => {
  await database.query(
    database.kind === 'server' ? 'vacuum vault.subject_keys' : 'vacuum (full) vault.subject_keys',
  );
  await discardOldLog(database);
};
