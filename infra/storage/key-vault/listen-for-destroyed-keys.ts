import type { Database } from '../../../ports/database.ts';
import { DESTROYED_CHANNEL, type PostgresKeyVault } from './postgres-key-vault.ts';

/** Tells a vault what other processes destroy, so that it goes on reading with no key of theirs. Answers how to stop. */
export const listenForDestroyedKeys = (
  database: Database,
  vault: PostgresKeyVault,
): Promise<() => Promise<void>> =>
  // An empty payload follows a reconnection: something may have been missed.
  database.listen(DESTROYED_CHANNEL, (keyId) => vault.noteDestroyed(keyId === '' ? undefined : keyId));
