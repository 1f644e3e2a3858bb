import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { SqlSession } from '../../../ports/database.ts';
import type { MasterKeyMark } from '../../../ports/stored-installation.ts';
import { deriveKey } from './derive-key.ts';
import { readMasterKeyCheck } from './wrapped-keys.ts';

/** 64 bits, enough to distinguish an operator's keys. */
const FINGERPRINT_BYTES = 8;

/**
 * The human-readable fingerprint of a master key (32 bytes): 16 hex digits, derived from it for this purpose only
 * (HKDF, RFC 5869), so they reveal nothing about it.
 */
export const masterKeyFingerprint = (masterKey: Uint8Array): string =>
  deriveKey(masterKey, 'anamnesis master key fingerprint v1', FINGERPRINT_BYTES).toString('hex');

/** Reads the check value and fingerprint of the master key that this database was set up with. */
export const readMasterKeyMark = async (
  session: SqlSession,
  masterKey: Uint8Array,
): Promise<MasterKeyMark> => {
  const check = await readMasterKeyCheck(session);
  if (check !== undefined) return { check, fingerprint: masterKeyFingerprint(masterKey) };
  throw new Failure(
    failure('unavailable', 'The key vault of this database has not been set up.', { component: 'key-vault' }),
  );
};
