import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isWithinFolder } from '../../../domain/kernel/is-within-folder.ts';
import type { KeyService } from '../../../ports/key-service.ts';
import { isAccessibleToOthers } from '../../installation/environment/is-accessible-to-others.ts';
import { KEY_BYTES } from './key-wrapping.ts';

/** The name of the master key's file in the data directory. */
export const MASTER_KEY_FILE = 'master.key';

const unusable = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'key-vault' }));

const HEX = /^[0-9a-f]{64}$/i;
/** 43 digits and optional padding, in the standard or the URL-safe alphabet. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** The message for an invalid key in the environment. */
export const WRONG_MASTER_KEY = 'MASTER_KEY must be 32 bytes as 64 hex digits or as base64.';

/** Reads 32 bytes out of hex or base64 text; `undefined` when it is neither. */
export const parseMasterKey = (text: string): Uint8Array | undefined => {
  const trimmed = text.trim();
  if (HEX.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (!BASE64.test(trimmed)) return undefined;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === KEY_BYTES ? bytes : undefined;
};

/** The prefix of a key file whose key is wrapped by a key service. */
const WRAPPED = 'wrapped:';

/** The content of a key file: the key itself, or text that only a key service can unwrap. */
type KeyFile = { readonly key: Uint8Array } | { readonly wrapped: string };

/** Reads a key file; `undefined` if it does not exist. */
const readKeyFile = async (path: string): Promise<KeyFile | undefined> => {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unusable(`The master key file ${path} cannot be read.`);
  }
  if (text.startsWith(WRAPPED)) return { wrapped: text.slice(WRAPPED.length) };
  if (isAccessibleToOthers(await stat(path), process.getuid?.()))
    throw unusable(`The master key file ${path} is open to other users. Restrict it: chmod 600 ${path}`);
  const key = parseMasterKey(text);
  if (!key) throw unusable(`The master key file ${path} does not hold 32 bytes in hex or base64.`);
  return { key };
};

/** The text to write to a key file. */
const textOf = async (key: Uint8Array, service: KeyService | undefined): Promise<string> =>
  service ? `${WRAPPED}${await service.wrap(key)}\n` : `${Buffer.from(key).toString('hex')}\n`;

const wrappedWithoutService = (path: string): Failure =>
  unusable(
    `The master key in ${path} was wrapped by a key service. Set KEY_SERVICE_URL to that service: only it can unwrap the key.`,
  );

const openKeyFile = async (
  path: string,
  file: KeyFile,
  service: KeyService | undefined,
): Promise<Uint8Array> => {
  if ('key' in file) return file.key;
  if (!service) throw wrappedWithoutService(path);
  const key = await service.unwrap(file.wrapped);
  if (key.length !== KEY_BYTES)
    throw unusable('The key service returned something that is not a master key.');
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

/**
 * Writes the file under a temporary name first, so that no process ever reads half a key. Of several concurrent
 * creators one wins; a replacement is atomic.
 */
const writeKeyFile = async (path: string, text: string, how: 'make' | 'replace'): Promise<void> => {
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await (how === 'make' ? link(draft, path) : rename(draft, path));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dirname(path));
};

/** The places where the master key may be. */
export type MasterKeyPlace = {
  /** The folder `keys/` of the data directory. */
  readonly dataDirectory: string;
  /** The key itself, as 64 hex digits or base64. */
  readonly configured?: string | undefined;
  /** A file outside the data directory. */
  readonly file?: string | undefined;
  /** The file of the master key that this one replaces. */
  readonly previous?: string | undefined;
  /** Unwraps a wrapped file, and wraps a new key. */
  readonly service?: KeyService | undefined;
};

/**
 * Refuses an unusable MASTER_KEY_FILE before a database or a data directory is created: a missing mount must leave
 * nothing behind. Rejects with `unavailable`.
 */
export const requireNamedKeyFile = async (
  file: string | undefined,
  hasKeyService: boolean,
): Promise<void> => {
  if (file === undefined) return;
  const found = await readKeyFile(file);
  if (found === undefined)
    throw unusable(
      `The master key is missing: there is no ${file}, which MASTER_KEY_FILE names. Restore or mount it; for a new ` +
        `installation only, create one: (umask 077; openssl rand -hex 32 > ${file}).`,
    );
  if ('wrapped' in found && !hasKeyService) throw wrappedWithoutService(file);
};

/** The path of the master key's file, for keys that are not in the environment. */
export const masterKeyPath = ({ dataDirectory, file }: MasterKeyPlace): string =>
  file ?? join(dataDirectory, MASTER_KEY_FILE);

