import { expect } from 'vitest';
import { canOwnPostgres } from '../../support/own-postgres.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';

if (!canOwnPostgres) {
  process.stdout.write(
    'TEST_DATABASE_URL is not set, or PostgreSQL is not installed: the endurance runs on it are skipped.\n',
  );
}

/** Milliseconds for a few rounds and the checks after them, on a machine with other load. */
export const TIMEOUT_MS = 400_000;

/** Runs a few rounds of an `npm run chaos` scenario as a test. */
export const survive = async (scenario: Scenario, rounds: number, database: 'embedded' | 'postgres') => {
  const output: string[] = [];
  const report = await runScenario(scenario, {
    rounds,
    database,
    pace: 'gentle',
    say: (text) => output.push(text),
  });
  // The plan with its seed precedes the violations.
  expect(report.violations, output.slice(0, 2).join('\n')).toEqual([]);
  return report;
};
