/**
 * Prints the test files that took the most processor time: `node scripts/list-slowest-tests.ts <files>`. Reads the files
 * that Vitest writes to TEST_COSTS (test/reporting/progress-reporter.ts), and ignores missing ones.
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
console.log('The test files that took the most processor time (seconds of processor time, elapsed seconds):');
for (const { project, file, seconds, processorSeconds } of slowest)
  console.log(
    `  ${processorSeconds.toFixed(1).padStart(6)}  ${seconds.toFixed(1).padStart(6)}  ${file} (${project})`,
  );
