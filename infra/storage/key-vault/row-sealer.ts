import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { RowSealer } from '../../../ports/row-sealer.ts';
import { deriveKey } from './derive-key.ts';
import { KEY_BYTES } from './key-wrapping.ts';

const CIPHER = 'aes-256-gcm';
/** 96 bits, the length for which GCM is defined without hashing the IV (NIST SP 800-38D, section 5.2.1.1). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1:';

type WorkingKeys = { readonly encryption: KeyObject; readonly nonces: KeyObject };

/** Working keys are cached as long as the vault caches the bytes that they derive from. */
const derived = new WeakMap<Uint8Array, WorkingKeys>();

/**
 * Derives the keys for rows, which differ from those for events (HKDF, RFC 5869): one for encryption, one for nonces.
 */
const workingKeysOf = (key: Uint8Array): WorkingKeys => {
  const known = derived.get(key);
  if (known) return known;
  const bytes = deriveKey(key, 'anamnesis/read-model/v1', 2 * KEY_BYTES);
  const made = {
    encryption: createSecretKey(bytes.subarray(0, KEY_BYTES)),
    nonces: createSecretKey(bytes.subarray(KEY_BYTES)),
  };
  derived.set(key, made);
  return made;
};

const broken = (message: string, cause?: unknown): Failure =>
  new Failure(failure('internal_error', message, { component: 'key-vault' }), { cause });

/**
 * AES-256-GCM with a nonce that is an HMAC of place and content: equal content in the same place yields the same
 * ciphertext, anything else has another nonce (the construction of SIV, RFC 5297, with 96 bits).
 */
const seal = ({ encryption, nonces }: WorkingKeys, place: string, content: string): string => {
  const nonce = createHmac('sha256', nonces)
    .update(`${place.length}:${place}${content}`, 'utf8')
    .digest()
    .subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, encryption, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(place, 'utf8'));
  const sealed = Buffer.concat([nonce, cipher.update(content, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return VERSION + sealed.toString('base64');
};

const open = ({ encryption }: WorkingKeys, place: string, sealed: string): string => {
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64');
  const tagStart = bytes.length - TAG_BYTES;
  if (!sealed.startsWith(VERSION) || tagStart < NONCE_BYTES)
    throw broken('A sealed row has an unknown format.');
  try {
    const decipher = createDecipheriv(CIPHER, encryption, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(place, 'utf8'));
    decipher.setAuthTag(bytes.subarray(tagStart));
    return decipher.update(bytes.subarray(NONCE_BYTES, tagStart), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw broken('A sealed row cannot be opened: it or its key was altered, or it was moved.', cause);
  }
};

/** Seals rows with keys of the vault. */
export const createRowSealer = (
  vault: Pick<KeyVault, 'keysFor' | 'existingKeys' | 'onDestroyed'>,
): RowSealer => ({
  onDestroyed: vault.onDestroyed,
  keysOf: async (subjects, make) => {
    const asked = [...new Set(subjects)];
    const keys =
      asked.length === 0
        ? new Map<string, Uint8Array | undefined>()
        : await (make ? vault.keysFor(asked) : vault.existingKeys(asked));
    /** Undefined if the key was destroyed. */
    const keyOf = (subject: string): WorkingKeys | undefined => {
      const key = keys.get(subject);
      if (key) return workingKeysOf(key);
      if (keys.has(subject)) return undefined;
      throw broken('The key to a sealed row is missing.');
    };
    return {
      has: (subject) => keys.get(subject) !== undefined,
      seal: (subject, place, content) => {
        const working = keyOf(subject);
        return working && seal(working, place, content);
      },
      open: (subject, place, sealed) => {
        const working = keyOf(subject);
        return working && open(working, place, sealed);
      },
    };
  },
});
