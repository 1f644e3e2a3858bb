import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClaimSecrets } from '../../../../../infra/storage/idempotency/claim-secrets.ts';
import {
  createPostgresIdempotencyStore,
  freeAllClaims,
} from '../../../../../infra/storage/idempotency/postgres-idempotency-store.ts';
import { databaseKinds, type TestDatabase } from '../../../../support/databases.ts';
import { until } from '../../../../support/log-harness.ts';

const scope = { actorId: 'dr-house', command: 'AskQuery', key: 'one' };
const secrets = createClaimSecrets(new Uint8Array(32).fill(7));
const [first, second] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
const takenOver = { outcome: 'claimed', commandId: first, repeated: true };

for (const kind of databaseKinds) {
  describe(`the claim of a command under its key in ${kind.name}`, () => {
    let opened: TestDatabase;
    beforeEach(async () => {
      opened = await kind.openMigrated();
    });
    afterEach(() => opened.dispose());
    const nodeWith = (leaseSeconds?: number) =>
      createPostgresIdempotencyStore({
        database: opened.database,
        secrets,
        ...(leaseSeconds === undefined ? {} : { leaseSeconds }),
      });

    it('lasts as long as the execution, and expires soon after it stopped', async () => {
      const [one, other] = [nodeWith(0.3), nodeWith(0.3)];
      await one.claim(scope, 'input', first);
      const stop = one.keep(scope);
      // Several times its lifetime without renewal.
      await sleep(1_200);
      expect(await other.claim(scope, 'input', second)).toEqual({ outcome: 'in_progress' });
      // Like a kill: nothing renews or releases it.
      stop();
      await until('the claim has expired', async () => {
        const claim = await other.claim(scope, 'input', second);
        if (claim.outcome === 'in_progress') return false;
        expect(claim).toEqual(takenOver);
        return true;
      });
    });

    it('is released immediately when the process that died owned the database exclusively', async () => {
      await nodeWith().claim(scope, 'input', first);
      await freeAllClaims(opened.database);
      expect(await nodeWith().claim(scope, 'input', second)).toEqual(takenOver);
    });
  });
}
