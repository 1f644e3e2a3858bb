import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFolder } from '../disk/is-folder.ts';
import { isThere } from '../disk/is-there.ts';
import { systemCodeOf } from './small-files.ts';

/** Makes one folder unless it is there; answers what was in the way, if anything. */
const obstacleTo = async (path: string): Promise<unknown> => {
  try {
    await mkdir(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    return systemCodeOf(error) === 'EEXIST' && (await isFolder(path)) ? undefined : error;
  }
};

/**
 * Makes a folder with those above it, readable by their owner alone, unless they are there. `mkdir` of Node.js with
 * `recursive` never ends where making a folder in one that is there is answered by ENOENT, as /proc does.
 *
 * Rejects with the error of the operating system.
 */
export const makeFolders = async (path: string): Promise<void> => {
  const obstacle = await obstacleTo(path);
  if (obstacle === undefined) return;
  const parent = dirname(path);
  if (systemCodeOf(obstacle) !== 'ENOENT' || parent === path) throw obstacle;
  if (!(await isThere(parent))) await makeFolders(parent);
  // The parent may have been missing at first only because another process was about to make it.
  const remaining = await obstacleTo(path);
  if (remaining !== undefined) throw remaining;
};
