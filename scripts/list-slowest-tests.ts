/**
 * Prints the test files that took the most processor time: `node scripts/list-slowest-tests.ts <files>`. Reads the files
 * that Vitest writes to TEST_COSTS (test/reporting/progress-reporter.ts), and ignores missing ones.
 */
import { readTestCosts } from './read-test-costs.ts';

const SLOWEST = 10;

const slowest = process.argv
  .slice(2)
  .flatMap((path) => readTestCosts(path))
  .toSorted((one, other) => other.processorSeconds - one.processorSeconds)
  .slice(0, SLOWEST);
console.log('The test files that took the most processor time (seconds of processor time, elapsed seconds):');
for (const { project, file, seconds, processorSeconds } of slowest)
  console.log(
    `  ${processorSeconds.toFixed(1).padStart(6)}  ${seconds.toFixed(1).padStart(6)}  ${file} (${project})`,
  );
