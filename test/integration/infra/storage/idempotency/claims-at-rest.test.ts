import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimAsOf } from '../../../../../infra/storage/backup/claim-as-of.ts';
import { createClaimSecrets } from '../../../../../infra/storage/idempotency/claim-secrets.ts';
import { forgetAnswers } from '../../../../../infra/storage/idempotency/forget-answers.ts';
import { createPostgresIdempotencyStore } from '../../../../../infra/storage/idempotency/postgres-idempotency-store.ts';
import { renewClaims } from '../../../../../infra/storage/idempotency/renew-claims.ts';
import { readStoredClaims } from '../../../../../infra/storage/idempotency/stored-claims.ts';
import type { Database } from '../../../../../ports/database.ts';
import { databaseKinds, type TestDatabase } from '../../../../support/databases.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const scope = { actorId: 'dr-house', command: 'AskQuery', key: 'miller-1' };
const answer = JSON.stringify({ docKey: 'note-john-miller' });
const commandId = '00000000-0000-7000-8000-000000000001';
const secrets = createClaimSecrets(new Uint8Array(32).fill(7));

for (const kind of databaseKinds) {
  describe(`the record of executed commands in ${kind.name}`, () => {
    let opened: TestDatabase;
    let database: Database;
    beforeEach(async () => {
      opened = await kind.openMigrated();
      database = opened.database;
    });
    afterEach(() => opened.dispose());
    const rows = async () => JSON.stringify(await database.query('select * from idempotency.commands'));

    it('reveals neither answers nor guessable scopes and inputs', async () => {
      const store = createPostgresIdempotencyStore({ database, secrets });
      await store.claim(scope, sha256('the input'), commandId);
      await store.complete(scope, answer);
      const stored = await rows();
      expect(stored).not.toContain('miller');
      expect(stored).not.toContain(sha256('the input'));
      expect(stored).not.toContain(sha256(JSON.stringify([scope.actorId, scope.command, scope.key])));
      expect(await store.claim(scope, sha256('the input'), commandId)).toEqual({
        outcome: 'answered',
        answer,
      });
      expect(await store.claim(scope, sha256('another'), commandId)).toEqual({ outcome: 'mismatch' });
    });

    it('keeps of erased data only that the command was executed', async () => {
      const store = createPostgresIdempotencyStore({ database, secrets });
      const unanswered = { ...scope, key: 'miller-2' };
      const second = '00000000-0000-7000-8000-000000000002';
      await store.claim(scope, sha256('the input'), commandId);
      await store.complete(scope, answer);
      await store.claim(unanswered, sha256('the input'), second);
      expect(await forgetAnswers(database, [commandId, second])).toBe(2);
      expect(await forgetAnswers(database, [commandId, second])).toBe(0);
      // The append completed meanwhile.
      await store.complete(unanswered, answer);
      for (const input of ['the input', 'another'])
        for (const one of [scope, unanswered])
          expect(await store.claim(one, sha256(input), commandId)).toEqual({ outcome: 'erased' });
      expect(await rows()).not.toContain(secrets.fingerprintOf(sha256('the input')));
      const [kept] = await Array.fromAsync(readStoredClaims(database));
      expect(kept?.map((claim) => claimAsOf(claim, 0))).toEqual(kept);
    });

    it('is recognized when an older program has written it', async () => {
      await database.query(
        `insert into idempotency.commands (scope, fingerprint, command_id, leased_until, answer)
         values ($1, $2, $3::uuid, now(), $4)`,
        [
          sha256(JSON.stringify([scope.actorId, scope.command, scope.key])),
          sha256('the input'),
          commandId,
          answer,
        ],
      );
      await renewClaims(database, secrets);
      expect(await rows()).not.toContain('miller');
      const store = createPostgresIdempotencyStore({ database, secrets });
      expect(await store.claim(scope, sha256('the input'), commandId)).toEqual({
        outcome: 'answered',
        answer,
      });
    });
  });
}
