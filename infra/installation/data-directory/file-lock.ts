import { type FileHandle, open } from 'node:fs/promises';
import { tryLock } from 'fs-native-extensions';

/**
 * An operating system lock on an open file. It is released by `release`, or when the process exits, however that
 * happens.
 */
export type FileLock = { readonly file: FileHandle; readonly release: () => Promise<void> };

/**
 * Locks the open file exclusively: true when acquired, false when another open file holds the lock; throws otherwise.
 */
export type LockOpenFile = (fd: number) => boolean;

/** Far beyond any content, so that the file stays readable where locks are mandatory (Windows). */
const LOCKED_BYTE = 2 ** 40;

export const lockOpenFile: LockOpenFile = (fd) => tryLock(fd, LOCKED_BYTE, 1);

/** Node.js closes unreferenced file handles, which would release the lock. */
const held = new Set<FileHandle>();

/**
 * Acquires the lock of an open file. If another process holds it, closes the file and resolves with undefined. Unlike a
 * process id, the lock means the same in every container that mounts the folder, and a crash leaves none behind.
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

/** Whether a lock just acquired excludes other processes. Some file systems grant it to everyone. */
export const isLockExclusive = async (path: string, lock: LockOpenFile = lockOpenFile): Promise<boolean> => {
  const second = await open(path, 'r+');
  try {
    return !lock(second.fd);
  } finally {
    await second.close();
  }
};
