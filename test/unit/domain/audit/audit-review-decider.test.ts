import { describe, expect, it } from 'vitest';
import { auditReviewDecider } from '../../../../domain/audit/audit-review-decider.ts';
import { uuidOf } from '../../../support/recorded-history.ts';

const signOff = { type: 'SignOff', reviewId: uuidOf(1), note: 'Read.', reviewer: 'cora', head: 9 } as const;
const decide = (more: { from: number; to: number; actorId?: string }) =>
  auditReviewDecider.decide({ ...signOff, ...more }, auditReviewDecider.initialState);

describe('signing off the audit trail', () => {
  it('accepts a range up to the end of the log', () => {
    expect(decide({ from: 1, to: 9 })).toMatchObject({ ok: true, value: [{ data: { from: 1, to: 9 } }] });
  });

  it('refuses the future, an empty range, and the own entries of the reviewer', () => {
    expect(decide({ from: 1, to: 10 })).toMatchObject({ ok: false, error: { code: 'validation_error' } });
    expect(decide({ from: 5, to: 4 })).toMatchObject({ ok: false, error: { code: 'validation_error' } });
    expect(decide({ from: 1, to: 9, actorId: 'cora' })).toMatchObject({
      ok: false,
      error: { code: 'rule_violated' },
    });
  });
});
