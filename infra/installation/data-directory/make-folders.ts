import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFolder } from '../disk/is-folder.ts';
import { isThere } from '../disk/is-there.ts';
import { systemCodeOf } from './small-files.ts';

/** Creates one folder unless it exists; returns the obstacle, if any. */
const obstacleTo = async (path: string): Promise<unknown> => {
  try {
    await mkdir(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    return systemCodeOf(error) === 'EEXIST' && (await isFolder(path)) ? undefined : error;
  }
};

/**
 * Creates a folder and its parents, accessible to their owner only, unless they exist. Node's `mkdir` with `recursive`
 * loops forever if creating a folder in an existing one fails with ENOENT, as in /proc.
 *
 * Rejects with the error of the operating system.
 */
export const makeFolders = async (path: string): Promise<void> => {
  const obstacle = await obstacleTo(path);
  if (obstacle === undefined) return;
  const parent = dirname(path);
  if (systemCodeOf(obstacle) !== 'ENOENT' || parent === path) throw obstacle;
  if (!(await isThere(parent))) await makeFolders(parent);
  // The parent may have been missing only because another process was about to create it.
  const remaining = await obstacleTo(path);
  if (remaining !== undefined) throw remaining;
};
