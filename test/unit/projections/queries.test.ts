import { describe, expect, it } from 'vitest';
import type { QueryRow } from '../../../projections/queries/entity.ts';
import { queriesProjection } from '../../../projections/queries/projection.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { type StreamEvent, secondsIn, uuidOf } from '../../support/recorded-history.ts';
import {
  answered,
  asked,
  clarificationAnswered,
  clarificationAsked,
  queryCancelled,
  queryFailed,
  routed,
  screened,
  searched,
} from '../../support/sample-events.ts';

const queryId = uuidOf(1);
const queryAfter = (...sampled: readonly StreamEvent[]): QueryRow | undefined =>
  rowsAfter(queriesProjection, ...sampled).get(queryId);

describe('the list of questions', () => {
  it('shows a question as pending at first', () => {
    expect(queryAfter(asked(queryId))).toEqual({
      queryId,
      subject: `query:${queryId}`,
      conversationId: null,
      actorId: 'dr-house',
      status: 'pending',
      question: 'How much epinephrine?',
      answer: null,
      citations: [],
      warnings: [],
      degraded: false,
      model: null,
      interpretation: null,
      phi: null,
      preferences: null,
      intent: null,
      confidence: null,
      route: null,
      sources: [],
      stages: [],
      clarification: null,
      checks: null,
      usage: null,
      toolCalls: [],
      askedAt: secondsIn(1),
      askedPosition: 1,
      finishedAt: null,
      milliseconds: null,
      error: null,
      revision: 0,
    });
  });

  it('shows the screening and the search before there is an answer', () => {
    const row = queryAfter(asked(queryId), screened(queryId, ['name', 'mrn']), searched(queryId, 3));
    expect(row).toMatchObject({
      status: 'pending',
      phi: { detected: true, kinds: ['name', 'mrn'] },
      interpretation: { searchedFor: 'epinephrine dose', intent: 'medication_dosing' },
      sources: [{ source: 'knowledge_base', outcome: 'ok', found: 3, milliseconds: 12.5 }],
      finishedAt: null,
      revision: 2,
    });
  });

  it('has an answer with its evidence, its warnings and its duration', () => {
    const row = queryAfter(
      asked(queryId, { conversationId: uuidOf(9) }),
      screened(queryId, []),
      searched(queryId, 1),
      answered(queryId, { warnings: ['The journal search did not answer.'], degraded: true }),
    );
    expect(row).toMatchObject({
      conversationId: uuidOf(9),
      status: 'answered',
      answer: 'See the protocol [1].',
      citations: [{ n: 1, docKey: 'protocol-1219', pages: [2], score: 0.75 }],
      warnings: ['The journal search did not answer.'],
      degraded: true,
      model: 'extractive',
      phi: { detected: false, kinds: [] },
      finishedAt: secondsIn(4),
      milliseconds: 3000,
      error: null,
      revision: 3,
    });
  });

  it('shows the intent, the searched sources and the permitted model', () => {
    expect(queryAfter(asked(queryId), screened(queryId, []), routed(queryId))).toMatchObject({
      intent: 'drug_info',
      confidence: 0.9,
      route: { model: 'none', sources: [{ source: 'knowledge_base', because: 'matrix' }] },
    });
  });

  it('waits for the reply to a clarifying question, and continues with it', () => {
    const before = [asked(queryId), screened(queryId, []), routed(queryId), searched(queryId, 3)];
    expect(queryAfter(...before, clarificationAsked(queryId))).toMatchObject({
      status: 'clarifying',
      clarification: { question: 'Which type of diabetes?', options: [{ id: 'type-1' }, { id: 'type-2' }] },
      finishedAt: null,
    });
    expect(queryAfter(...before, clarificationAsked(queryId), clarificationAnswered(queryId))).toMatchObject({
      status: 'pending',
    });
  });

  it('shows a cancelled question as finished', () => {
    expect(queryAfter(asked(queryId), queryCancelled(queryId))).toMatchObject({
      status: 'cancelled',
      answer: null,
      finishedAt: secondsIn(2),
    });
  });

  it('shows why a question failed', () => {
    expect(queryAfter(asked(queryId), queryFailed(queryId))).toMatchObject({
      status: 'failed',
      answer: null,
      error: {
        component: 'search-index',
        reason: 'unavailable',
        message: 'The search index cannot be reached.',
      },
      finishedAt: secondsIn(2),
      milliseconds: 1000,
    });
  });
});
