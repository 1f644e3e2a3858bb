import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import { createKeyedHash } from './keyed-hash.ts';

/**
 * Creates a hash of document names with a dedicated key. All nodes of an installation, and a restored one with the
 * same master key, compute the same hash.
 */
export const createNameHash = (masterKey: Uint8Array): Fingerprint =>
  createKeyedHash(masterKey, 'anamnesis document name v1');
