import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockFile } from '../../installation/data-directory/file-lock.ts';
import {
  openOwnFile,
  readIfThere,
  systemCodeOf,
  writeAtomically,
} from '../../installation/data-directory/small-files.ts';
import { hashToken } from './hash-token.ts';

/** The folder of the keys in a data directory. */
type Keys = { readonly keys: string };

/** Where the hash of the token in force is kept. The token itself is not. */
const hashPath = (keys: string): string => join(keys, 'admin-token.sha256');
/** Where a new token is written when there is no terminal to print it to; for its owner to read and remove. */
const tokenPath = (keys: string): string => join(keys, 'admin-token');

/** The digest that the nodes of a database last agreed on, as recorded in this folder. */
const agreedPath = (keys: string): string => join(keys, 'admin-token.shared');

const hexHashOf = (token: string): string => Buffer.from(hashToken(token)).toString('hex');

const readHash = async (keys: string): Promise<string | undefined> => {
  const stored = (await readIfThere(hashPath(keys)))?.trim();
  return stored !== undefined && /^[0-9a-f]{64}$/.test(stored) ? stored : undefined;
};

/** The digest of the token in force here, and the one that was last agreed on with other nodes. */
export const readAdminTokenState = async ({
  keys,
}: Keys): Promise<{ readonly hash: string | undefined; readonly agreed: string | undefined }> => ({
  hash: await readHash(keys),
  agreed: (await readIfThere(agreedPath(keys)))?.trim(),
});

/** Puts the token into force on which the nodes agreed, of which only the digest is known. */
export const adoptAdminToken = async ({ keys }: Keys, hash: string): Promise<void> => {
  if ((await readHash(keys)) !== hash) {
    await writeAtomically(hashPath(keys), hash);
    await rm(tokenPath(keys), { force: true });
  }
  await writeAtomically(agreedPath(keys), hash);
};

/** Puts a token into force that its owner already has. The readable file of another one is removed. */
export const setAdminToken = async ({ keys }: Keys, token: string): Promise<void> => {
  if ((await readHash(keys)) !== hexHashOf(token)) await writeAtomically(hashPath(keys), hexHashOf(token));
  await rm(tokenPath(keys), { force: true });
};

/**
 * Reads the SHA-256 of the token in force, or undefined when there is none. The file is read again whenever it has
 * been replaced, so that a reset counts at once in every process that uses the folder.
 */
export const createAdminTokenReader = ({ keys }: Keys): (() => Promise<Uint8Array | undefined>) => {
  let known: { readonly version: string; readonly hash: Uint8Array | undefined } | undefined;
  return async () => {
    let version: string;
    try {
      // It is replaced, never written into: another file has another number, however coarse the clock of the disk is.
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

/** Prints a token to a terminal; resolves when it has been written out. */
export type DisplayToken = (token: string) => Promise<void>;

/** A token in force whose text can still be read: in `file`, unless it was displayed. */
export type IssuedToken = {
  /** Whether it has just been made. */
  readonly fresh: boolean;
  readonly file?: string;
};

const RETRY_MS = 50;

/**
 * Does some work on the token of a folder under a lock. Of two processes that make one at the same time, the file could
 * hold the token of the one and the hash that of the other, and no one would ever see the one that is in force.
 */
const alone = async <Result>({ keys }: Keys, work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    const file = await openOwnFile(join(keys, 'admin-token.lock'));
    let lock: Awaited<ReturnType<typeof lockFile>>;
    try {
      lock = await lockFile(file);
    } catch {
      // No locks there: two must not be at it at once.
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
 * Makes a new admin token, displays it or writes it to a file, and only then puts it into force: its hash is all that is kept, so whatever
 * ends the process in between must leave the old state. A token that was shown and is not in force yet opens nothing,
 * but its owner sees the next one too; the other way round no one would ever see the one that is in force.
 */
export const makeAdminToken = (keys: Keys, show: DisplayToken | undefined): Promise<IssuedToken> =>
  alone(keys, () => makeToken(keys, show));

/**
 * Makes the admin token on the first start and displays it or writes it to a file. On a later start answers the file that
 * still holds the token in force, and undefined once that has been removed. Of several nodes that start on one folder, one makes it.
 */
export const ensureAdminToken = (
  { keys }: Keys,
  show: DisplayToken | undefined,
): Promise<IssuedToken | undefined> =>
  alone({ keys }, async () => {
    const inForce = await readHash(keys);
    if (inForce === undefined) return makeToken({ keys }, show);
    const left = (await readIfThere(tokenPath(keys)))?.trim();
    return left !== undefined && hexHashOf(left) === inForce
      ? { fresh: false, file: tokenPath(keys) }
      : undefined;
  });
