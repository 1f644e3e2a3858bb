import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dosesIn } from '../../../../domain/clinical-text/doses-named.ts';
import { agesIn } from '../../../../domain/clinical-text/patient-ages.ts';
import { inKilograms, weightsIn } from '../../../../domain/clinical-text/patient-weights.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { populationAgreement } from '../../../../domain/retrieval/ranking/population-agreement.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

const read = (query: string) => interpretQuery(query, emptyVocabulary);

describe('ages of patients', () => {
  it.each([
    ['18mo seizure midazolam', 18, 'months'],
    ['18 months seizing', 18, 'months'],
    ['about 18 months seizing', 18, 'months'],
    ['a 4 mo with stridor', 4, 'months'],
    ['9-month-old', 9, 'months'],
    ['croup in 18mo', 18, 'months'],
    ['18mo post ictal', 18, 'months'],
    ['8yr smoke inhalation', 8, 'years'],
    ['6 year old burn', 6, 'years'],
    ['8 year old fracture', 8, 'years'],
    ['10 day old fever', 10, 'days'],
    ['6 m/o', 6, 'months'],
    ['8yoM fall', 8, 'years'],
    ['8 y.o. f', 8, 'years'],
    ['5 y o with croup', 5, 'years'],
    ['92F fell', 92, 'years'],
    ['92 F fell', 92, 'years'],
    ['4y/o', 4, 'years'],
    ['8yr asthma', 8, 'years'],
    ['5y F wheezing', 5, 'years'],
    ['72M chest pain', 72, 'years'],
    ['72 male with cp', 72, 'years'],
    ['72f with cp', 72, 'years'],
    ['eight year old', 8, 'years'],
    ['twenty-five-year-old', 25, 'years'],
    ['6-8 year old', 8, 'years'],
    ['8 years of age', 8, 'years'],
    ['age 6', 6, 'years'],
    ['aged 8 months', 8, 'months'],
    ['6wk/o', 6, 'weeks'],
    ['6 wks old', 6, 'weeks'],
    ['3 d/o', 3, 'days'],
    ['day of life 3', 3, 'days'],
    ['36 hours old', 36, 'hours'],
    ['epi dose for 8yr', 8, 'years'],
    ['epi dose for 8 year old', 8, 'years'],
  ] as const)('are found in %j', (text, value, unit) => {
    expect(agesIn(text)).toEqual([{ value, unit }]);
  });

  it('are returned in order of mention', () => {
    expect(agesIn('34 yo F delivered, then her 18mo seized')).toEqual([
      { value: 34, unit: 'years' },
      { value: 18, unit: 'months' },
    ]);
  });

  it.each([
    '10 year history of copd',
    '10-year history of diabetes',
    'copd 10 yr hx',
    '10 year smoker',
    'smoked 10yr',
    '30 pack year',
    'mi 2 yr ago',
    'pain for 8yr',
    'fever for 3 days',
    'cough x 3 months',
    'seen again in 3 months',
    'cabg 18 months post op',
    'cough for about 3 months',
    'recert every 2 year',
    '3 day old burn',
    '6 months pregnant',
    '32 weeks in labor',
    'under 18 years old',
    'age > 65',
    'asystole 8 minutes',
    'stemi x2 w/o relief',
    '102F fever',
    '18F catheter',
    'fell 10M',
    'bp 120/80 f',
    '130 year old',
    'old lady',
  ])('are not found in %j', (text) => {
    expect(agesIn(text)).toEqual([]);
  });
});

describe('body weights', () => {
  it.each([
    ['midazolam 12 kg seizing', 12],
    ['12kg', 12],
    ['12-kg child', 12],
    ['12 kilo kid', 12],
    ['44 lbs', 19.96],
    ['sixty pound child', 27.22],
    ['0.1 mg/kg for 20kg', 20],
  ])('are found in %j', (text, kilograms) => {
    expect(weightsIn(text).map(inKilograms)).toEqual([expect.closeTo(kilograms, 2)]);
  });

  it.each([
    '0.1 mg/kg',
    'mg per 10 kg',
    'lost 10 kg',
    '10 lb weight loss',
    'bmi 30 kg/m2',
    '15 pounds of traction',
  ])('are not found in %j', (text) => {
    expect(weightsIn(text)).toEqual([]);
  });
});

