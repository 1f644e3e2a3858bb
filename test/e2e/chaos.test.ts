import { describe, expect, it } from 'vitest';
import { runScenario } from '../chaos/harness/run-scenario.ts';
import type { Scenario } from '../chaos/harness/scenario.ts';
import { freeze } from '../chaos/scenarios/freeze.ts';
import { kill } from '../chaos/scenarios/kill.ts';
import { restartPostgres } from '../chaos/scenarios/restart-postgres.ts';
import { silent } from '../chaos/scenarios/silent.ts';
import { canOwnPostgres } from '../support/own-postgres.ts';

if (!canOwnPostgres) {
  process.stdout.write(
    'TEST_DATABASE_URL is not set, or PostgreSQL is not installed: endurance runs on it are left out.\n',
  );
}

/** Milliseconds for a few rounds and the checks after them, on a machine that has other work. */
const PATIENCE = 400_000;

const run = async (scenario: Scenario, rounds: number, database: 'embedded' | 'postgres') => {
  const told: string[] = [];
  const report = await runScenario(scenario, { rounds, database, say: (text) => told.push(text) });
  // The plan with its seed stands in front of what went wrong.
  expect(report.violations, told.slice(0, 2).join('\n')).toEqual([]);
  return report;
};

/** A few rounds of what `npm run chaos` does many of. */
describe('a server', () => {
  it(
    'loses nothing and does nothing twice when it is killed at random moments',
    async () => {
      const { counts } = await run(kill, 4, 'embedded');
      expect(counts['acknowledged events checked']).toBeGreaterThan(0);
      expect(counts['rows compared with a replay']).toBeGreaterThan(0);
    },
    PATIENCE,
  );

  describe.skipIf(!canOwnPostgres)('on a PostgreSQL of its own', () => {
    it(
      'loses nothing and does nothing twice when it is killed at random moments',
      async () => {
        const { counts } = await run(kill, 3, 'postgres');
        expect(counts['acknowledged events checked']).toBeGreaterThan(0);
      },
      PATIENCE,
    );

    it(
      'lives through restarts, crashes and terminated backends',
      async () => {
        await run(restartPostgres, 3, 'postgres');
      },
      PATIENCE,
    );

    it(
      'answers in time while connections go silent',
      async () => {
        await run(silent, 3, 'postgres');
      },
      PATIENCE,
    );

    it(
      'is taken over from while it is frozen, and does nothing twice when it thaws',
      async () => {
        const { counts } = await run(freeze, 2, 'postgres');
        expect(counts['effects done once']).toBeGreaterThan(0);
      },
      PATIENCE,
    );
  });
});
