import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

/** All keys of the vault have 256 bits. */
export const KEY_BYTES = 32;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The uses of the master key, each with its own derived key (HKDF, RFC 5869): hashing subjects, wrapping their keys. */
export type KeyWrapping = {
  /** Returns hex. Keyed, so that a list of likely subjects cannot be matched against a copy of the table. */
  readonly hashSubject: (subject: string) => string;
  /**
   * Returns IV, ciphertext and tag in base64. Bound to the subject: a wrapped key cannot be unwrapped in another row.
   */
  readonly wrap: (key: Uint8Array, subjectHash: string) => string;
  /** Throws if the master key differs or anything was altered. */
  readonly unwrap: (wrapped: string, subjectHash: string) => Uint8Array;
};

/** Derives the two working keys from the 32-byte master key. */
export const createKeyWrapping = (masterKey: Uint8Array): KeyWrapping => {
  const derive = (purpose: string): Buffer => deriveKey(masterKey, `anamnesis vault ${purpose}`);
  const hashingKey = derive('subject hash v1');
  const wrappingKey = derive('key wrapping v1');

  return {
    hashSubject: (subject) => createHmac('sha256', hashingKey).update(subject, 'utf8').digest('hex'),
    wrap: (key, subjectHash) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, wrappingKey, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(subjectHash, 'utf8'));
      const wrapped = Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
      return wrapped.toString('base64');
    },
    unwrap: (wrapped, subjectHash) => {
      const bytes = Buffer.from(wrapped, 'base64');
      const decipher = createDecipheriv(CIPHER, wrappingKey, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(subjectHash, 'utf8'));
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES)),
        decipher.final(),
      ]);
    },
  };
};
