/**
 * Prints what the stages of tests cost, and the test files that took the most processor time:
 * `node scripts/list-slowest-tests.ts <files>`. Reads the files that Vitest writes to TEST_COSTS
 * (test/reporting/progress-reporter.ts), each named after its stage, and ignores missing ones.
 */
import { basename } from 'node:path';
import { readTestCosts, type TestCost } from './read-test-costs.ts';

const SLOWEST = 10;

const inColumns = (...numbers: readonly number[]): string =>
  numbers.map((number) => number.toFixed(1).padStart(8)).join('');
const sumOf = (costs: readonly TestCost[], of: 'seconds' | 'processorSeconds'): number =>
  costs.reduce((sum, cost) => sum + cost[of], 0);

const stages = process.argv
  .slice(2)
  .map((path) => ({ stage: basename(path, '.json'), costs: readTestCosts(path) }));

console.log('Seconds of processor time and elapsed seconds, added up over the test files of each stage:');
for (const { stage, costs } of stages)
  console.log(
    `${inColumns(sumOf(costs, 'processorSeconds'), sumOf(costs, 'seconds'))}  ${stage} (${costs.length} files)`,
  );

const slowest = stages
  .flatMap(({ costs }) => costs)
  .toSorted((one, other) => other.processorSeconds - one.processorSeconds)
  .slice(0, SLOWEST);
console.log('The test files that took the most processor time, likewise:');
for (const { project, file, seconds, processorSeconds } of slowest)
  console.log(`${inColumns(processorSeconds, seconds)}  ${file} (${project})`);
