import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../../domain/consultation/compose-extractive-answer.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../../retrieval/given-passages.ts';

const answerTo = (question: string, text: string): string => {
  const passage = givenPassage({ title: 'Hospital Formulary', text });
  return composeExtractiveAnswer(interpretQuery(question, emptyVocabulary), [{ passage, score: 0.9 }], {
    context: {},
    wholeDocument: () => [passage],
  }).answer;
};

const poisoning = `# Paracetamol poisoning

## Treatment

A lower threshold holds for patients on:
• phenytoin or carbamazepine
• Acetylcysteine, IV, 150 mg/kg over 1 hour as a loading dose.
  - Follow with 50 mg/kg over 4 hours.
  - In mild allergy give the loading dose at a lower rate.

# Epilepsy

## Status epilepticus

• Phenytoin, IV, 20 mg/kg in sodium chloride 0.9%, not faster than 50 mg/minute.

## Maintenance

• Phenytoin, oral, 300 mg daily.`;

describe('doses of other drugs below a line that names the drug asked for', () => {
  it.each(['phenytoin loading dose and rate', 'phenytoin load status max rate'])(
    'do not answer before its own dose: %s',
    (question) => {
      const answer = answerTo(question, poisoning);
      expect(answer).toContain('Phenytoin, IV, 20 mg/kg');
      const other = answer.indexOf('Acetylcysteine, IV');
      expect(other === -1 || other > answer.indexOf('Phenytoin, IV, 20 mg/kg')).toBe(true);
    },
  );

  it('answer for their own drug', () => {
    expect(answerTo('acetylcysteine loading dose', poisoning)).toContain('Acetylcysteine, IV, 150 mg/kg');
  });

  it('answer a question about the antidote of the drug that it names', () => {
    expect(answerTo('paracetamol overdose antidote dose', poisoning)).toContain(
      'Acetylcysteine, IV, 150 mg/kg',
    );
  });

  it('answer a question about something in place of the drug that it names', () => {
    const text = `# Cyanide

• Hydroxocobalamin 5 g IV over 15 minutes.

If no hydroxocobalamin is carried:
• Sodium nitrite 300 mg IV over 5 minutes.`;
    expect(answerTo('hydroxocobalamin out of stock what else and dose', text)).toContain(
      'Sodium nitrite 300 mg IV',
    );
  });

  it('do not include an amount whose line names only a diluent before its own drug', () => {
    const text = `# Amiodarone

• 150 mg IV in 100 mL dextrose 5% over 10 minutes.`;
    expect(answerTo('amiodarone dose', text)).toContain('150 mg IV');
  });
});
