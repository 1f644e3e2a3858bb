import { describe, expect, it } from 'vitest';
import { countedQuestionSchema, countQuestion } from '../../../domain/consultation/counted-question.ts';
import { interpretQuery } from '../../../domain/retrieval/query/interpret-query.ts';
import { createQuestionFingerprint } from '../../../infra/storage/key-vault/question-fingerprint.ts';
import { queryLogProjection } from '../../../projections/query-log/projection.ts';
import { type TopQuestionKind, topQuestions } from '../../../projections/query-log/top-questions.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { type StreamEvent, uuidOf } from '../../support/recorded-history.ts';
import { asked, knowledgeSearched, queryFailed } from '../../support/sample-events.ts';
import { emptyVocabulary } from '../../support/vocabulary.ts';

const fingerprint = createQuestionFingerprint(new Uint8Array(32).fill(7));
const counted = (question: string, hash = fingerprint) =>
  countQuestion(question, interpretQuery(question, emptyVocabulary), hash);

const listed = (sampled: readonly StreamEvent[], only: TopQuestionKind = 'all', limit = 10) =>
  topQuestions(
    [...rowsAfter(queryLogProjection, ...sampled).values()].toSorted(
      (one, other) => other.askedPosition - one.askedPosition,
    ),
    only,
    limit,
  );
let searches = 0;
const searchFor = (question: string, found: number): StreamEvent => {
  searches += 1;
  return knowledgeSearched(String(searches), found, { counted: counted(question) });
};

describe('the counted form of a question', () => {
  it('is the same for the same words, in any case, spacing and punctuation', () => {
    expect(counted('Epi dose, anaphylaxis?').fingerprint).toBe(counted('epi  dose anaphylaxis').fingerprint);
    expect(counted('epi dose').fingerprint).not.toBe(counted('dose epi').fingerprint);
  });

  it('contains only terms of our terminology, and no words of the user', () => {
    const { concepts, protocolNumbers, intent } = counted(
      'epi dose for John Smith 4411234, Ref 502, anaphylaxis',
    );
    expect(concepts).toEqual(['epinephrine', 'anaphylaxis']);
    expect(protocolNumbers).toEqual(['502']);
    expect(intent).toBe('protocol_lookup');
    expect(counted('policy 44112').protocolNumbers).toEqual([]);
  });

  it('cannot be recognized from likely questions without the key', () => {
    const other = createQuestionFingerprint(new Uint8Array(32).fill(8));
    expect(counted('epi dose', other).fingerprint).not.toBe(counted('epi dose').fingerprint);
    expect(counted('epi dose').fingerprint).toMatch(/^[0-9a-f]{32}$/);
  });

  it('matches its schema for any question', () => {
    for (const question of ['', '🚑', 'a'.repeat(10_000), 'ref 502 503 504 505 506 507 508'])
      expect(countedQuestionSchema.safeParse(counted(question)).success).toBe(true);
  });
});

describe('the most frequent questions', () => {
  const history = [
    searchFor('epi dose', 3),
    searchFor('snake bite', 0),
    searchFor('Epi dose?', 2),
    searchFor('epi dose', 1),
    searchFor('snake bite', 0),
    searchFor('seizure', 0),
  ];

  it('come first, with the number of times they were asked and without results', () => {
    expect(listed(history)).toMatchObject([
      { asked: 3, zeroResult: 0, failed: 0, concepts: ['epinephrine'] },
      { asked: 2, zeroResult: 2 },
      { asked: 1, zeroResult: 1 },
    ]);
    expect(listed(history, 'all', 1)).toHaveLength(1);
  });

  it('without results can be listed alone', () => {
    expect(listed(history, 'zero-result')).toMatchObject([{ zeroResult: 2 }, { zeroResult: 1 }]);
    expect(listed(history, 'failed')).toEqual([]);
  });

  it('include those that failed before any search', () => {
    const failing = [uuidOf(1), uuidOf(2)].flatMap((queryId) => [
      asked(queryId),
      queryFailed(queryId, { counted: counted('stroke scale') }),
    ]);
    expect(listed([...history, ...failing], 'failed')).toMatchObject([
      { asked: 2, failed: 2, zeroResult: 0, example: { kind: 'question', queryId: uuidOf(2) } },
    ]);
  });

  it('exclude questions from before the counting, and erased ones', () => {
    const erased = { fingerprint: '', intent: 'general', concepts: [], protocolNumbers: [] };
    expect(listed([knowledgeSearched('old', 1), knowledgeSearched('gone', 1, { counted: erased })])).toEqual(
      [],
    );
  });
});
