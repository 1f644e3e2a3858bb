import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

/** All keys of the vault have 256 bits. */
export const KEY_BYTES = 32;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Wraps keys and other secrets for storage. */
export type KeyWrapping = {
  /**
   * Returns IV, ciphertext and tag in base64. Bound to a place, such as the hash of a subject: what was wrapped for one
   * place cannot be unwrapped in another.
   */
  readonly wrap: (secret: Uint8Array, place: string) => string;
  /** Throws if the master key differs or anything was altered. */
  readonly unwrap: (wrapped: string, place: string) => Uint8Array;
};

/** Wraps with a key that is derived from the 32-byte master key (HKDF, RFC 5869). */
export const createKeyWrapping = (masterKey: Uint8Array): KeyWrapping => {
  const wrappingKey = deriveKey(masterKey, 'anamnesis vault key wrapping v1');

  return {
    wrap: (secret, place) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, wrappingKey, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place, 'utf8'));
      const wrapped = Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
      return wrapped.toString('base64');
    },
    unwrap: (wrapped, place) => {
      const bytes = Buffer.from(wrapped, 'base64');
      const decipher = createDecipheriv(CIPHER, wrappingKey, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(place, 'utf8'));
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES)),
        decipher.final(),
      ]);
    },
  };
};
