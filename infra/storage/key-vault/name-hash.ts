import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import { createKeyedHash } from './keyed-hash.ts';

/**
 * Hashes names of documents with a dedicated key. All nodes of an installation, and one that was restored with its
 * master key, come to the same.
 */
export const createNameHash = (masterKey: Uint8Array): Fingerprint =>
  createKeyedHash(masterKey, 'anamnesis document name v1');
