import { deriveKey } from './derive-key.ts';

/** 64 bits, enough to distinguish an operator's keys. */
const FINGERPRINT_BYTES = 8;

/**
 * The human-readable fingerprint of a master key (32 bytes): 16 hex digits, derived from it for this purpose only
 * (HKDF, RFC 5869), so they reveal nothing about it.
 */
export const masterKeyFingerprint = (masterKey: Uint8Array): string =>
  deriveKey(masterKey, 'anamnesis master key fingerprint v1', FINGERPRINT_BYTES).toString('hex');
