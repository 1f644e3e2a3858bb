import { describe, expect, it } from 'vitest';
import { searchTextOf } from '../../../../domain/consultation/search-text.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { preferredPopulation } from '../../../../domain/retrieval/query/query-population.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';

const patientsOf = (text: string) => {
  const { population, entities } = interpretQuery(text, emptyVocabulary);
  return { population, leaning: preferredPopulation(entities) };
};

describe('the text of a search within a conversation', () => {
  it('states that the patient is a child, whatever durations the question names', () => {
    expect(searchTextOf('fever for 3 days', { patientAge: 4 })).toBe('fever for 3 days pediatric');
    expect(searchTextOf('cough x 2 months', { patientAge: 4 })).toBe('cough x 2 months pediatric');
    expect(searchTextOf('10 year history of copd', { patientAge: 72 })).toBe('10 year history of copd');
  });

  it('keeps the patient that the question itself names', () => {
    for (const question of ['8yoM fell', '18mo seizure', 'adult epi dose', 'newborn hr below 60'])
      expect(searchTextOf(question, { patientAge: 4 })).toBe(question);
  });

  it('is the question itself when nothing is known about the patient', () => {
    expect(searchTextOf('seizure', undefined)).toBe('seizure');
    expect(searchTextOf('seizure', { patientSex: 'female' })).toBe('seizure');
  });

  it.each([0.02, 0.5, 4, 14, 15, 16.5, 17])(
    'reads a patient of %d years the same from the context as from the question',
    (patientAge) => {
      const typed = `seizure ${patientAge < 0.1 ? '7 day' : patientAge < 1 ? '6 month' : `${patientAge} year`} old`;
      expect(patientsOf(searchTextOf('seizure', { patientAge }))).toEqual(patientsOf(typed));
    },
  );
});
