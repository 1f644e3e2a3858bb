import { describe, expect, it } from 'vitest';
import type { QueryEvent } from '../../../../../domain/consultation/query-events.ts';
import { reviewDecider } from '../../../../../domain/consultation/review/review-decider.ts';
import {
  reviewedBy,
  reviewIdOf,
  reviewIdSchema,
} from '../../../../../domain/consultation/review/review-id.ts';
import { foldState } from '../../../../../domain/kernel/decider.ts';
import { type StreamEvent, uuidOf } from '../../../../support/recorded-history.ts';
import * as sample from '../../../../support/sample-events.ts';

const queryId = uuidOf(1);
const events = (...sampled: readonly StreamEvent[]): readonly QueryEvent[] =>
  // The samples of a query are events of a query.
  sampled.map(({ event }) => event as QueryEvent);
const decided = (command: Parameters<typeof reviewDecider.decide>[0], ...history: readonly StreamEvent[]) => {
  const result = reviewDecider.decide(command, foldState(reviewDecider, events(...history)));
  return result.ok ? result.value : result.error.code;
};

const dispute = { type: 'DisputePhiDetection', comment: 'An eponym.' } as const;
const resolve = { type: 'ResolveReview', kind: 'phi', verdict: 'false_alarm', reason: 'Seen.' } as const;
const found = [sample.asked(queryId), sample.screened(queryId, ['name'])];
const disputed = [...found, sample.detectionDisputed(queryId)];

describe('a detection of PHI', () => {
  it('can be disputed once, if something was detected', () => {
    expect(decided(dispute, ...found)).toEqual([
      { type: 'PhiDetectionDisputed', data: { queryId, comment: 'An eponym.' } },
    ]);
    expect(decided(dispute, ...disputed)).toEqual([]);
    expect(decided(dispute, sample.asked(queryId), sample.screened(queryId, []))).toBe('rule_violated');
    expect(decided(dispute)).toBe('not_found');
  });
});

describe('a review', () => {
  it('is opened for a disputed, blocked, struck or incompletely screened question, and for nothing else', () => {
    const { type: _, ...verdict } = resolve;
    expect(decided(resolve, ...disputed)).toEqual([
      { type: 'ReviewResolved', data: { queryId, ...verdict } },
    ]);
    expect(decided(resolve, sample.asked(queryId), sample.screened(queryId, ['not_screened']))).toHaveLength(
      1,
    );
    const safety = { ...resolve, kind: 'safety' } as const;
    const blocked = sample.queryFailed(queryId, { component: 'safety-filter', reason: 'blocked' });
    expect(decided(safety, ...found, blocked)).toHaveLength(1);
    expect(decided(safety, ...found, sample.answered(queryId, { sentencesStruck: 3 }))).toHaveLength(1);
    for (const harmless of [sample.answered(queryId, { sentencesStruck: 2 }), sample.queryFailed(queryId)])
      expect(decided(safety, ...found, harmless)).toBe('not_found');
    expect(decided(resolve, ...found)).toBe('not_found');
  });

  it('has one verdict, which may be repeated but not changed', () => {
    const resolved = [...disputed, sample.reviewResolved(queryId)];
    expect(decided(resolve, ...resolved)).toEqual([]);
    expect(decided({ ...resolve, verdict: 'confirmed' }, ...resolved)).toBe('conflict');
  });

  it('is reopened by a new reason to look', () => {
    const again = [
      sample.asked(queryId),
      sample.screened(queryId, ['not_screened']),
      sample.reviewResolved(queryId),
      sample.detectionDisputed(queryId),
    ];
    expect(decided({ ...resolve, verdict: 'confirmed' }, ...again)).toHaveLength(1);
  });
});

describe('the id of a review', () => {
  it('names the reviewed resource', () => {
    expect(reviewedBy(reviewIdOf('safety', queryId))).toEqual({ kind: 'safety', queryId });
  });

  it.each(['', 'phi', `x-${queryId}`, `phi-${queryId}x`, `phi_${queryId}`, `phi-${queryId.toUpperCase()}F`])(
    'is not %j',
    (id) => {
      expect(reviewIdSchema.safeParse(id).success).toBe(false);
    },
  );
});
