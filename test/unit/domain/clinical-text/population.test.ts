import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agesIn } from '../../../../domain/clinical-text/patient-ages.ts';
import {
  isForThisPatient,
  namesKind,
  patientRangesIn,
  rulesPatients,
} from '../../../../domain/clinical-text/patient-ranges.ts';
import { namesPatients, patientKinds, patientWordsIn } from '../../../../domain/clinical-text/population.ts';
import { patientsNamed } from '../../../../domain/consultation/answering/patients-named.ts';
import { quantitiesIn } from '../../../../domain/consultation/answering/quantities.ts';
import {
  mentionsSpecialPatients,
  startsWithPatientGroup,
} from '../../../../domain/consultation/excerpt/statement-kinds.ts';
import { statesPopulation } from '../../../../domain/knowledge/chunking/states-population.ts';
import { populationOf } from '../../../../domain/retrieval/query/query-population.ts';
import { patientsOf } from '../../../../domain/retrieval/ranking/population-agreement.ts';

const spellings = {
  adult: ['adult', 'adults', 'grown-up', 'grownups'],
  elderly: ['elderly', 'geriatric'],
  pediatric:
    'pediatric paediatric pediatrics peds child children kid kids infant infants toddler toddlers adolescent adolescents teen teenager school-age'.split(
      ' ',
    ),
  baby: ['baby', 'babies'],
  neonatal: ['neonatal', 'neonate', 'neonates', 'newborn', 'newborns', 'newly born'],
  pregnant: ['pregnant', 'pregnancy', 'gravid'],
} as const;

const childOf6 = { ageYears: 6, population: 'pediatric' } as const;

/** The result of every reader of patients for a word alone. */
const readers: readonly (readonly [string, (word: string) => unknown])[] = [
  ['the patient words', (word) => patientWordsIn(`for ${word} patients`).map(({ kind }) => kind)],
  ['the patient kinds', (word) => patientKinds.filter((kind) => namesPatients(`for ${word} patients`, kind))],
  ['the answer check', (word) => patientsNamed(`in ${word} patients`, []).map(({ kind }) => kind)],
  ['lines above tables', (word) => statesPopulation(`${word} patients`)],
  ['document titles', (word) => patientsOf({ title: `Seizure ${word}`, fileName: 'a.pdf', sectionPath: [] })],
  ['questions', (word) => populationOf(`midazolam dose ${word}`, [])],
  ['chart labels by patient', (word) => isForThisPatient(word, childOf6)],
  ['chart labels', (word) => [namesKind(word), rulesPatients(word) || word === 'infant']],
  ['the beginnings of entries', (word) => startsWithPatientGroup(`For ${word} give half`)],
  [
    'the patients for whom general rules often do not hold',
    (word) => mentionsSpecialPatients(`in ${word} patients`) || /^(?:pa?ediatrics?|peds)$/.test(word),
  ],
];

describe('every word for one kind of patient', () => {
  const twoWords = fc
    .constantFrom(...patientKinds)
    .chain((kind) => fc.tuple(fc.constantFrom(...spellings[kind]), fc.constantFrom(...spellings[kind])));

  it.each(readers)('has the same meaning to %s', (_, read) => {
    fc.assert(
      fc.property(twoWords, ([one, other]) => {
        expect(read(one)).toEqual(read(other));
      }),
    );
  });

  it.each(['Child-Pugh B', 'baby aspirin 81 mg', 'childbearing age', 'senior resident'])(
    'is absent from %s',
    (text) => {
      expect(patientWordsIn(text)).toEqual([]);
    },
  );

  it('is ignored when a pregnancy is denied', () => {
    expect(namesPatients('if not pregnant', 'pregnant')).toBe(false);
    expect(namesPatients('non-pregnant women', 'pregnant')).toBe(false);
  });
});

describe('the weeks of a pregnancy', () => {
  it.each([
    '34 weeks gestation',
    "34 weeks' gestation",
    '34 weeks of gestation',
    '34 weeks gestational age',
    'gestational age 34 weeks',
    'gestational age of 34 weeks',
    '< 34 weeks gestation',
    '34 or more weeks of gestation',
    'less than 34 weeks pregnant',
    '34 weeks GA',
    '34 weeks postmenstrual age',
  ])('are not an age in %j', (text) => {
    expect(agesIn(text)).toEqual([]);
    expect(patientRangesIn(text)).toEqual([]);
    expect(patientsNamed(text, quantitiesIn(text)).filter(({ kind }) => kind === 'range')).toEqual([]);
  });

  it.each([
    ['6 weeks old', [{ value: 6, unit: 'weeks' }]],
    ['baby aged 8 weeks', [{ value: 8, unit: 'weeks' }]],
  ] as const)('are an age without a mention of pregnancy, as in %j', (text, ages) => {
    expect(agesIn(text)).toEqual(ages);
  });
});
