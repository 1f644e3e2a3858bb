import { deriveKey } from './derive-key.ts';

/**
 * A 32-byte key of this installation for one purpose, derived from its master key (HKDF, RFC 5869): for content that
 * belongs to no data subject, and for hashes against which guesses cannot be tested without the key.
 */
export const installationKey = (
  masterKey: Uint8Array,
  purpose: 'idempotency' | 'embedding cache' | 'evidence cache',
): Buffer => deriveKey(masterKey, `anamnesis installation ${purpose} v1`);
