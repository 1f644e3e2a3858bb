import { describe, expect, it } from 'vitest';
import { documentFeedbackProjection } from '../../../projections/document-feedback/projection.ts';
import { feedbackProjection } from '../../../projections/feedback/projection.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { type StreamEvent, secondsIn, uuidOf } from '../../support/recorded-history.ts';
import { feedbackGiven } from '../../support/sample-events.ts';

const [first, second] = [uuidOf(1), uuidOf(2)];
const docKey = 'protocol-1219';

describe('feedback', () => {
  it('is stored per person and answer', () => {
    const rows = rowsAfter(
      feedbackProjection,
      feedbackGiven(first, 'dr-house', {
        docKey,
        chunkId: 'protocol-1219@1#0',
        comment: 'Right to the point.',
      }),
      feedbackGiven(first, 'dr-wilson', { kind: 'missing' }),
      feedbackGiven(second, 'dr-house', { kind: 'wrong' }),
    );
    expect(rows.size).toBe(3);
    expect(rows.get(`${first}/dr-house`)).toEqual({
      feedbackId: `${first}/dr-house`,
      queryId: first,
      subject: `query:${first}`,
      givenBy: 'dr-house',
      actorRole: 'clinician',
      kind: 'helpful',
      docKey,
      chunkId: 'protocol-1219@1#0',
      comment: 'Right to the point.',
      givenAt: secondsIn(1),
      givenPosition: 1,
      timesGiven: 1,
    });
    expect(rows.get(`${first}/dr-wilson`)).toMatchObject({ kind: 'missing', docKey: null, comment: null });
  });

  it('is the last judgement of a person, without a trace of the previous one', () => {
    const rows = rowsAfter(
      feedbackProjection,
      feedbackGiven(first, 'dr-house', { docKey, comment: 'Right to the point.' }),
      feedbackGiven(first, 'dr-house', { kind: 'wrong', replaces: { kind: 'helpful', docKey } }),
    );
    expect(rows.size).toBe(1);
    expect(rows.get(`${first}/dr-house`)).toMatchObject({
      kind: 'wrong',
      docKey: null,
      comment: null,
      givenAt: secondsIn(2),
      givenPosition: 2,
      timesGiven: 2,
    });
  });
});

describe('feedback on a document', () => {
  const countsAfter = (...sampled: readonly StreamEvent[]) =>
    rowsAfter(documentFeedbackProjection, ...sampled);

  it('counts the people with each judgement, over all answers', () => {
    const rows = countsAfter(
      feedbackGiven(first, 'dr-house', { docKey }),
      feedbackGiven(first, 'dr-wilson', { docKey, kind: 'outdated' }),
      feedbackGiven(second, 'dr-house', { docKey }),
      feedbackGiven(second, 'dr-wilson', { docKey: 'guideline-7', kind: 'missing' }),
    );
    expect(Object.fromEntries(rows)).toEqual({
      [docKey]: { docKey, helpful: 2, wrong: 0, outdated: 1, missing: 0 },
      'guideline-7': { docKey: 'guideline-7', helpful: 0, wrong: 0, outdated: 0, missing: 1 },
    });
  });

  it('excludes feedback on an answer as a whole', () => {
    expect(countsAfter(feedbackGiven(first, 'dr-house', { kind: 'wrong' })).size).toBe(0);
  });

  it('moves a changed judgement within a document', () => {
    const rows = countsAfter(
      feedbackGiven(first, 'dr-house', { docKey }),
      feedbackGiven(first, 'dr-house', { docKey, kind: 'wrong', replaces: { kind: 'helpful', docKey } }),
    );
    expect(rows.get(docKey)).toEqual({ docKey, helpful: 0, wrong: 1, outdated: 0, missing: 0 });
  });

  it('moves a changed judgement from one document to another', () => {
    const rows = countsAfter(
      feedbackGiven(first, 'dr-wilson', { docKey }),
      feedbackGiven(first, 'dr-house', { docKey }),
      feedbackGiven(first, 'dr-house', {
        docKey: 'guideline-7',
        kind: 'wrong',
        replaces: { kind: 'helpful', docKey },
      }),
    );
    expect(rows.get(docKey)).toMatchObject({ helpful: 1 });
    expect(rows.get('guideline-7')).toMatchObject({ helpful: 0, wrong: 1 });
  });

  it('disappears with the last judgement of a document', () => {
    const rows = countsAfter(
      feedbackGiven(first, 'dr-house', { docKey }),
      feedbackGiven(first, 'dr-house', { replaces: { kind: 'helpful', docKey } }),
    );
    expect(rows.size).toBe(0);
  });
});
