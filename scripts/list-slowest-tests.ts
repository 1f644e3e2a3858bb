/**
 * Prints the test files that took most processor time: `node scripts/list-slowest-tests.ts <files>`, of the files that Vitest
 * writes when TEST_COSTS names them (test/reporting/progress-reporter.ts). Files that are not there are passed over.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const SLOWEST = 10;

const costsSchema = z.object({
  files: z.array(
    z.object({ project: z.string(), file: z.string(), seconds: z.number(), processorSeconds: z.number() }),
  ),
});

const slowest = process.argv
  .slice(2)
  .filter((path) => existsSync(path))
  .flatMap((path) => costsSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).files)
  .toSorted((one, other) => other.processorSeconds - one.processorSeconds)
  .slice(0, SLOWEST);
console.log(
  'The test files that took most processor time (seconds of processor time, seconds by the clock):',
);
for (const { project, file, seconds, processorSeconds } of slowest)
  console.log(
    `  ${processorSeconds.toFixed(1).padStart(6)}  ${seconds.toFixed(1).padStart(6)}  ${file} (${project})`,
  );
