import { join } from 'node:path';
import { type FileLock, lockFile } from '../../installation/data-directory/file-lock.ts';
import { openOwnFile } from '../../installation/data-directory/small-files.ts';
import { LOCK } from './backup-files.ts';
import { unsuitableBackup } from './backup-problem.ts';

/**
 * Keeps a second run out of the folder: the one would remove what the other is writing.
 *
 * @throws Failure `rule_violated` when another run is at work
 */
export const lockBackupFolder = async (folder: string): Promise<AsyncDisposable> => {
  const file = await openOwnFile(join(folder, LOCK));
  let lock: FileLock | undefined;
  try {
    lock = await lockFile(file);
  } catch {
    // Backups also go to file systems that know no locks; there two runs must not be started at once.
    return { [Symbol.asyncDispose]: async () => {} };
  }
  if (!lock)
    throw unsuitableBackup(`Another backup is being taken into ${folder} at the moment. Wait for its end.`);
  const { release } = lock;
  return { [Symbol.asyncDispose]: release };
};
