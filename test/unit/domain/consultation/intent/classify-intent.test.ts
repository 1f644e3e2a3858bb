import { describe, expect, it } from 'vitest';
import { classifyIntent } from '../../../../../domain/consultation/intent/classify-intent.ts';
import { questionIntents } from '../../../../../domain/consultation/intent/question-intent.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';

const read = (question: string) => interpretQuery(question, emptyVocabulary);
const intentOf = (question: string) => classifyIntent(read(question), question);

describe('the intent of a question', () => {
  it.each([
    ['differential diagnosis of chest pain', 'diagnosis'],
    ['signs of tension pneumothorax', 'diagnosis'],
    ['manage hyperkalemia', 'treatment'],
    ['treatment of status epilepticus', 'treatment'],
    ['therapy for croup', 'treatment'],
    ['how to manage a difficult airway', 'guideline'],
    ['steps of needle decompression', 'guideline'],
    ['which medication for gout', 'drug_info'],
    ['what drug for torsades', 'drug_info'],
    ['naloxone dose', 'drug_info'],
    ['can i give nitroglycerin after sildenafil', 'drug_info'],
    ['contraindications to thrombolytic therapy with alteplase', 'drug_info'],
    ['recommendation for potassium repletion', 'guideline'],
    ['sepsis guideline', 'guideline'],
    ['ref 1219', 'guideline'],
    ['pediatric midazolam', 'drug_info'],
    ['discuss a case of recurrent syncope', 'case_consultation'],
    [
      '58 year old woman with cirrhosis presents with confusion, a fever since yesterday, low blood pressure and black stools, what should I think of first',
      'case_consultation',
    ],
  ])('of %j is %s', (question, intent) => {
    expect(intentOf(question).intent).toBe(intent);
  });

  it('is most certain when the question states it, and names the deciding signal', () => {
    expect(intentOf('treatment of croup')).toEqual({ intent: 'treatment', confidence: 0.9, by: 'words' });
    expect(intentOf('racemic epinephrine in croup').by).toBe('reading');
  });

  it.each(['what should i give', 'what treatment', 'how much', 'what do i do'])(
    'is uncertain when %j has no subject',
    (question) => {
      expect(intentOf(question).confidence).toBeLessThan(0.5);
    },
  );

  it.each(['croup', 'needle thoracostomy', 'amiodarone', 'wound botulism'])(
    'is no less certain because %j is short',
    (question) => {
      expect(intentOf(question).confidence).toBeGreaterThanOrEqual(0.5);
    },
  );

  it('is general, with all sources, when the classifier fails or is too uncertain', () => {
    const general = { intent: 'general', confidence: 0, by: 'default' };
    const question = 'treatment of croup';
    expect(
      classifyIntent(read(question), question, () => {
        throw new Error('It is away.');
      }),
    ).toEqual(general);
    expect(
      classifyIntent(read(question), question, () => ({
        intent: 'diagnosis',
        confidence: 0.29,
        by: 'words',
      })),
    ).toEqual(general);
    expect(intentOf('?!')).toEqual(general);
  });

  it('is also general when settings require more certainty', () => {
    const question = 'treatment of croup';
    const asked = (sureEnough: number) =>
      classifyIntent(read(question), question, undefined, sureEnough).intent;
    expect([asked(0.9), asked(0.95)]).toEqual(['treatment', 'general']);
  });

  it('does not change the input of the ranking', () => {
    const interpretation = read('manage hyperkalemia in renal failure');
    const before = structuredClone(interpretation);
    expect(questionIntents).toContain(classifyIntent(interpretation, interpretation.original).intent);
    expect(interpretation).toEqual(before);
  });
});
