import { describe, expect, it } from 'vitest';
import { reviewsProjection } from '../../../projections/reviews/projection.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { secondsIn, uuidOf } from '../../support/recorded-history.ts';
import {
  answered,
  asked,
  detectionDisputed,
  queryFailed,
  reviewResolved,
  screened,
} from '../../support/sample-events.ts';

const queryId = uuidOf(1);

describe('the list of reviews', () => {
  it('shows disputes with all their causes, and nothing of the question', () => {
    const rows = rowsAfter(
      reviewsProjection,
      asked(queryId, { question: 'Is Jane Doe allergic?' }),
      screened(queryId, ['name', 'not_screened']),
      detectionDisputed(queryId),
    );
    expect([...rows.values()]).toEqual([
      {
        reviewId: `phi-${queryId}`,
        kind: 'phi',
        queryId,
        subject: `query:${queryId}`,
        askedBy: expect.any(String),
        state: 'open',
        causes: ['detector_failed', 'disputed'],
        openedAt: secondsIn(2),
        openedPosition: 2,
        verdict: null,
        resolvedBy: null,
        resolvedAt: null,
      },
    ]);
    expect(JSON.stringify([...rows])).not.toContain('Jane');
  });

  it('shows the verdict until a new reason to look', () => {
    const history = [screened(queryId, ['not_screened']), reviewResolved(queryId)];
    expect(rowsAfter(reviewsProjection, ...history).get(`phi-${queryId}`)).toMatchObject({
      state: 'resolved',
      verdict: 'false_alarm',
      resolvedAt: secondsIn(2),
    });
    expect(
      rowsAfter(reviewsProjection, ...history, detectionDisputed(queryId)).get(`phi-${queryId}`),
    ).toMatchObject({ state: 'open', verdict: null, resolvedBy: null, openedPosition: 1 });
  });

  it('includes for safety the answers that were blocked or lost many sentences', () => {
    const blocked = queryFailed(queryId, { component: 'safety-filter', reason: 'blocked' });
    expect([...rowsAfter(reviewsProjection, blocked).keys()]).toEqual([`safety-${queryId}`]);
    const struck = answered(queryId, { sentencesStruck: 4 });
    expect(rowsAfter(reviewsProjection, struck).get(`safety-${queryId}`)?.causes).toEqual(['struck']);
    expect(rowsAfter(reviewsProjection, answered(queryId), queryFailed(queryId)).size).toBe(0);
  });
});
