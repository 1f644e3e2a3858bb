import { describe, expect, it } from 'vitest';
import { doubtfulStretches, type ReviewedRange } from '../../../../domain/audit/review-coverage.ts';

const review = (from: number, to: number, reviewer: string, more: Partial<ReviewedRange> = {}) => ({
  from,
  to,
  reviewer,
  actorId: null,
  subject: null,
  ...more,
});
const cover = (reviewer: string, more: Partial<ReviewedRange> = {}) => ({
  reviewer,
  actorId: null,
  subject: null,
  ...more,
});

describe('the coverage of the audit trail by reviews', () => {
  it('leaves the whole log in doubt without a review, and nothing in doubt of an empty log', () => {
    expect(doubtfulStretches([], 9)).toEqual([{ from: 1, to: 9, covers: [] }]);
    expect(doubtfulStretches([], 0)).toEqual([]);
    expect(doubtfulStretches([review(1, 5, 'cora')], 0)).toEqual([]);
  });

  it('leaves only the entries of a reviewer in doubt where no one else has reviewed', () => {
    expect(doubtfulStretches([review(3, 5, 'cora')], 9)).toEqual([
      { from: 1, to: 2, covers: [] },
      { from: 3, to: 5, covers: [cover('cora')] },
      { from: 6, to: 9, covers: [] },
    ]);
  });

  it('leaves nothing in doubt where two people have reviewed everything', () => {
    expect(doubtfulStretches([review(1, 6, 'cora'), review(4, 9, 'carl')], 9)).toEqual([
      { from: 1, to: 3, covers: [cover('cora')] },
      { from: 7, to: 9, covers: [cover('carl')] },
    ]);
  });

  it('joins adjacent and overlapping reviews of the same person', () => {
    const weekly = [review(1, 3, 'cora'), review(4, 6, 'cora'), review(5, 9, 'cora'), review(2, 2, 'cora')];
    expect(doubtfulStretches(weekly, 9)).toEqual([{ from: 1, to: 9, covers: [cover('cora')] }]);
  });

  it('keeps a limited review of another person beside one of everything, and drops one of the same person', () => {
    const other = { actorId: 'cora' };
    expect(
      doubtfulStretches([review(1, 9, 'cora'), review(1, 9, 'carl', other), review(1, 9, 'cora', other)], 9),
    ).toEqual([{ from: 1, to: 9, covers: [cover('carl', other), cover('cora')] }]);
  });
});
