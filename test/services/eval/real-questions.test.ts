import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectPhi } from '../../../domain/privacy/detect-phi.ts';
import { readLabelledQueries } from '../../eval/labelled-queries.ts';
import { hasLaCounty, laCounty } from '../../support/la-county.ts';

describe.skipIf(!hasLaCounty)('the PHI detector', () => {
  it('finds nothing in the labelled questions about real protocols', async () => {
    const queries = await readLabelledQueries(join(laCounty, 'queries.jsonl'));
    expect(queries.length).toBeGreaterThan(100);
    expect(queries.map(({ query }) => query).filter((query) => detectPhi(query).detected)).toEqual([]);
  });
});
