import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../../domain/consultation/compose-extractive-answer.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../../retrieval/given-passages.ts';

const answerTo = (question: string, text: string): string => {
  const passage = givenPassage({ title: 'Label', text });
  return composeExtractiveAnswer(interpretQuery(question, emptyVocabulary), [{ passage, score: 0.9 }], {
    context: {},
    wholeDocument: () => [passage],
  }).answer;
};

const rows = `| Age range | Dosage (single dose) |
| --- | --- |
| Birth to less than 6 years | 22.5 mg/kg (maximum 1,500 mg) |
| 6 to less than 18 years | 18 mg/kg (maximum 1,500 mg) |`;

describe('a table below a caption', () => {
  it.each([
    ['of one line', 'Table 1. Dosage of vancomycin in children'],
    ['that ends like a sentence', 'Table 1. Dosage of vancomycin in children with normal kidneys.'],
    [
      'that is wrapped',
      'Table 1. Dosage of vancomycin in pediatric patients with a creatinine clearance of 30 mL/min\nand above',
    ],
  ])('is quoted with it, and its rows name no drug: %s', (_, caption) => {
    const answer = answerTo(
      'vancomycin mg/kg for a 4 year old',
      `## Dosage\n\nVancomycin is given once (Table 1).\n\n${caption}\n\n${rows}`,
    );
    expect(answer).toContain('22.5 mg/kg');
  });
});
