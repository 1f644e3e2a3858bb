import { describe, expect, it } from 'vitest';
import { describePlan, whyNothingWasDue } from '../../../cli/output/describe-reindexing.ts';

const plan = {
  reader: 2,
  documents: 1,
  passages: 1,
  readBy: [
    { reader: 0, documents: 1, passages: 1 },
    { reader: 2, documents: 3, passages: 9 },
  ],
};

describe('what would be read again', () => {
  it('is what an older reader has read', () => {
    expect(describePlan(plan, false)).toEqual([
      '1 document (1 passage) read by a reader of before this was recorded',
      '3 documents (9 passages) read by reader 2, the current one',
      'To be read again: 1 document (1 passage).',
    ]);
  });

  it('is everything where all is asked for', () => {
    expect(describePlan(plan, true).at(-1)).toBe('To be read again: 4 documents (10 passages).');
  });
});

describe('a run that had nothing to read', () => {
  it('says why, and what to do where something was wanted', () => {
    expect(whyNothingWasDue(false, false)).toContain('--all');
    expect(whyNothingWasDue(false, true)).toMatch(/such a key .*See "npx anamnesis documents".*--all/);
    expect(whyNothingWasDue(true, true)).toContain('No document has such a key.');
    expect(whyNothingWasDue(true, false)).toBe('There are no documents.');
  });
});
