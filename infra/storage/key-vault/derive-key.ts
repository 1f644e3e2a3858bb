import { hkdfSync } from 'node:crypto';

/** A key for one purpose, derived from another key (HKDF with SHA-256 and no salt, RFC 5869). */
export const deriveKey = (key: Uint8Array, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), purpose, bytes));
