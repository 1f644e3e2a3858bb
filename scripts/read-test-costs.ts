import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const costsSchema = z.object({
  files: z.array(
    z.object({
      project: z.string(),
      file: z.string(),
      tests: z.number(),
      skipped: z.number(),
      state: z.string(),
      seconds: z.number(),
      processorSeconds: z.number(),
    }),
  ),
});
export type TestCost = z.output<typeof costsSchema>['files'][number];

/**
 * The cost and outcome of each test file, as Vitest wrote them to TEST_COSTS (test/reporting/progress-reporter.ts); none
 * if there is no such file.
 */
export const readTestCosts = (path: string): readonly TestCost[] =>
  existsSync(path) ? costsSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).files : [];
