import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { KEY_BYTES } from './key-wrapping.ts';

/** The name of the master key's file in the data directory. */
export const MASTER_KEY_FILE = 'master.key';

const unusable = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'key-vault' }));

const HEX = /^[0-9a-f]{64}$/i;
/** 43 digits and an optional padding, in the usual or the URL alphabet. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Reads 32 bytes out of hex or base64 text; `undefined` when it is neither. */
export const parseMasterKey = (text: string): Uint8Array | undefined => {
  const trimmed = text.trim();
  if (HEX.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (!BASE64.test(trimmed)) return undefined;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === KEY_BYTES ? bytes : undefined;
};

const readKeyFile = async (path: string): Promise<Uint8Array | undefined> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unusable(`The master key file ${path} cannot be read.`);
  }
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) {
    throw unusable(`The master key file ${path} is open to other users. Restrict it: chmod 600 ${path}`);
  }
  const key = parseMasterKey(text);
  if (!key) throw unusable(`The master key file ${path} does not hold 32 bytes in hex or base64.`);
  return key;
};

const syncDirectory = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return; // Windows has no handle on a directory to flush.
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

/** Writes the whole file under another name first: no process ever reads half a key, and only one maker wins. */
const makeKeyFile = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dirname(path));
};

/**
 * The 32-byte key that wraps all others: from configuration (64 hex digits or base64), or from `master.key` in the
 * data directory, which is made when it does not exist. Rejects with `unavailable` and a sentence for the operator
 * when what is there cannot be used.
 */
export const loadMasterKey = async ({
  dataDirectory,
  configured,
  mayMake = true,
}: {
  readonly dataDirectory: string;
  readonly configured?: string | undefined;
  /** Whether a missing key is made; not where keys are wrapped with one that is lost. */
  readonly mayMake?: boolean;
}): Promise<Uint8Array> => {
  if (configured !== undefined) {
    const key = parseMasterKey(configured);
    if (!key) throw unusable('MASTER_KEY must be 32 bytes as 64 hex digits or as base64.');
    return key;
  }
  const path = join(dataDirectory, MASTER_KEY_FILE);
  const existing = await readKeyFile(path);
  if (existing) return existing;
  if (!mayMake)
    throw unusable(
      `The master key is missing: there is no ${path}, and MASTER_KEY is not set. Restore one of them from where you ` +
        'keep it; without it everything encrypted in this database stays unreadable.',
    );
  await makeKeyFile(path);
  const made = await readKeyFile(path);
  if (!made) throw unusable(`The master key file ${path} could not be made.`);
  return made;
};
