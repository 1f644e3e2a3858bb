/**
 * Runs the test files that failed once more, one at a time: `node scripts/rerun-failed-tests.ts <file>`. Reads what
 * Vitest wrote to TEST_COSTS (test/reporting/progress-reporter.ts). On a busy machine a time limit of the program can
 * expire through no fault of its own; a second failure, alone, counts. Whole files run again, not single tests, because
 * the tests of a file often continue each other. Exits 1 when a file fails again, or when too many failed to blame the
 * machine.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readTestCosts } from './read-test-costs.ts';

/** More failed files than this are no accident. */
const MOST_FILES = 4;

/** Why the failed files are not run again, or nothing if they can be. */
const findObstacle = (failed: readonly unknown[]): string | undefined => {
  if (failed.length === 0) return 'No test file failed: the run itself did.';
  if (failed.length > MOST_FILES) return `${failed.length} test files failed, too many to run them again.`;
  return undefined;
};

const failed = readTestCosts(process.argv[2] ?? '').filter(({ state }) => state === 'failed');
const obstacle = findObstacle(failed);
if (obstacle !== undefined) {
  console.error(obstacle);
  process.exit(1);
}

console.log(`\nFAILED ONCE, AND RUN AGAIN ALONE: ${failed.map(({ file }) => file).join(', ')}`);
const projects = [...new Set(failed.map(({ project }) => project))].flatMap((name) => ['--project', name]);
// Not into the costs of the stage, which the slowest files are read from.
const { TEST_COSTS: _costs, ...environment } = process.env;
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects,
    '--maxWorkers',
    '1',
    ...failed.map(({ file }) => file),
  ],
  { cwd: join(import.meta.dirname, '..'), stdio: 'inherit', env: environment },
);
process.exitCode = status === 0 ? 0 : 1;
