import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The code of an operating system error, e.g. `ENOENT`; undefined for any other error. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The text of a small file, or undefined when there is no such file. */
export const readIfExists = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Opens a file of ours for reading and appending, and creates it if it is missing. A symbolic link in its place is
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

/** The access of a file that only its owner can read. */
const OWNER_ONLY = 0o600;

/** Writes a temporary file next to `path`, with its final access, and lets `name` move it into place. */
const writeBeside = async (
  path: string,
  content: string,
  name: (draft: string) => Promise<void>,
  mode = OWNER_ONLY,
): Promise<void> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(content);
      // A service must be able to read what root writes in its folder. Ownership changes through the open file and not
      // its name, which the service could have redirected to a file of root's.
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

/**
 * Replaces a small file atomically: after a crash it has either the old or the new content. Only its owner can read it,
 * unless `mode` says otherwise.
 */
export const writeAtomically = (path: string, content: string, mode?: number): Promise<void> =>
  writeBeside(path, content, (draft) => rename(draft, path), mode);

/** Creates a small file with this content unless it exists; of several concurrent calls, one wins. */
export const writeOnce = async (path: string, content: string): Promise<void> => {
  if ((await readIfExists(path)) !== undefined) return;
  await writeBeside(path, content, async (draft) => {
    await link(draft, path).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    });
  });
};
