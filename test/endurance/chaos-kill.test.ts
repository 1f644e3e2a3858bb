import { describe, expect, it } from 'vitest';
import { survive, TIMEOUT_MS } from '../chaos/harness/survive.ts';
import { kill } from '../chaos/scenarios/kill.ts';
import { canOwnPostgres } from '../support/own-postgres.ts';

describe('a server killed at random moments', () => {
  it(
    'loses nothing and does nothing twice',
    async () => {
      const { counts } = await survive(kill, 1, 'embedded');
      expect(counts['acknowledged events checked']).toBeGreaterThan(0);
      expect(counts['rows compared with a replay']).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it.skipIf(!canOwnPostgres)(
    'loses nothing and does nothing twice on PostgreSQL',
    async () => {
      const { counts } = await survive(kill, 1, 'postgres');
      expect(counts['acknowledged events checked']).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
