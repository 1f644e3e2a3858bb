import { type FileHandle, open } from 'node:fs/promises';
import { tryLock } from 'fs-native-extensions';

/** A lock of the operating system on an open file. It ends with `release`, or with the process, however that ends. */
export type FileLock = { readonly file: FileHandle; readonly release: () => Promise<void> };

/** Locks the open file exclusively: true when it is ours now, false when another open file holds it; throws otherwise. */
export type LockOpenFile = (fd: number) => boolean;

/** Far behind any content, so that what is written in the file stays readable where locks are mandatory (Windows). */
const LOCKED_BYTE = 2 ** 40;

export const lockOpenFile: LockOpenFile = (fd) => tryLock(fd, LOCKED_BYTE, 1);

/** Node.js closes files that nothing refers to any more, and the lock would go with them. */
const held = new Set<FileHandle>();

/**
 * Takes the lock of an open file, which is closed when another process has it: the answer is then undefined. Unlike a
 * process id the lock means the same in every container that mounts the folder, and a crash leaves none behind.
 *
 * @throws the operating system's error when the file system does not support locks
 */
export const lockFile = async (
  file: FileHandle,
  lock: LockOpenFile = lockOpenFile,
): Promise<FileLock | undefined> => {
  try {
    if (!lock(file.fd)) {
      await file.close();
      return undefined;
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  held.add(file);
  return {
    file,
    release: async () => {
      if (held.delete(file)) await file.close();
    },
  };
};

/** Whether a lock that was just taken excludes other processes. Some file systems grant it to all who ask. */
export const isLockExclusive = async (path: string, lock: LockOpenFile = lockOpenFile): Promise<boolean> => {
  const second = await open(path, 'r+');
  try {
    return !lock(second.fd);
  } finally {
    await second.close();
  }
};
