import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockFile } from '../../installation/data-directory/file-lock.ts';
import {
  openOwnFile,
  readIfExists,
  systemCodeOf,
  writeAtomically,
} from '../../installation/data-directory/small-files.ts';
import { hashToken } from './hash-token.ts';

/** The folder of keys in a data directory. */
type Keys = { readonly keys: string };

/** The file with the hash of the token in force. The token itself is not stored. */
const hashPath = (keys: string): string => join(keys, 'admin-token.sha256');
/** The file with a new token when there is no terminal to print it to; its owner reads and deletes it. */
const tokenPath = (keys: string): string => join(keys, 'admin-token');

/** The digest that the nodes of a database last agreed on, as recorded in this folder. */
const agreedPath = (keys: string): string => join(keys, 'admin-token.shared');

const hexHashOf = (token: string): string => Buffer.from(hashToken(token)).toString('hex');

const readHash = async (keys: string): Promise<string | undefined> => {
  const stored = (await readIfExists(hashPath(keys)))?.trim();
  return stored !== undefined && /^[0-9a-f]{64}$/.test(stored) ? stored : undefined;
};

/** Reads the digest of the token in force here, and the one last agreed on with other nodes. */
export const readAdminTokenState = async ({
  keys,
}: Keys): Promise<{ readonly hash: string | undefined; readonly agreed: string | undefined }> => ({
  hash: await readHash(keys),
  agreed: (await readIfExists(agreedPath(keys)))?.trim(),
});

/** Activates the token that the nodes agreed on, of which only the digest is known. */
export const adoptAdminToken = async ({ keys }: Keys, hash: string): Promise<void> => {
  if ((await readHash(keys)) !== hash) {
    await writeAtomically(hashPath(keys), hash);
    await rm(tokenPath(keys), { force: true });
  }
  await writeAtomically(agreedPath(keys), hash);
};

/** Activates a token that its owner already has, and removes the readable file of any other. */
export const setAdminToken = async ({ keys }: Keys, token: string): Promise<void> => {
  if ((await readHash(keys)) !== hexHashOf(token)) await writeAtomically(hashPath(keys), hexHashOf(token));
  await rm(tokenPath(keys), { force: true });
};

/**
 * Creates a reader of the SHA-256 of the token in force, or undefined when there is none. The file is reread
 * whenever it was replaced, so a reset takes effect immediately in every process that uses the folder.
 */
export const createAdminTokenReader = ({ keys }: Keys): (() => Promise<Uint8Array | undefined>) => {
  let known: { readonly version: string; readonly hash: Uint8Array | undefined } | undefined;
  return async () => {
    let version: string;
    try {
      // The file is replaced, never overwritten, so its inode changes even if the disk's clock is too coarse.
      const { ino, mtimeMs, ctimeMs } = await stat(hashPath(keys));
      version = `${ino} ${mtimeMs} ${ctimeMs}`;
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
      return undefined;
    }
    if (known?.version !== version) {
      const hash = await readHash(keys);
      known = { version, hash: hash === undefined ? undefined : Buffer.from(hash, 'hex') };
    }
    return known.hash;
  };
};

/** Prints a token to a terminal; resolves when it has been written. */
export type DisplayToken = (token: string) => Promise<void>;

/** A token in force whose text can still be read: from `file`, unless it was displayed. */
export type IssuedToken = {
  /** Whether the token was created just now. */
  readonly fresh: boolean;
  readonly file?: string;
};

const RETRY_MS = 50;

/**
 * Runs work on a folder's token under a lock. If two processes made a token at the same time, the file could
 * contain one token and the hash belong to the other, so the token in force would be lost.
 */
const alone = async <Result>({ keys }: Keys, work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    const file = await openOwnFile(join(keys, 'admin-token.lock'));
    let lock: Awaited<ReturnType<typeof lockFile>>;
    try {
      lock = await lockFile(file);
    } catch {
      // The file system has no locks; then only one process may use the folder.
      return work();
    }
    if (lock !== undefined) {
      try {
        return await work();
      } finally {
        await lock.release();
      }
    }
    await delay(RETRY_MS);
  }
};

const makeToken = async ({ keys }: Keys, show: DisplayToken | undefined): Promise<IssuedToken> => {
  // 192 random bits.
  const token = randomBytes(24).toString('base64url');
  if (show === undefined) await writeAtomically(tokenPath(keys), `${token}\n`);
  else await show(token);
  await writeAtomically(hashPath(keys), hexHashOf(token));
  if (show === undefined) return { fresh: true, file: tokenPath(keys) };
  await rm(tokenPath(keys), { force: true });
  return { fresh: true };
};

/**
 * Creates a new admin token, displays it or writes it to a file, and only then activates it. Only its hash is
 * stored, so a crash in between must leave the old token in force: a token shown but not active is harmless,
 * as its owner sees the next one, but an active token that was never shown would be lost.
 */
export const makeAdminToken = (keys: Keys, show: DisplayToken | undefined): Promise<IssuedToken> =>
  alone(keys, () => makeToken(keys, show));

/**
 * Creates the admin token on the first start and displays it or writes it to a file. On later starts returns
 * the file while it still contains the token in force, and undefined once it is gone. Of several nodes that
 * start on one folder, one creates the token.
 */
export const ensureAdminToken = (
  { keys }: Keys,
  show: DisplayToken | undefined,
): Promise<IssuedToken | undefined> =>
  alone({ keys }, async () => {
    const inForce = await readHash(keys);
    if (inForce === undefined) return makeToken({ keys }, show);
    const left = (await readIfExists(tokenPath(keys)))?.trim();
    return left !== undefined && hexHashOf(left) === inForce
      ? { fresh: false, file: tokenPath(keys) }
      : undefined;
  });
