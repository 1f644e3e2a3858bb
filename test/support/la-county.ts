import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The protocols of Los Angeles County with labelled questions, next to the checkout, which we may not redistribute. */
export const laCounty = join(import.meta.dirname, '../../../shared/corpus/la-county');

export const hasLaCounty = existsSync(join(laCounty, 'queries.jsonl'));
if (!hasLaCounty)
  process.stdout.write(
    '../shared/corpus/la-county does not exist: the tests on real protocols are skipped.\n',
  );
