import { join, resolve } from 'node:path';
import { KEYS_FOLDER } from '../../infra/storage/backup/backup-files.ts';

/** The folder in a backup that wrapped keys go into unless another place is named. */
export const backupKeysFolder: string = KEYS_FOLDER;

/** Where a backup is, and where its wrapped keys are. */
export const backupFoldersOf = (
  folder: string,
  keys: string | undefined,
): { readonly folder: string; readonly keysFolder: string } => ({
  folder: resolve(folder),
  keysFolder: resolve(keys ?? join(folder, KEYS_FOLDER)),
});
