import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { questionReadingOf, questionReadingShape } from '../../../../domain/consultation/question-reading.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';

const readingOf = (question: string) => questionReadingOf(interpretQuery(question, emptyVocabulary));

describe('the recorded interpretation of a question', () => {
  it('names the subject of the question and its disease stage', () => {
    expect(readingOf('metformin dose in CKD stage 3b')).toMatchObject({
      depth: 'quick_lookup',
      entities: {
        drugs: ['metformin'],
        conditions: ['chronic kidney disease'],
        stages: [{ scale: 'stage', stage: '3b', condition: 'chronic kidney disease' }],
      },
      suggestions: [],
    });
  });

  it('lists the possible meanings of a word that is searched literally', () => {
    expect(readingOf('predniso dose').suggestions).toEqual([
      { from: 'predniso', to: expect.arrayContaining(['prednisone']) },
    ]);
  });

  it.each(['', 'predniso dose', '4 yo 16 kg epi 0.1 mg IM', 'protocol 1219-P stage iv'])(
    'is accepted by the log: %s',
    (question) => {
      expect(z.strictObject(questionReadingShape).safeParse(readingOf(question)).success).toBe(true);
    },
  );
});