/**
 * The 32-byte key that wraps all others: from the environment, from a configured file, or from `master.key` in the
 * data directory, which is created if it does not exist. A key service unwraps a wrapped file. Rejects with
 * `unavailable` and a sentence for the operator when the key cannot be used.
 */
export const loadMasterKey = async ({
  mayMake = true,
  ...place
}: MasterKeyPlace & {
  /** True to create a missing key; false when existing keys are wrapped with a lost one. */
  readonly mayMake?: boolean;
}): Promise<Uint8Array> => {
  const { configured, file, service } = place;
  if (configured !== undefined) {
    const key = parseMasterKey(configured);
    if (!key) throw unusable(WRONG_MASTER_KEY);
    return key;
  }
  const path = masterKeyPath(place);
  const existing = await readKeyFile(path);
  if (existing) return openKeyFile(path, existing, service);
  // A key created in place of a missing mount would later be hidden by the intended one.
  if (file !== undefined)
    throw unusable(
      `The master key is missing: there is no ${path}, which MASTER_KEY_FILE names. Restore or mount it` +
        `${mayMake ? `, or create one: (umask 077; openssl rand -hex 32 > ${path})` : ''}.`,
    );
  if (!mayMake)
    throw unusable(
      `The master key is missing: there is no ${path}, and MASTER_KEY is not set. Restore one of them from your ` +
        'copy; without it everything encrypted in this database stays unreadable.',
    );
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeKeyFile(path, await textOf(randomBytes(KEY_BYTES), service), 'make');
  const made = await readKeyFile(path);
  if (!made) throw unusable(`The master key file ${path} could not be created.`);
  return openKeyFile(path, made, service);
};

/**
 * The master key that is being replaced, if its file is named; a key service unwraps a wrapped file. Undefined as well if
 * it is the configured key. Rejects with `unavailable` when the file cannot be used.
 */
export const loadPreviousMasterKey = async (
  { previous, service }: MasterKeyPlace,
  masterKey: Uint8Array,
): Promise<Uint8Array | undefined> => {
  if (previous === undefined) return undefined;
  const file = await readKeyFile(previous);
  if (file === undefined)
    throw unusable(
      `The previous master key is missing: there is no ${previous}, which PREVIOUS_MASTER_KEY_FILE names. Restore it, or ` +
        'unset the variable if "npx anamnesis doctor" has said that it is no longer needed.',
    );
  const key = await openKeyFile(previous, file, service);
  return Buffer.from(key).equals(masterKey) ? undefined : key;
};

/**
 * Advice to move the master key when it is in the data directory that it decrypts; otherwise `undefined`. `dataDir`
 * is the data directory, not its folder `keys`.
 */
export const masterKeyAdvice = async (
  dataDir: string,
  place: MasterKeyPlace,
): Promise<string | undefined> => {
  if (place.configured !== undefined) return undefined;
  const path = masterKeyPath(place);
  const file = await readKeyFile(path);
  if (file === undefined || 'wrapped' in file) return undefined;
  const [folder, real] = await Promise.all([realpath(dataDir), realpath(path)]);
  if (!isWithinFolder(folder, real, sep)) return undefined;
  return (
    `The master key is next to the data that it decrypts, in ${path}: anyone who copies the data directory can read ` +
    'everything. Move it with "npx anamnesis keys rewrap --to /another/place/master.key", or "--to service".'
  );
};

/**
 * Writes the master key to another place, and reads it back before resolving; the old place stays readable. Never
 * replaces a file that holds a different key.
 *
 * @throws Failure `rule_violated` when the file holds a different key
 */
export const rewrapMasterKey = async (
  key: Uint8Array,
  path: string,
  service: KeyService | undefined,
): Promise<void> => {
  const present = await readKeyFile(path);
  if (present && !Buffer.from(await openKeyFile(path, present, service)).equals(key))
    throw new Failure(
      failure(
        'rule_violated',
        `${path} holds another master key. Keep that file elsewhere, or name another one.`,
        {
          component: 'key-vault',
        },
      ),
    );
  const text = await textOf(key, service);
  try {
    await writeKeyFile(path, text, present ? 'replace' : 'make');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // The folder is not created: it would be hidden by a later mount.
    throw unusable(
      `The master key cannot be written to ${path} (${String(error.code)}): its folder must exist and be writable.`,
    );
  }
  const written = await readKeyFile(path);
  if (!written || !Buffer.from(await openKeyFile(path, written, service)).equals(key))
    throw unusable(`The master key could not be read back from ${path}.`);
};
