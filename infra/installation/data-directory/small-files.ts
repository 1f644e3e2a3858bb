import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What the operating system calls an error, e.g. `ENOENT`; undefined when it is none of its errors. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The text of a small file, or undefined when there is no such file. */
export const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Opens a file of ours for reading and appending, and makes it when there is none. A symbolic link in its place is
 * refused (`ELOOP`): anyone with write access to the folder could point it to any file of the user who runs this.
 */
export const openOwnFile = (path: string): Promise<FileHandle> =>
  open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW, 0o600);

/** Makes new names in a folder durable: they are part of the folder, not of the file. */
const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return; // Windows has no handle on a folder to flush.
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Writes a file beside its place, readable by its owner alone, and gives it its name by `name`. */
const writeBeside = async (
  path: string,
  content: string,
  name: (draft: string) => Promise<void>,
): Promise<void> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      // What root writes in a service's folder, the service has to be able to read. The open file is given away and not
      // its name, which the service could let lead to a file of root's meanwhile.
      if (process.getuid?.() === 0) {
        const { uid, gid } = await stat(dirname(path));
        await file.chown(uid, gid);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await name(draft);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
};

/** Writes a small file so that after a crash either the old or the new content is there, readable by its owner alone. */
export const writeAtomically = (path: string, content: string): Promise<void> =>
  writeBeside(path, content, (draft) => rename(draft, path));

/** Makes a small file with this content unless there is one; of several that try at once, one wins. */
export const writeOnce = async (path: string, content: string): Promise<void> => {
  if ((await readIfThere(path)) !== undefined) return;
  await writeBeside(path, content, async (draft) => {
    await link(draft, path).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    });
  });
};
