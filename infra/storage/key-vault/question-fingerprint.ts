import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import { createKeyedHash } from './keyed-hash.ts';

/** Hashes questions with a dedicated key. */
export const createQuestionFingerprint = (masterKey: Uint8Array): Fingerprint =>
  createKeyedHash(masterKey, 'anamnesis question fingerprint v1');
