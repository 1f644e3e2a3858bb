import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import { createKeyedHash } from './keyed-hash.ts';

/** Creates a hash of questions with a dedicated key. */
export const createQuestionFingerprint = (masterKey: Uint8Array): Fingerprint =>
  createKeyedHash(masterKey, 'anamnesis question fingerprint v1');
