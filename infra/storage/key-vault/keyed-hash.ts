import { createHmac } from 'node:crypto';
import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import { deriveKey } from './derive-key.ts';

/** Hex digits of a hash: 128 bits suffice to distinguish texts. */
const DIGITS = 32;

/** Hashes texts with a key for one purpose, derived from the 32-byte master key (HKDF, RFC 5869). */
export const createKeyedHash = (masterKey: Uint8Array, purpose: string): Fingerprint => {
  const key = deriveKey(masterKey, purpose);
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex').slice(0, DIGITS);
};
