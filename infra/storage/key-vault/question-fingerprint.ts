import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import { createKeyedHash } from './keyed-hash.ts';

/** Hashes questions with a key of its own. */
export const createQuestionFingerprint = (masterKey: Uint8Array): Fingerprint =>
  createKeyedHash(masterKey, 'anamnesis question fingerprint v1');
