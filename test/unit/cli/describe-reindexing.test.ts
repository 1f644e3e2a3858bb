import { describe, expect, it } from 'vitest';
import { describePlan, explainNothingDue } from '../../../cli/output/describe-reindexing.ts';

const plan = {
  reader: 2,
  documents: 1,
  passages: 1,
  readBy: [
    { reader: 0, documents: 1, passages: 1 },
    { reader: 2, documents: 3, passages: 9 },
  ],
};

describe('a reindexing plan', () => {
  it('covers the documents that an older reader has read', () => {
    expect(describePlan(plan, false)).toEqual([
      '1 document (1 passage) read by an unrecorded older reader',
      '3 documents (9 passages) read by reader 2, the current one',
      'To be read again: 1 document (1 passage).',
    ]);
  });

  it('covers every document when all are requested', () => {
    expect(describePlan(plan, true).at(-1)).toBe('To be read again: 4 documents (10 passages).');
  });
});

describe('a reindexing run without documents', () => {
  it('explains why, and what to do when some were requested', () => {
    expect(explainNothingDue(false, false)).toContain('--all');
    expect(explainNothingDue(false, true)).toMatch(/with this key .*--all/);
    expect(explainNothingDue(true, false)).toBe('There are no documents.');
  });
});
