import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { makeFolders } from './make-folders.ts';
import { readIfExists, systemCodeOf, writeOnce } from './small-files.ts';

export type DataDirectory = {
  readonly path: string;
  readonly database: string;
  readonly blobs: string;
  readonly keys: string;
  /**
   * The 32-byte secret with which the command line signs its tokens: anyone who can read it could read everything
   * anyway.
   */
  readonly tokenSecret: Uint8Array;
};

/** Problems of a folder that an operator can fix. */
const causes: Readonly<Record<string, string>> = {
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'is a file or inside a file, not a folder',
  EACCES: 'cannot be written or read by the user who runs this program',
  EPERM: 'cannot be written or read by the user who runs this program',
  EROFS: 'is on a file system that is mounted read-only',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk whose quota is used up',
  ENOENT: 'cannot be created',
  EISDIR: 'contains a folder in place of one of its files',
  ELOOP: 'contains a symbolic link in place of one of its files',
};

const unusable = (message: string, cause?: unknown): Failure =>
  new Failure(failure('unavailable', message, { component: 'data-directory' }), { cause });

/**
 * Converts an error of the operating system to a sentence about the data directory; returns any other error unchanged.
 */
export const dataDirectoryFailure = (path: string, error: unknown): unknown => {
  const cause = causes[systemCodeOf(error) ?? ''];
  if (cause === undefined) return error;
  return unusable(`The data directory ${path} ${cause}. Fix that, or set DATA_DIR to another folder.`, error);
};

/** The file of the secret that signs tokens, in the folder of keys. */
export const TOKEN_SECRET_FILE = 'token.secret';

/** 32 bytes in hex. */
const SECRET = /^[0-9a-f]{64}$/;

/**
 * Opens a data directory, creating it at the first start.
 *
 * @throws Failure when it cannot be created, written or read
 */
export const openDataDirectory = async (path: string): Promise<DataDirectory> => {
  const root = resolve(path);
  const keys = join(root, 'keys');
  const secretPath = join(keys, TOKEN_SECRET_FILE);
  let secret: string;
  try {
    await makeFolders(keys);
    await writeOnce(secretPath, randomBytes(32).toString('hex'));
    secret = (await readIfExists(secretPath))?.trim() ?? '';
  } catch (error) {
    throw dataDirectoryFailure(root, error);
  }
  if (!SECRET.test(secret))
    throw unusable(
      `The file ${secretPath} does not hold 32 bytes in hex. Restore it, or remove it to have a new one created.`,
    );
  return {
    path: root,
    database: join(root, 'database'),
    blobs: join(root, 'blobs'),
    keys,
    tokenSecret: Buffer.from(secret, 'hex'),
  };
};
