import { describe, expect, it } from 'vitest';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { withVariations } from '../../../../../domain/retrieval/query/query-variations.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';

const read = (query: string) => interpretQuery(query, emptyVocabulary);

describe('the stages of diseases in a question', () => {
  it.each([
    ['metformin dose CKD stage 3', { scale: 'stage', stage: '3', condition: 'chronic kidney disease' }],
    ['dosing in stage IIIb CKD', { scale: 'stage', stage: '3b', condition: 'chronic kidney disease' }],
    ['CKD 4 and contrast', { scale: 'stage', stage: '4', condition: 'chronic kidney disease' }],
    ['furosemide in NYHA class III', { scale: 'nyha', stage: '3', condition: 'congestive heart failure' }],
    ['stage 2 hypertension treatment', { scale: 'stage', stage: '2', condition: 'hypertension' }],
    ['vancomycin in ESRD', { scale: 'stage', stage: '5', condition: 'chronic kidney disease' }],
    ['how to care for a stage 2 ulcer', { scale: 'stage', stage: '2' }],
  ])('are read in %j', (query, stage) => {
    expect(read(query).entities.stages).toEqual([stage]);
  });

  it.each([
    'second stage of labor',
    'stage 2 of labor',
    'adenosine 6 mg IV',
    'gold standard test',
    'stage 9',
  ])('are not seen in %j', (query) => {
    expect(read(query).entities.stages).toEqual([]);
  });

  it('do not change what is searched for', () => {
    expect(read('metformin dose ckd stage 3').searchedFor).toBe(
      'metformin dose chronic kidney disease stage 3',
    );
  });
});

describe('the finer intent of a question', () => {
  it.each([
    ["What's the appropriate dose of metformin for a patient with CKD stage 3?", 'dosing'],
    ['maximum dose of morphine', 'maximum_dose'],
    ['how fast can I push adenosine', 'administration'],
    ['nitroglycerin contraindications', 'contraindications'],
    ['does amiodarone interact with digoxin', 'interactions'],
    ['side effects of ketamine', 'side_effects'],
    ['stemi vs pericarditis', 'comparison'],
    ['stroke criteria', 'criteria'],
    ['how to intubate', 'steps'],
    ['asthma', undefined],
  ])('of %j is %s', (query, subIntent) => {
    expect(read(query).subIntent).toBe(subIntent);
  });
});

describe('a question that looks something up and one that weighs', () => {
  it.each([
    ['adenosine dose', 'quick_lookup'],
    ['protocol 502', 'quick_lookup'],
    ['why is nitroglycerin avoided in right sided infarction', 'deep_analysis'],
    ['compare apixaban and warfarin for atrial fibrillation', 'deep_analysis'],
    ['stemi versus pericarditis', 'deep_analysis'],
  ])('%j is a %s', (query, depth) => {
    expect(read(query).depth).toBe(depth);
  });
});

describe('further wordings by choice', () => {
  it('are there for a question that does not deserve them by itself, or for none', () => {
    const asthma = read('asthma');
    expect(asthma.variations).toEqual([]);
    expect(withVariations(asthma, 'on').variations.length).toBeGreaterThan(0);
    const dosing = read('epi dose anaphylaxis peds');
    expect(withVariations(dosing, 'auto')).toBe(dosing);
    expect(withVariations(dosing, 'off').variations).toEqual([]);
    expect(withVariations(dosing, 'on').variations).toEqual(dosing.variations);
  });
});
