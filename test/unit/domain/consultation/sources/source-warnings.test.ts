import { expect, test } from 'vitest';
import { sourceOutcomeSchema } from '../../../../../domain/consultation/sources/source-outcome.ts';
import { sourceWarnings } from '../../../../../domain/consultation/sources/source-warnings.ts';

const outcome = (source: string, how: string) =>
  sourceOutcomeSchema.parse({
    source,
    outcome: how,
    found: 0,
    milliseconds: 3,
    cached: false,
    redacted: false,
  });

test('an answer names the sources that failed, and no others', () => {
  expect(
    sourceWarnings([
      outcome('pubmed', 'timeout'),
      outcome('openfda', 'failed'),
      outcome('uptodate', 'not_configured'),
      outcome('notes', 'ok'),
      outcome('openevidence', 'skipped'),
    ]),
  ).toEqual([
    'A search in PubMed took too long; the answer does without it.',
    'A search in the drug labels of openFDA failed; the answer does without it.',
  ]);
});
