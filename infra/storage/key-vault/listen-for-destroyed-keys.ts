import type { Database } from '../../../ports/database.ts';
import { DESTROYED_CHANNEL, type PostgresKeyVault } from './postgres-key-vault.ts';

/**
 * Notifies a vault of keys that other processes destroy, so that it stops using them. Returns a function that stops
 * listening.
 */
export const listenForDestroyedKeys = (
  database: Database,
  vault: PostgresKeyVault,
): Promise<() => Promise<void>> =>
  // An empty payload follows a reconnection: notifications may have been missed.
  database.listen(DESTROYED_CHANNEL, (keyId) => vault.noteDestroyed(keyId === '' ? undefined : keyId));
