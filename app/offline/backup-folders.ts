import { join, resolve } from 'node:path';
import { KEYS_FOLDER } from '../../infra/storage/backup/backup-files.ts';

/** The default folder for wrapped keys, inside the backup. */
export const backupKeysFolder: string = KEYS_FOLDER;

/** The absolute paths of a backup and of its wrapped keys. */
export const backupFoldersOf = (
  folder: string,
  keys: string | undefined,
): { readonly folder: string; readonly keysFolder: string } => ({
  folder: resolve(folder),
  keysFolder: resolve(keys ?? join(folder, KEYS_FOLDER)),
});
