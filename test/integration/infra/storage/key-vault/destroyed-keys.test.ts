import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listenForDestroyedKeys } from '../../../../../infra/storage/key-vault/listen-for-destroyed-keys.ts';
import { createPostgresKeyVault } from '../../../../../infra/storage/key-vault/postgres-key-vault.ts';
import { databaseKinds } from '../../../../support/databases.ts';
import { until } from '../../../../support/log-harness.ts';

describe.each(databaseKinds)('a key destroyed by another process, on $name', (kind) => {
  it('becomes unreadable as soon as the notification arrives, and caches of its content are notified', async () => {
    const { database, dispose } = await kind.openMigrated();
    const masterKey = randomBytes(32);
    const here = await createPostgresKeyVault({ database, masterKey, cacheMilliseconds: 3_600_000 });
    const elsewhere = await createPostgresKeyVault({ database, masterKey });
    const stopListening = await listenForDestroyedKeys(database, here);
    try {
      let notices = 0;
      const stop = here.onDestroyed(() => {
        notices += 1;
      });
      await here.keysFor(['gone', 'kept']);
      await elsewhere.destroy('gone');
      await until('this process was notified', () => notices > 0);
      const keys = await here.existingKeys(['gone', 'kept']);
      expect(keys.has('gone')).toBe(true);
      expect(keys.get('gone')).toBeUndefined();
      expect(keys.get('kept')).toHaveLength(32);
      stop();
      await here.destroy('kept');
      expect(notices).toBe(1);
    } finally {
      await stopListening();
      await dispose();
    }
  });
});
