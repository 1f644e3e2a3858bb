import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeLoss,
  examinationSchema,
  judgeRebuild,
  losesDocument,
  notExamined,
} from '../../../../domain/operations/rebuild-examination.ts';

const asked = (before: number | null, after: number | null) => ({ docKey: 'protocol-a', before, after });
const rank = fc.option(fc.integer({ min: 1, max: 10 }), { nil: null });

describe('a known question', () => {
  test('is lost when the live index ranks it high and the new one does not find it', () => {
    expect(losesDocument(asked(1, null))).toBe(true);
    expect(losesDocument(asked(5, null))).toBe(true);
    expect(losesDocument(asked(6, null))).toBe(false);
    expect(losesDocument(asked(1, 10))).toBe(false);
    expect(losesDocument(asked(null, null))).toBe(false);
    expect(losesDocument(asked(null, 1))).toBe(false);
  });
});

describe('a rebuilt index', () => {
  test('passes when nothing is lost', () => {
    expect(judgeRebuild({ questions: [asked(1, 3), asked(null, null)] }).outcome).toBe('passed');
  });

  test('is lost through one question, missing vectors, or a missing capability', () => {
    expect(judgeRebuild({ questions: [asked(1, 1), asked(2, null)] }).outcome).toBe('lost');
    expect(judgeRebuild({ questions: [], lacking: { before: 0, after: 3 } })).toMatchObject({
      outcome: 'lost',
      because: expect.stringContaining('3 of its passages lack their vectors'),
    });
    expect(judgeRebuild({ questions: [asked(1, 1)], unable: 'It does not answer.' }).outcome).toBe('lost');
  });

  test('is not lost through something that the live one lacks too', () => {
    expect(judgeRebuild({ questions: [], lacking: { before: 3, after: 3 } }).outcome).toBe('passed');
    expect(judgeRebuild({ questions: [], lacking: { before: 3, after: 1 } }).outcome).toBe('passed');
  });

  test('is described in words', () => {
    expect(describeLoss(judgeRebuild({ questions: [asked(1, 1), asked(2, null)] }))).toBe(
      'It does not find what the live one finds for 1 of 2 known questions.',
    );
    expect(describeLoss(notExamined('There is nothing to ask for.'))).toBe('There is nothing to ask for.');
  });

  test('passes when it ranks everything like the live one, and every judgement can be recorded', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(rank, rank), { maxLength: 20 }), (ranks) => {
        const questions = ranks.map(([before, after]) => asked(before, after));
        const judged = judgeRebuild({ questions });
        expect(examinationSchema.parse(judged)).toEqual(judged);
        expect(judged.outcome === 'lost').toBe(questions.some(losesDocument));
        const kept = questions.map(({ before }) => asked(before, before));
        expect(judgeRebuild({ questions: kept }).outcome).toBe('passed');
      }),
    );
  });
});
