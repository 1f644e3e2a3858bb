import { describe, expect, it } from 'vitest';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { withVariations } from '../../../../../domain/retrieval/query/query-variations.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';

const read = (query: string) => interpretQuery(query, emptyVocabulary);

describe('disease stages in a question', () => {
  it.each([
    ['metformin dose CKD stage 3', { scale: 'stage', stage: '3', condition: 'chronic kidney disease' }],
    ['dosing in stage IIIb CKD', { scale: 'stage', stage: '3b', condition: 'chronic kidney disease' }],
    ['CKD 4 and contrast', { scale: 'stage', stage: '4', condition: 'chronic kidney disease' }],
    ['furosemide in NYHA class III', { scale: 'nyha', stage: '3', condition: 'congestive heart failure' }],
    ['stage 2 hypertension treatment', { scale: 'stage', stage: '2', condition: 'hypertension' }],
    ['vancomycin in ESRD', { scale: 'stage', stage: '5', condition: 'chronic kidney disease' }],
    ['how to care for a stage 2 ulcer', { scale: 'stage', stage: '2' }],
    ['stage 3 pressure injury', { scale: 'stage', stage: '3', condition: 'pressure ulcer' }],
    ['NYHA-II', { scale: 'nyha', stage: '2', condition: 'congestive heart failure' }],
    ['stage C heart failure', { scale: 'stage', stage: 'c', condition: 'congestive heart failure' }],
    ['HFrEF stage D', { scale: 'stage', stage: 'd', condition: 'congestive heart failure' }],
    ['stage IV lung cancer pain', { scale: 'stage', stage: '4', condition: 'cancer' }],
    ['stage 2 pain', { scale: 'stage', stage: '2' }],
    [
      'Child-Pugh B cirrhosis acetaminophen dose',
      { scale: 'child_pugh', stage: 'b', condition: 'cirrhosis' },
    ],
    ['child pugh class C midazolam', { scale: 'child_pugh', stage: 'c', condition: 'cirrhosis' }],
    ["Child's class A surgery", { scale: 'child_pugh', stage: 'a', condition: 'cirrhosis' }],
  ])('are read in %j', (query, stage) => {
    expect(read(query).entities.stages).toEqual([stage]);
  });

  it.each([
    'second stage of labor',
    'stage 2 of labor',
    'stage 2 labour',
    'labor stage 3',
    'stage 3 sleep',
    'stage 2 REM sleep',
    'stage III shock',
    'Tanner stage 2',
    'stage 2 of general anesthesia',
    'Child-Pugh score 8',
    'give the child a bolus',
    'adenosine 6 mg IV',
    'gold standard test',
    'stage 9',
  ])('are not found in %j', (query) => {
    expect(read(query).entities.stages).toEqual([]);
  });

  it('do not change the search', () => {
    expect(read('metformin dose ckd stage 3').searchedFor).toBe(
      'metformin dose chronic kidney disease stage 3',
    );
  });
});

describe('patients in a question', () => {
  it.each([
    ['Child-Pugh B cirrhosis acetaminophen dose', undefined, 'medication_dosing'],
    ['baby aspirin for chest pain', undefined, 'treatment'],
    ['mother of 3 children with chest pain', undefined, 'general'],
    ['mother of 4 yo with chest pain', undefined, 'general'],
    ['mother of a 4 yo says he has a seizure', 'pediatric', 'pediatric_specific'],
    ["adult Still's disease fever", undefined, 'general'],
    ["adult Still's disease in a 6 year old", 'pediatric', 'pediatric_specific'],
    ['baby aspirin swallowed by a toddler', 'pediatric', 'pediatric_specific'],
    ['child with Child-Pugh C cirrhosis', 'pediatric', 'pediatric_specific'],
    ['infant formula dilution', 'pediatric', 'pediatric_specific'],
  ])('are not recognized in a term that contains a patient word: %j', (query, population, intent) => {
    expect(read(query)).toMatchObject({ intent, ...(population === undefined ? {} : { population }) });
    expect(read(query).population).toBe(population);
    if (population === undefined) expect(read(query).specialties).not.toContain('pediatrics');
  });
});

describe('similar names in a question', () => {
  it.each([
    ['T2DM and exercise', ['type 2 diabetes']],
    ['type 1 diabetic with nausea', ['type 1 diabetes', 'nausea and vomiting']],
    ['DM foot care', ['diabetes mellitus']],
    ['diabetic emergency', ['diabetic emergency']],
    ['diabetes insipidus fluids', ['diabetes insipidus']],
    ['gestational diabetes screening', ['gestational diabetes']],
    ['DKA', ['diabetic ketoacidosis']],
    ['thyroid storm', ['thyroid storm']],
    ['cirrhotic patient', ['cirrhosis']],
    ['bed sore', ['pressure ulcer']],
  ])('are distinguished in %j', (query, conditions) => {
    expect(read(query).entities.conditions).toEqual(conditions);
  });

  it.each(['ephedrine dose', 'ephedrin dose', 'ephedrinne dose'])(
    'are read as ephedrine, not epinephrine, in %j',
    (query) => {
      expect(read(query).entities.drugs).toEqual(['ephedrine']);
    },
  );
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
    [
      'What are the latest guidelines for managing acute decompensated heart failure in the emergency department?',
      'treatment',
    ],
    ['how to treat hyperkalemia', 'treatment'],
    ['guideline for therapy of asthma', 'treatment'],
    ['care of burns', 'treatment'],
    ['how is sepsis diagnosed', 'diagnosis'],
    ['differential diagnosis of chest pain', 'diagnosis'],
    ['diagnostic workup of syncope', 'workup'],
    ['diagnostic criteria for DKA', 'criteria'],
    ['maximum dose of morphine for pain management', 'maximum_dose'],
    ['metformin contraindications in the treatment of diabetes', 'contraindications'],
    ['asthma', undefined],
  ])('of %j is %s', (query, subIntent) => {
    expect(read(query).subIntent).toBe(subIntent);
  });
});

describe('the specialties of a question', () => {
  it.each([
    ['heart failure in the emergency department', ['cardiology', 'emergency_medicine']],
    ['patient presents to the ER with chest pain', ['cardiology', 'emergency_medicine']],
    ['emergency medicine guideline for asthma', ['pulmonology', 'emergency_medicine']],
    ['transport stroke to the nearest emergency department', ['neurology']],
    ['which emergency department for burns', ['trauma_surgery']],
  ])('of %j are %j', (query, specialties) => {
    expect(read(query).specialties).toEqual(specialties);
  });
});

describe('the depth of a question', () => {
  it.each([
    ['adenosine dose', 'quick_lookup'],
    ['protocol 502', 'quick_lookup'],
    ['why is nitroglycerin avoided in right sided infarction', 'deep_analysis'],
    ['compare apixaban and warfarin for atrial fibrillation', 'deep_analysis'],
    ['stemi versus pericarditis', 'deep_analysis'],
  ])('of %j is %s', (query, depth) => {
    expect(read(query).depth).toBe(depth);
  });
});

describe('query variations on request', () => {
  it('are added to any question, or to none', () => {
    const asthma = read('asthma');
    expect(asthma.variations).toEqual([]);
    expect(withVariations(asthma, 'on').variations.length).toBeGreaterThan(0);
    const dosing = read('epi dose anaphylaxis peds');
    expect(withVariations(dosing, 'auto')).toBe(dosing);
    expect(withVariations(dosing, 'off').variations).toEqual([]);
    expect(withVariations(dosing, 'on').variations).toEqual(dosing.variations);
  });
});
