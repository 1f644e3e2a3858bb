import { hkdfSync } from 'node:crypto';
import { KEY_BYTES } from './key-wrapping.ts';

/**
 * A 32-byte key of this installation for one purpose, derived from its master key (HKDF, RFC 5869): for what belongs to
 * no data subject, and for hashes that nobody without the key can try guesses against.
 */
export const installationKey = (masterKey: Uint8Array, purpose: 'idempotency' | 'embedding cache'): Buffer =>
  Buffer.from(
    hkdfSync('sha256', masterKey, new Uint8Array(), `anamnesis installation ${purpose} v1`, KEY_BYTES),
  );