describe('doses', () => {
  it.each([
    ['epi 0.3mg im', [{ amount: 0.3, unit: 'mg', per: [], route: 'intramuscular' }]],
    ['epi 0.3 mg im', [{ amount: 0.3, unit: 'mg', per: [], route: 'intramuscular' }]],
    ['IM epi .3 mg', [{ amount: 0.3, unit: 'mg', per: [], route: 'intramuscular' }]],
    ['0.2 mg/kg IN', [{ amount: 0.2, unit: 'mg', per: ['kg'], route: 'intranasal' }]],
    ['0.2 mg per kg in a child', [{ amount: 0.2, unit: 'mg', per: ['kg'] }]],
    ['2-4 mg', [{ amount: 2, to: 4, unit: 'mg', per: [] }]],
    ['5 mcg/kg/min', [{ amount: 5, unit: 'mcg', per: ['kg', 'min'] }]],
    ['200j then 300 joules', [200, 300].map((amount) => ({ amount, unit: 'J', per: [] }))],
    ['1,000 mL bolus', [{ amount: 1000, unit: 'mL', per: [] }]],
    ['2 puffs', [{ amount: 2, unit: 'puff', per: [] }]],
    [
      'epi 0.3 mg IM, benadryl 50 mg IV',
      [
        { amount: 0.3, unit: 'mg', per: [], route: 'intramuscular' },
        { amount: 50, unit: 'mg', per: [], route: 'intravenous' },
      ],
    ],
    [
      'epi 0.3 mg, IM benadryl 50 mg',
      [
        { amount: 0.3, unit: 'mg', per: [] },
        { amount: 50, unit: 'mg', per: [], route: 'intramuscular' },
      ],
    ],
  ])('are found in %j', (text, doses) => {
    expect(dosesIn(text)).toEqual(doses);
  });

  it.each([
    'ketamine 50 mg/ml',
    'glucose 40 mg/dl',
    'lactate 4 mmol/l',
    '150 mg/3ml',
    '18 g iv',
    'sbp 90 mmhg',
    '12 kg',
    'epi 1:1000',
    '12-lead',
  ])('are not found in %j', (text) => {
    expect(dosesIn(text)).toEqual([]);
  });

  it('are found in their original form with every unit and any blank between', () => {
    const units = ['mcg', 'mg', 'g', 'mEq', 'units', 'mL', 'J'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.constantFrom(...units),
        fc.constantFrom('', ' ', '-'),
        (hundredths, unit, blank) => {
          const amount = hundredths / 100;
          expect(dosesIn(`give ${amount}${blank}${unit} now`)).toEqual([{ amount, unit, per: [] }]);
        },
      ),
    );
  });
});

describe('the patients of a question', () => {
  it('are returned as entities next to drugs and conditions', () => {
    expect(read('midazolam 0.2 mg/kg IN 18mo 12 kg seizing').entities).toMatchObject({
      drugs: ['midazolam'],
      ages: [{ value: 18, unit: 'months' }],
      weights: [{ value: 12, unit: 'kg' }],
      doses: [{ amount: 0.2, unit: 'mg', per: ['kg'], route: 'intranasal' }],
    });
  });

  it.each([
    ['18mo seizure', 'pediatric'],
    ['8yoM', 'pediatric'],
    ['5y F wheezing', 'pediatric'],
    ['eight year old fell', 'pediatric'],
    ['14 yo', 'pediatric'],
    ['15 yo', undefined],
    ['17 yo', undefined],
    ['18 yo', 'adult'],
    ['72M', 'adult'],
    ['old lady fell', 'adult'],
    ['grandma fell', 'adult'],
    ['toddler swallowed grandmas pills', 'pediatric'],
    ['8 year old patient', 'pediatric'],
    ['28 days old', 'neonatal'],
    ['3 d/o', 'neonatal'],
    ['36 hours old', 'neonatal'],
    ['29 days old', 'pediatric'],
    ['patients under 18 years old', 'pediatric'],
    ['10 year history of copd', undefined],
    ['10 year smoker', undefined],
    ['fever for 3 days', undefined],
    ['3 day old burn', undefined],
  ])('are read from %j as %s', (query, population) => {
    expect(read(query).population).toBe(population);
  });

  const forAdults = givenPassage({ title: 'Adult Seizure' });
  const forChildren = givenPassage({ title: 'Pediatric Seizure' });
  const preference = (query: string): number =>
    populationAgreement(forChildren, read(query)) - populationAgreement(forAdults, read(query));

  it('are children by a weight below 40 kg, with less confidence than by an age', () => {
    expect(preference('midazolam 12 kg')).toBeGreaterThan(0);
    expect(preference('midazolam 80 lb')).toBeGreaterThan(0);
    expect(preference('midazolam 12 kg')).toBeLessThan(preference('midazolam 2 yo'));
    expect(preference('midazolam 70 kg')).toBe(preference('midazolam'));
    expect(preference('midazolam')).toBeLessThan(0);
  });

  it('may be both from 15 to 17 years', () => {
    expect(preference('midazolam 16 yo')).toBe(0);
  });
});
