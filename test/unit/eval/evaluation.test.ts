import { describe, expect, it } from 'vitest';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { judgeAnswer } from '../../eval/answers/judge-answer.ts';
import { summarizeAnswers } from '../../eval/answers/summarize-answers.ts';
import { feedbackQueries, type LabelledPair } from '../../eval/feedback-queries.ts';
import { findRegressions } from '../../eval/find-regressions.ts';
import { hasPhrase } from '../../eval/has-phrase.ts';
import { scoreQuery, summarizeQueries } from '../../eval/summarize-queries.ts';

const labelled = (id: string, category = 'dosing') => ({
  id,
  query: 'x',
  category,
  relevant: [{ file: 'a.pdf', grade: 2 }],
  unwanted: [],
  answer: '5 mg IV',
});
const right = [{ fileName: 'a.pdf', text: 'Give 5 mg\n  iv now' }];
const wrong = [
  { fileName: 'b.pdf', text: 'Nothing' },
  { fileName: 'b.pdf', text: 'Nothing' },
  { fileName: 'c.pdf', text: 'Nothing' },
  ...right,
];

describe('the retrieval evaluation', () => {
  it('finds an answer phrase in any case and spacing, only in the first three results', () => {
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

  it('judges by pages the questions whose labels have them', () => {
    const onPage = (...pages: number[]) => ({
      ...labelled('q-2'),
      relevant: [{ file: 'a.pdf', grade: 2, pages }],
    });
    const found = [
      { fileName: 'a.pdf', text: '', pages: [1] },
      { fileName: 'b.pdf', text: '', pages: [3] },
      { fileName: 'a.pdf', text: '', pages: [2, 3] },
    ];
    expect(scoreQuery(labelled('q-1'), found).pageFound).toBeUndefined();
    expect(scoreQuery(onPage(1), found).pageFound).toEqual({ first: true, three: true });
    expect(scoreQuery(onPage(3), found).pageFound).toEqual({ first: false, three: true });
    expect(scoreQuery(onPage(4), found).pageFound).toEqual({ first: false, three: false });
    const figures = summarizeQueries([scoreQuery(onPage(3), found), scoreQuery(labelled('q-1'), found)]);
    expect(figures.all).toMatchObject({ pageAt1: 0, pageAt3: 1 });
  });

  it('excludes questions without an answer phrase from the answer rate', () => {
    const { answer: _answer, ...unanswered } = labelled('q-2');
    const figures = summarizeQueries([scoreQuery(labelled('q-1'), right), scoreQuery(unanswered, wrong)]);
    expect(figures.all?.answerAt3).toBe(1);
  });
});

describe('the evaluation of unwanted results', () => {
  const avoiding = (...unwanted: string[]) => ({ ...labelled('q-2'), relevant: [], unwanted });

  it('checks the first three files, and excludes the question from the other measures', () => {
    expect(scoreQuery(avoiding('z.pdf', 'c.pdf'), wrong)).toMatchObject({
      avoided: false,
      scores: undefined,
    });
    expect(scoreQuery(avoiding('z.pdf'), wrong).avoided).toBe(true);
    const { all } = summarizeQueries([
      scoreQuery(labelled('q-1'), right),
      scoreQuery(avoiding('b.pdf'), wrong),
      scoreQuery(avoiding('z.pdf'), wrong),
    ]);
    expect(all).toMatchObject({ questions: 3, successAt1: 1, avoidedAt3: 0.5 });
  });

  it('omits measures to which no question applies', () => {
    expect(summarizeQueries([scoreQuery(avoiding('z.pdf'), wrong)]).tuning).toEqual({
      questions: 1,
      answerAt3: 0,
      avoidedAt3: 1,
    });
    expect(summarizeQueries([scoreQuery(labelled('q-1'), right)]).all).not.toHaveProperty('avoidedAt3');
  });
});

describe('questions from feedback', () => {
  const file = (fileName: string, label = fileName, docKey?: string) => ({
    fileName,
    label,
    input: { sourceType: 'protocol' as const, ...omitUndefined({ docKey }) },
  });
  const files = [
    file('1210 Arrest.pdf'),
    file('1219.pdf', 'adult/1219.pdf', 'our-allergy-protocol'),
    file('Notes.txt', 'a/Notes.txt'),
  ];
  const pair = (
    docKey: string | null,
    label: LabelledPair['label'],
    question = 'epi dose?',
  ): LabelledPair => ({
    question,
    docKey,
    label,
  });

  it('find the file by the key of its name or path, under any source type, or by its own key', () => {
    for (const docKey of ['protocol-1219', 'guideline-1219', 'policy-adult-1219-pdf', 'our-allergy-protocol'])
      expect(feedbackQueries([pair(docKey, 'helpful')], files).queries).toMatchObject([
        { category: 'feedback', query: 'epi dose?', relevant: [{ file: '1219.pdf' }], unwanted: [] },
      ]);
  });

  it('expect helpful and missing documents, and not wrong or outdated ones, once for each wording', () => {
    const { queries } = feedbackQueries(
      [
        pair('protocol-1219', 'missing'),
        pair('protocol-1210-arrest', 'wrong', ' EPI  dose?'),
        pair('note-notes', 'outdated', 'burns'),
      ],
      files,
    );
    expect(
      queries.map(({ id, relevant, unwanted }) => [id, relevant.map((one) => one.file), unwanted]),
    ).toEqual([
      ['feedback-001', ['1219.pdf'], ['1210 Arrest.pdf']],
      ['feedback-002', [], ['Notes.txt']],
    ]);
  });

  it('exclude and count inconclusive questions', () => {
    const queries = feedbackQueries(
      [
        pair(null, 'helpful'),
        pair('protocol-814', 'wrong'),
        pair('protocol-1219', 'helpful'),
        pair('protocol-1219', 'wrong'),
      ],
      files,
    );
    expect(queries).toEqual({
      queries: [],
      leftOut: { withoutDocument: 1, unknownDocument: 1, contradicted: 1 },
    });
  });

  it('do not guess between two files with the same key', () => {
    const twins = [file('1219.pdf', 'a/1219.pdf'), file('1219.txt', 'b/1219.txt')];
    expect(feedbackQueries([pair('protocol-1219', 'helpful')], twins).leftOut.unknownDocument).toBe(1);
    expect(feedbackQueries([pair('protocol-b-1219-txt', 'helpful')], twins).queries).toMatchObject([
      { relevant: [{ file: '1219.txt' }] },
    ]);
  });
});

describe('the comparison with a baseline', () => {
  const all = {
    questions: 10,
    successAt1: 0.9,
    successAt3: 0.95,
    recallAt10: 0.97,
    mrrAt10: 0.92,
    ndcgAt10: 0.93,
    answerAt3: 0.8,
  };

  it('accepts improvements and losses within noise', () => {
    expect(
      findRegressions(
        { figures: { all: { ...all, successAt1: 0.8951, ndcgAt10: 1 } } },
        { figures: { all } },
      ),
    ).toEqual([]);
  });

  it('names each overall figure that dropped', () => {
    const now = { ...all, recallAt10: 0.96, answerAt3: 0.5 };
    expect(findRegressions({ figures: { all: now } }, { figures: { all } })).toEqual([
      'recall@10 fell from 0.970 to 0.960.',
      'answer@3 fell from 0.800 to 0.500.',
    ]);
  });

  it('names faults in more answers than before', () => {
    const fault = { kind: 'bare number' as const, question: 'q-1', n: 1, passage: 1, line: 1 };
    const before = { figures: { all }, answers: { characters: 1, faults: [fault], needing: 0, missing: [] } };
    const now = { ...before, answers: { ...before.answers, faults: [fault, { ...fault, line: 2 }] } };
    expect(findRegressions(now, before)).toEqual(['“bare number” rose from 1 to 2.']);
    expect(findRegressions(before, now)).toEqual([]);
    const traps = [{ kind: 'chart', avoided: 1, fallenInto: ['a chart'] }];
    const avoided = [{ kind: 'chart', avoided: 2, fallenInto: [] }];
    expect(findRegressions({ figures: { all }, traps }, { figures: { all }, traps: avoided })).toEqual([
      '“trap” rose from 0 to 1.',
    ]);
  });
});

describe('the evaluation of answers', () => {
  const place = { file: '1.pdf', page: 2, at: 'step 3', begins: 'Hold when', ends: 'is pregnant' };
  const needed = { id: 'q-1', needs: [[{ ...place, length: 'holdwhensheispregnant'.length }]] };
  const showing = (...excerpts: string[]) => ({
    answer: excerpts
      .map((excerpt, index) => `[${index + 1}] Pediatric Shock, page 1:\n${excerpt}`)
      .join('\n\n'),
    citations: excerpts.map((excerpt, index) => ({
      n: index + 1,
      docKey: `protocol-${index + 1}`,
      version: 1,
      title: 'Shock',
      fileName: `${index + 1}.pdf`,
      section: '',
      excerpt,
    })),
    warnings: [],
  });
  const judge = (answer: ReturnType<typeof showing>, more: Partial<Parameters<typeof judgeAnswer>[1]> = {}) =>
    judgeAnswer(answer, { question: 'dose', phrase: '5 mg IV', sourceOf: () => undefined, ...more });

  it('reports the citation in which the phrase appears', () => {
    expect(judge(showing('Give 5 mg\nIV'))).toMatchObject({ first: true, three: true, any: true });
    expect(judge(showing('a', 'b', 'c', '5 mg IV'))).toMatchObject({ first: false, three: false, any: true });
  });

  it('reports an unfinished statement, even before an omission', () => {
    const { faults } = judge(
      showing('for a pressure >', 'up to a maximum of\n[…]\nGive oxygen.', 'Give oxygen.\n[…]\nRepeat.'),
    );
    expect(faults).toEqual([
      { kind: 'unfinished', n: 1, passage: 1, line: 1 },
      { kind: 'unfinished', n: 2, passage: 1, line: 1 },
    ]);
  });

  it('reports the missing warning, and nothing when none is known', () => {
    expect(judge(showing('Give 5 mg IV.'), { needed }).missing).toMatchObject([place]);
    expect(judge(showing('Hold when she is pregnant.'), { needed }).missing).toEqual([]);
    expect(judge(showing('Give 5 mg IV.')).missing).toBeUndefined();
  });

  it('averages over the questions with a phrase, and lists the faults with their questions', () => {
    const answered = judge(showing('5 mg IV of'), { needed });
    const { answer: _answer, ...withoutPhrase } = labelled('q-2');
    const scored = [{ ...scoreQuery(labelled('q-1'), right), answered }, scoreQuery(withoutPhrase, right)];
    expect(summarizeQueries(scored).all).toMatchObject({ citedFirst: 1, citedIn3: 1, cited: 1 });
    expect(summarizeAnswers(scored)).toMatchObject({
      faults: [{ question: 'q-1', kind: 'unfinished', n: 1, passage: 1, line: 1 }],
      needing: 1,
      missing: [{ question: 'q-1', file: '1.pdf', page: 2, at: 'step 3' }],
    });
  });
});
