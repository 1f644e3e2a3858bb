import { join } from 'node:path';
import { type FileLock, lockFile } from '../../installation/data-directory/file-lock.ts';
import { openOwnFile } from '../../installation/data-directory/small-files.ts';
import { LOCK } from './backup-files.ts';
import { unsuitableBackup } from './backup-problem.ts';

/**
 * Keeps a second run out of the folder: one would remove the files that the other is writing.
 *
 * @throws Failure `rule_violated` when another run holds the lock
 */
export const lockBackupFolder = async (folder: string): Promise<AsyncDisposable> => {
  const file = await openOwnFile(join(folder, LOCK));
  let lock: FileLock | undefined;
  try {
    lock = await lockFile(file);
  } catch {
    // Some file systems that receive backups support no locks; there the operator must not start two runs at a time.
    return { [Symbol.asyncDispose]: async () => {} };
  }
  if (!lock)
    throw unsuitableBackup(`Another backup is being taken into ${folder}. Wait until it has finished.`);
  const { release } = lock;
  return { [Symbol.asyncDispose]: release };
};
