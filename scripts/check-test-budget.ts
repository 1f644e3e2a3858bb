/**
 * Checks that `npm test` kept to its budget: `node scripts/check-test-budget.ts <seconds of processor time>`. Uses
 * processor time, which hardly depends on the load of the machine. Exits 1 when it exceeds test/budget.json.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const budgetSchema = z.strictObject({
  'npm test': z.strictObject({ processorSeconds: z.number().positive(), why: z.string().min(1) }),
});

const path = join(import.meta.dirname, '../test/budget.json');
const { processorSeconds: allowed } = budgetSchema.parse(JSON.parse(readFileSync(path, 'utf8')))['npm test'];
const taken = z.coerce.number().positive().parse(process.argv[2]);
if (taken > allowed) {
  console.error(
    `npm test took ${taken} s of processor time; test/budget.json allows ${allowed} s. Its output ends with the slowest files.`,
  );
  process.exit(1);
}
console.log(`npm test took ${taken} s of processor time, within the ${allowed} s of test/budget.json.`);
