import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFolder } from '../disk/is-folder.ts';
import { isThere } from '../disk/is-there.ts';
import { systemCodeOf } from './small-files.ts';

/**
 * Makes a folder with those above it, readable by their owner alone, unless they are there. `mkdir` of Node.js with
 * `recursive` never ends where making a folder in one that is there is answered by ENOENT, as /proc does.
 *
 * Rejects with the error of the operating system.
 */
export const makeFolders = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'EEXIST' && (await isFolder(path))) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path || (await isThere(parent))) throw error;
    await makeFolders(parent);
    await makeFolders(path);
  }
};
