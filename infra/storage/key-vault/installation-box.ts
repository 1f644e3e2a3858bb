import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

const CIPHER = 'aes-256-gcm';
/** 96 bits, the length for which GCM is defined (NIST SP 800-38D, section 5.2.1.1); a key may seal 2^32 texts. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals content that nodes of one installation exchange through a place that others can read. */
export type InstallationBox = {
  readonly seal: (place: string, content: Uint8Array) => Buffer;
  /** Undefined for content that was altered, moved from another place or sealed with another master key. */
  readonly open: (place: string, sealed: Uint8Array) => Buffer | undefined;
};

/** A box with a dedicated key for one purpose, derived from the master key (HKDF, RFC 5869). */
export const createInstallationBox = (masterKey: Uint8Array, purpose: string): InstallationBox => {
  const key = deriveKey(masterKey, `anamnesis installation box ${purpose} v1`);
  return {
    seal: (place, content) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place, 'utf8'));
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open: (place, sealed) => {
      const tagStart = sealed.length - TAG_BYTES;
      if (tagStart < NONCE_BYTES) return undefined;
      try {
        const nonce = sealed.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(place, 'utf8'));
        decipher.setAuthTag(sealed.subarray(tagStart));
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, tagStart)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
};
