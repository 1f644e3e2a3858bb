import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Logger } from '../../../ports/logger.ts';
import { isLockExclusive, type LockOpenFile, lockFile, lockOpenFile } from './file-lock.ts';
import { type DataDirectory, dataDirectoryFailure } from './open-data-directory.ts';
import { openOwnFile } from './small-files.ts';

/** Network file systems, and those shared with the host of a virtual machine (Linux: statfs(2), `f_type`). */
const farFileSystems = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'CephFS'],
]);

const refused = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'data-directory' }));

const withoutLocks = (path: string): Failure =>
  refused(
    `The file system of the data directory ${path} does not support locks: two servers could open the database ` +
      'at the same time and destroy it. Set DATA_DIR to a folder on a local disk, or DATABASE_URL to a PostgreSQL server.',
  );

/** Locks on such file systems work on this machine; whether they reach others depends on the server. */
const warnIfFar = async (path: string, logger: Logger): Promise<void> => {
  if (process.platform !== 'linux') return;
  const name = farFileSystems.get((await statfs(path)).type);
  if (name === undefined) return;
  logger.warn(
    { component: 'data-directory', fileSystem: name },
    'The data directory is on a file system whose locks may not reach other machines. Never start a second server ' +
      'on it elsewhere: two would destroy the database. A local disk is safe.',
  );
};

/**
 * Locks the data directory so that only this process opens its embedded database: two would destroy it. Returns a
 * function that releases the lock. The operating system holds it, across containers too, and releases it when the
 * process exits; the content of the file is for people (and for versions that relied on process ids).
 *
 * @throws Failure when another process holds it, or the file system does not support locks
 */
export const lockDataDirectory = async (
  { path }: DataDirectory,
  logger: Logger,
  lock: LockOpenFile = lockOpenFile,
): Promise<() => Promise<void>> => {
  const lockPath = join(path, 'lock');
  const file = await openOwnFile(lockPath).catch((error: unknown) => {
    throw dataDirectoryFailure(path, error);
  });
  const taken = await lockFile(file, lock).catch(() => {
    throw withoutLocks(path);
  });
  if (taken === undefined)
    throw refused(
      `The data directory ${path} is in use by another server or command. Stop it first, or set DATA_DIR to ` +
        'another folder.',
    );
  try {
    if (!(await isLockExclusive(lockPath, lock))) throw withoutLocks(path);
    await warnIfFar(path, logger);
    await taken.file.truncate();
    await taken.file.write(String(process.pid));
  } catch (error) {
    await taken.release();
    throw error;
  }
  return async () => {
    // The file stays: if it were removed, the next two processes could lock different files of the same name.
    await taken.file.truncate().catch(() => {});
    await taken.release();
  };
};
