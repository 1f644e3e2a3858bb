import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setSharedFact } from '../../../../../infra/storage/database/shared-facts.ts';
import { endAllLeases } from '../../../../../infra/storage/leases/end-all-leases.ts';
import { createPostgresCheckpoints } from '../../../../../infra/storage/leases/postgres-checkpoints.ts';
import { createPostgresLeases } from '../../../../../infra/storage/leases/postgres-leases.ts';
import { limitStoredCheckpoints } from '../../../../../infra/storage/leases/stored-checkpoints.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { databaseKinds, type TestDatabase } from '../../../../support/databases.ts';

for (const kind of databaseKinds) {
  describe(`a node suspended while events of the log were given up, in ${kind.name}`, () => {
    let opened: TestDatabase;
    beforeEach(async () => {
      opened = await kind.openMigrated();
    });
    afterEach(() => opened.dispose());
    const node = (owner: string, logLine?: string) =>
      createPostgresLeases({ database: opened.database, logger: silentLogger, owner, logLine });
    /** Records an operator's decision, as if all pauses after it had passed. */
    const giveUp = (decision: string): Promise<void> =>
      opened.database.transaction(async (session) => {
        await endAllLeases(session, -1);
        await limitStoredCheckpoints(session, 5);
        await setSharedFact(session, 'accepted-log-loss', decision);
      });

    it('moves no checkpoint, neither with its old lease nor with a new one', async () => {
      const checkpoints = createPostgresCheckpoints(opened.database);
      const before = node('before');
      const [held] = await before.acquireFree([{ name: 'consumer:relay' }]);
      if (held === undefined) throw new Error('The lease was not granted.');
      expect(await checkpoints.move('relay', 9, held)).toBe(true);
      await giveUp('one');
      expect(await checkpoints.move('relay', 10, held)).toBe(false);
      for (const name of ['consumer:relay', 'consumer:another'])
        expect(await before.acquireFree([{ name }])).toEqual([]);
      const stopping = new AbortController();
      const acquiring = before.acquire('consumer:relay', stopping.signal);
      const [restarted] = await node('restarted', 'one').acquireFree([{ name: 'consumer:relay' }]);
      expect(restarted).toBeDefined();
      stopping.abort();
      expect(await acquiring).toBeUndefined();
      expect(await checkpoints.read('relay')).toBe(5);
      await giveUp('two');
      expect(await node('restarted', 'one').acquireFree([{ name: 'consumer:relay' }])).toEqual([]);
    });
  });
}
