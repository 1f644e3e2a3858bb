import { readdir, realpath } from 'node:fs/promises';
import { areOfOneInstallation, type MasterKeyMark } from '../../../ports/stored-installation.ts';
import { isKeysFile } from './backup-files.ts';
import { unsuitableBackup } from './backup-problem.ts';
import { readKeysManifest } from './manifest.ts';

/**
 * The error for an unreadable folder, worded for the user where they can fix it; undefined when it does not exist
 * yet.
 */
const obstacle = (keysFolder: string, error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return undefined;
  return code === 'ENOTDIR'
    ? unsuitableBackup(
        `The folder for the keys, ${keysFolder}, is a file or inside one. Name a folder with --keys.`,
      )
    : error;
};

/**
 * Checks that wrapped keys may be written to a folder, which replaces the previous copy and its manifest. The folder
 * of a backup has a manifest of the same name: overwriting it would leave neither a backup nor keys.
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
      'The keys cannot go into the folder of the backup itself: anyone with one would have both. Name another ' +
        'folder with --keys.',
    );
  const foreign = names.find((name) => !isKeysFile(name));
  if (foreign !== undefined)
    throw unsuitableBackup(
      `The folder for the keys, ${keysFolder}, holds something else (${foreign}). Name with --keys an empty folder, a ` +
        'new one, or that of earlier keys.',
    );
  // Reading it refuses a manifest of anything else.
  await readKeysManifest(keysFolder);
};

/**
 * Checks that existing keys in a folder belong to the installation being backed up: another's would be overwritten.
 *
 * @throws Failure `rule_violated`
 */
export const refuseForeignKeys = async (keysFolder: string, mark: MasterKeyMark): Promise<void> => {
  const before = await readKeysManifest(keysFolder);
  if (before && !areOfOneInstallation(before.masterKey, mark))
    throw unsuitableBackup(
      `${keysFolder} holds the keys of another installation, which would be lost. Name another folder with --keys.`,
    );
};
