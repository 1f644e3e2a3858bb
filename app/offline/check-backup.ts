import {
  type VerifiedBackup,
  type VerifyProgress,
  verifyBackup,
} from '../../infra/storage/backup/verify-backup.ts';
import { backupFoldersOf } from './backup-folders.ts';

export type CheckedBackup = VerifiedBackup & { readonly keysFolder: string };

/** Reads a whole backup and checks it against its hashes. Changes nothing. */
export const checkBackup = async (
  folder: string,
  keys: string | undefined,
  onProgress: (progress: VerifyProgress) => void,
): Promise<CheckedBackup> => {
  const folders = backupFoldersOf(folder, keys);
  const verified = await verifyBackup(folders.folder, folders.keysFolder, onProgress);
  return { ...verified, keysFolder: folders.keysFolder };
};
