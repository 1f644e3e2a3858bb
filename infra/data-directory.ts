import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';

/** Where a running server can be reached; written beside its data so that the command line finds it. */
const serverSchema = z.object({ pid: z.int(), url: z.url() });
export type RunningServer = z.output<typeof serverSchema>;

export type DataDirectory = {
  readonly path: string;
  readonly database: string;
  readonly blobs: string;
  readonly keys: string;
  /** 32 bytes with which the command line signs its own tokens: who can read it could read everything anyway. */
  readonly tokenSecret: Uint8Array;
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Writes a small file so that after a crash either the old or the new content is there, readable by us alone. */
const writeWhole = async (path: string, content: string): Promise<void> => {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.new`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is such a process, but it belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Opens a data directory, making it on the first start. */
export const openDataDirectory = async (path: string): Promise<DataDirectory> => {
  const root = resolve(path);
  const keys = join(root, 'keys');
  await mkdir(keys, { recursive: true, mode: 0o700 });
  const secretPath = join(keys, 'token.secret');
  if ((await readIfThere(secretPath)) === undefined) {
    await writeFile(secretPath, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(
      (error: unknown) => {
        // Another process was faster; its secret counts.
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      },
    );
  }
  return {
    path: root,
    database: join(root, 'database'),
    blobs: join(root, 'blobs'),
    keys,
    tokenSecret: Buffer.from((await readFile(secretPath, 'utf8')).trim(), 'hex'),
  };
};

/**
 * Makes sure that this process is the only one to open the embedded database of the directory: two would destroy it.
 * Answers how to give the lock back. A lock left by a process that no longer runs is taken over.
 */
export const lockDataDirectory = async ({ path }: DataDirectory): Promise<() => Promise<void>> => {
  const lock = join(path, 'lock');
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rm(lock, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = Number((await readIfThere(lock)) ?? 0);
    if (holder > 0 && holder !== process.pid && isAlive(holder)) {
      throw new Failure(
        failure(
          'unavailable',
          `The data directory is in use by process ${holder}. Stop it first, or set DATA_DIR to another folder.`,
        ),
      );
    }
    await rm(lock, { force: true });
  }
};

/**
 * The SHA-256 of the admin token. A token that is given replaces the stored one; without one, the first start makes
 * one, and only then is it known: `fresh` is to be shown once.
 */
export const openAdminToken = async (
  { keys }: DataDirectory,
  given: string | undefined,
): Promise<{ readonly hash: Uint8Array; readonly fresh?: string }> => {
  const path = join(keys, 'admin-token.sha256');
  const digest = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();
  if (given !== undefined) {
    await writeWhole(path, digest(given).toString('hex'));
    return { hash: digest(given) };
  }
  const stored = (await readIfThere(path))?.trim();
  if (stored !== undefined && /^[0-9a-f]{64}$/.test(stored)) return { hash: Buffer.from(stored, 'hex') };
  const fresh = randomBytes(24).toString('base64url');
  await writeWhole(path, digest(fresh).toString('hex'));
  return { hash: digest(fresh), fresh };
};

const serverFile = (path: string): string => join(resolve(path), 'server.json');

/** Tells the command line where this process listens. */
export const announceServer = async ({ path }: DataDirectory, url: string): Promise<() => Promise<void>> => {
  await writeWhole(serverFile(path), JSON.stringify({ pid: process.pid, url }));
  return () => rm(serverFile(path), { force: true });
};

/** The server that runs on a data directory, if one does. */
export const findRunningServer = async (path: string): Promise<RunningServer | undefined> => {
  const text = await readIfThere(serverFile(path));
  if (text === undefined) return undefined;
  const parsed = serverSchema.safeParse(JSON.parse(text));
  return parsed.success && isAlive(parsed.data.pid) ? parsed.data : undefined;
};
