import { describe, expect, it } from 'vitest';
import { findRegressions } from '../../eval/find-regressions.ts';
import { hasPhrase } from '../../eval/has-phrase.ts';
import { scoreQuery, summarizeQueries } from '../../eval/summarize-queries.ts';

const labelled = (id: string, category = 'dosing') => ({
  id,
  query: 'x',
  category,
  relevant: [{ file: 'a.pdf', grade: 2 }],
  answer: '5 mg IV',
});
const right = [{ fileName: 'a.pdf', text: 'Give 5 mg\n  iv now' }];
const wrong = [
  { fileName: 'b.pdf', text: 'Nothing' },
  { fileName: 'b.pdf', text: 'Nothing' },
  { fileName: 'c.pdf', text: 'Nothing' },
  ...right,
];

describe('judging retrieval', () => {
  it('finds an answer phrase whatever the case and the blanks, in the first three results only', () => {
    expect(hasPhrase(['Give 5 mg\n  iv now'], '5 MG IV')).toBe(true);
    expect(scoreQuery(labelled('q-1'), right).answerFound).toBe(true);
    expect(scoreQuery(labelled('q-1'), wrong).answerFound).toBe(false);
  });

  it('ranks distinct files', () => {
    const { files, scores } = scoreQuery(labelled('q-1'), wrong);
    expect(files).toEqual(['b.pdf', 'c.pdf', 'a.pdf']);
    expect(scores).toMatchObject({ successAt1: 0, successAt3: 1, mrrAt10: 1 / 3 });
  });

  it('averages over all questions, the halves by number, and the categories', () => {
    const figures = summarizeQueries([
      scoreQuery(labelled('q-001'), right),
      scoreQuery(labelled('q-002'), wrong),
      scoreQuery(labelled('q-003', 'other'), right),
    ]);
    expect(Object.keys(figures)).toEqual(['all', 'tuning', 'final', 'dosing', 'other']);
    expect(figures.all).toMatchObject({ questions: 3, successAt1: 2 / 3, answerAt3: 2 / 3 });
    expect(figures.tuning).toMatchObject({ questions: 1, successAt1: 0 });
    expect(figures.final).toMatchObject({ questions: 2, successAt1: 1 });
    expect(figures.dosing).toMatchObject({ questions: 2, successAt1: 0.5 });
  });

  it('leaves questions without an answer phrase out of the answer rate', () => {
    const { answer: _answer, ...unanswered } = labelled('q-2');
    const figures = summarizeQueries([scoreQuery(labelled('q-1'), right), scoreQuery(unanswered, wrong)]);
    expect(figures.all?.answerAt3).toBe(1);
  });
});

describe('comparing with a baseline', () => {
  const all = {
    questions: 10,
    successAt1: 0.9,
    successAt3: 0.95,
    recallAt10: 0.97,
    mrrAt10: 0.92,
    ndcgAt10: 0.93,
    answerAt3: 0.8,
  };

  it('accepts what is better or lower by noise', () => {
    expect(
      findRegressions(
        { figures: { all: { ...all, successAt1: 0.8951, ndcgAt10: 1 } } },
        { figures: { all } },
      ),
    ).toEqual([]);
  });

  it('names each overall figure that is lower', () => {
    const now = { ...all, recallAt10: 0.96, answerAt3: 0.5 };
    expect(findRegressions({ figures: { all: now } }, { figures: { all } })).toEqual([
      'recall@10 fell from 0.970 to 0.960.',
      'answer@3 fell from 0.800 to 0.500.',
    ]);
  });
});
