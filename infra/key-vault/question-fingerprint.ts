import { createHmac, hkdfSync } from 'node:crypto';
import type { Fingerprint } from '../../domain/consultation/counted-question.ts';
import { KEY_BYTES } from './key-wrapping.ts';

/** Hex digits that are kept: 128 bits tell questions apart. */
const DIGITS = 32;

/** Hashes questions with a key of its own, derived from the 32-byte master key (HKDF, RFC 5869). */
export const createQuestionFingerprint = (masterKey: Uint8Array): Fingerprint => {
  const key = Buffer.from(
    hkdfSync('sha256', masterKey, new Uint8Array(), 'anamnesis question fingerprint v1', KEY_BYTES),
  );
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex').slice(0, DIGITS);
};
