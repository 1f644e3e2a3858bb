import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files under a folder that contain a text in any case, encoded as UTF-8 or UTF-16. */
export const findInFiles = async (folder: string, text: string): Promise<readonly string[]> => {
  const wanted = text.toLowerCase();
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = (await readFile(path)).toString('latin1').toLowerCase();
    if (bytes.includes(wanted) || bytes.replaceAll('\u0000', '').includes(wanted)) found.push(path);
  }
  return found;
};
