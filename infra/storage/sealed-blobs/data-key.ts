import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { deriveKey } from '../key-vault/derive-key.ts';
import { WRAPPED_KEY_BYTES } from './sealed-layout.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const INFO = 'anamnesis/blob/v1';

/** The uses of a subject's key for blobs, each with a separate derived key (HKDF, RFC 5869). */
export type BlobKeys = {
  /**
   * Returns nonce, ciphertext and tag of the data key. The nonce derives from the data key, so wrapping the same key
   * always yields the same bytes.
   */
  readonly wrap: (dataKey: Uint8Array) => Uint8Array;
  /** Throws if the key was wrapped for another subject, or altered. */
  readonly unwrap: (wrapped: Uint8Array) => Uint8Array;
  /** The data key of the content with this SHA-256 (bytes): the same for equal content, different otherwise. */
  readonly dataKeyFor: (digest: Uint8Array) => Uint8Array;
};

/** Derives the keys for the blobs of a subject from its 32-byte key. */
export const blobKeysOf = (subjectKey: Uint8Array): BlobKeys => {
  const derive = (purpose: string): Buffer => deriveKey(subjectKey, `${INFO}${purpose}`);
  const wrapping = derive('');
  const wrappingNonce = derive('/nonce');
  const contentKeys = derive('/content');
  return {
    wrap: (dataKey) => {
      const iv = createHmac('sha256', wrappingNonce).update(dataKey).digest().subarray(0, IV_BYTES);
      const cipher = createCipheriv(CIPHER, wrapping, iv, { authTagLength: TAG_BYTES });
      return Buffer.concat([iv, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
    },
    unwrap: (wrapped) => {
      if (wrapped.byteLength !== WRAPPED_KEY_BYTES) throw new Error('The wrapped key has the wrong length.');
      const decipher = createDecipheriv(CIPHER, wrapping, wrapped.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(wrapped.subarray(WRAPPED_KEY_BYTES - TAG_BYTES));
      return Buffer.concat([
        decipher.update(wrapped.subarray(IV_BYTES, WRAPPED_KEY_BYTES - TAG_BYTES)),
        decipher.final(),
      ]);
    },
    dataKeyFor: (digest) => createHmac('sha256', contentKeys).update(digest).digest(),
  };
};
