import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database, SqlSession } from '../../../ports/database.ts';
import { readSharedFact } from '../database/shared-facts.ts';
import { type CheckedKey, firstCheckValue, openCheckValue } from './check-value.ts';
import { createKeyWrapping, KEY_BYTES, type KeyWrapping } from './key-wrapping.ts';
import { masterKeyFingerprint } from './master-key-fingerprint.ts';
import { proposeMasterKeyCheck } from './wrapped-keys.ts';

/** A master key of this process. */
export type HeldKey = {
  readonly key: Uint8Array;
  readonly fingerprint: string;
  readonly wrapping: KeyWrapping;
};

/**
 * The master keys of a process, one or, while they are being rotated, two, and the secret of the installation. Of two
 * keys, new keys of subjects are wrapped with the one in force, which all nodes agree on in the database.
 */
export type KeyRing = {
  /** 32 bytes from which hashes derive. Stays the same when the master key is rotated. */
  readonly installationSecret: Uint8Array;
  /** The configured master key, first, and the previous one if given. */
  readonly held: readonly HeldKey[];
  /** Wraps with the key in force; unwraps with any that is held. */
  readonly wrapping: KeyWrapping;
  /** The fingerprint of the key in force, as far as this process knows. */
  readonly inForce: () => string;
  /**
   * Reads again which key is in force.
   *
   * @throws Failure `unavailable` when this process does not have it
   */
  readonly refresh: () => Promise<void>;
};

const unavailable = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'key-vault' }));

const missing = (inForce: string): Failure =>
  unavailable(
    `The keys in this database are wrapped with the master key ${inForce}, to which it was rotated, and this process does ` +
      'not have that key. Set MASTER_KEY_FILE to its file, and restart.',
  );

/** What opens a check value, and its content. */
export const findHolder = (
  held: readonly HeldKey[],
  check: string,
): { readonly holder: HeldKey; readonly checked: CheckedKey } | undefined => {
  for (const holder of held) {
    const checked = openCheckValue(holder.key, check);
    if (checked) return { holder, checked };
  }
  return undefined;
};

/** A 32-byte master key with what derives from it. */
export const heldKey = (key: Uint8Array): HeldKey => {
  if (key.length !== KEY_BYTES) throw new Error('The master key must have 32 bytes.');
  return { key, fingerprint: masterKeyFingerprint(key), wrapping: createKeyWrapping(key) };
};

const unknownKeys = (held: readonly HeldKey[], inForce: string | undefined): Failure => {
  if (inForce === undefined)
    return unavailable(
      'The master key is not the one with which the keys in this database were wrapped. Configure the original ' +
        'master key or restore its file; with a different one everything encrypted stays unreadable.',
    );
  return held.some(({ fingerprint }) => fingerprint === inForce)
    ? unavailable(
        'Keys are still being wrapped with this master key. Set PREVIOUS_MASTER_KEY_FILE to the previous one until "npx ' +
          'anamnesis doctor" says that it is no longer needed.',
      )
    : missing(inForce);
};

/** The name of the fact that says which master key is in force; absent before the first rotation. */
export const IN_FORCE = 'master-key';

/**
 * Opens the key ring of a database. The first start sets the database up with the master key.
 *
 * @throws Failure `unavailable` when neither key is the one of this database, or one that it needs is missing
 */
export const openKeyRing = async (
  database: Pick<Database, 'query'>,
  masterKey: Uint8Array,
  previous?: Uint8Array,
): Promise<KeyRing> => {
  const held = [masterKey, ...(previous ? [previous] : [])].map(heldKey);
  const check = await proposeMasterKeyCheck(database, firstCheckValue(masterKey));
  const found = findHolder(held, check);
  const readInForce = (session: SqlSession) => readSharedFact(session, IN_FORCE);
  if (!found) throw unknownKeys(held, await readInForce(database));
  const find = (wanted: string): HeldKey => {
    const key = held.find(({ fingerprint }) => fingerprint === wanted);
    if (key) return key;
    throw missing(wanted);
  };
  const current = async (): Promise<HeldKey> =>
    find((await readInForce(database)) ?? found.holder.fingerprint);
  let inForce = await current();
  return {
    installationSecret: found.checked.installationSecret,
    held,
    inForce: () => inForce.fingerprint,
    refresh: async () => {
      inForce = await current();
    },
    wrapping: {
      wrap: (secret, place) => inForce.wrapping.wrap(secret, place),
      unwrap: (wrapped, place) => {
        const other = held.find((key) => key !== inForce);
        if (!other) return inForce.wrapping.unwrap(wrapped, place);
        try {
          return inForce.wrapping.unwrap(wrapped, place);
        } catch {
          return other.wrapping.unwrap(wrapped, place);
        }
      },
    },
  };
};
