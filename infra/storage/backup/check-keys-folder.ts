import { readdir, realpath } from 'node:fs/promises';
import type { MasterKeyMark } from '../../../ports/stored-installation.ts';
import { isKeysFile } from './backup-files.ts';
import { unsuitableBackup } from './backup-problem.ts';
import { readKeysManifest } from './manifest.ts';

/** The error of an unreadable folder, if the user can fix it; undefined where it is yet to be made. */
const obstacle = (keysFolder: string, error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return undefined;
  return code === 'ENOTDIR'
    ? unsuitableBackup(
        `The folder for the keys, ${keysFolder}, is a file or lies in one. Name a folder with --keys.`,
      )
    : error;
};

/**
 * Makes sure that wrapped keys may go into a folder, where the copy before and its manifest are replaced. The folder of
 * a backup has a manifest of that name too, and would be neither a backup nor keys after it.
 *
 * @throws Failure `rule_violated`
 */
export const checkKeysFolder = async (keysFolder: string, backupFolder: string): Promise<void> => {
  const names = await readdir(keysFolder).catch((error: unknown) => {
    const failure = obstacle(keysFolder, error);
    if (failure === undefined) return undefined;
    throw failure;
  });
  if (names === undefined) return;
  if ((await realpath(keysFolder)) === (await realpath(backupFolder)))
    throw unsuitableBackup(
      'The keys cannot go into the folder of the backup itself: anyone with the one would have both. Name another ' +
        'folder with --keys.',
    );
  const foreign = names.find((name) => !isKeysFile(name));
  if (foreign !== undefined)
    throw unsuitableBackup(
      `The folder for the keys, ${keysFolder}, holds something else (${foreign}). Name with --keys an empty folder, a ` +
        'new one, or that of earlier keys.',
    );
  // A manifest of something else is refused by being read.
  await readKeysManifest(keysFolder);
};

/**
 * Makes sure that keys in a folder are of the installation that is backed up: those of another would be lost.
 *
 * @throws Failure `rule_violated`
 */
export const refuseKeysOfAnother = async (keysFolder: string, { check }: MasterKeyMark): Promise<void> => {
  const before = await readKeysManifest(keysFolder);
  if (before && before.masterKey.check !== check)
    throw unsuitableBackup(
      `${keysFolder} holds the keys of another installation, which would be lost. Name another folder with --keys.`,
    );
};
