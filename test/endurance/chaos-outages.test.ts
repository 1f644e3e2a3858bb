import { describe, expect, it } from 'vitest';
import { survive, TIMEOUT_MS } from '../chaos/harness/survive.ts';
import { freeze } from '../chaos/scenarios/freeze.ts';
import { restartPostgres } from '../chaos/scenarios/restart-postgres.ts';
import { silent } from '../chaos/scenarios/silent.ts';
import { canOwnPostgres } from '../support/own-postgres.ts';

describe.skipIf(!canOwnPostgres)('a server on a dedicated PostgreSQL', () => {
  it(
    'survives restarts, crashes and terminated backends',
    async () => {
      await survive(restartPostgres, 3, 'postgres');
    },
    TIMEOUT_MS,
  );

  it(
    'answers in time while connections go silent',
    async () => {
      await survive(silent, 3, 'postgres');
    },
    TIMEOUT_MS,
  );

  it(
    'is succeeded while frozen, and does nothing twice when it thaws',
    async () => {
      const { counts } = await survive(freeze, 1, 'postgres');
      expect(counts['effects done once']).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
