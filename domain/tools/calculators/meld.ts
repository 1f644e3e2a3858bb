import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { choice } from './parameters/choice.ts';
import { optional } from './parameters/optional.ts';
import { albumin, bilirubin, creatinine, inr, monovalent, years } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { roundedTo } from './rounded-to.ts';

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
const within = (score: number): number => clamp(Math.round(score), 6, 40);

/** Laboratory values with the bounds of the score: below 1.0 they count as 1.0, so that no logarithm is negative. */
type Bounded = { readonly creatinine: number; readonly bilirubin: number; readonly inr: number };

/**
 * OPTN policy 9, MELD(i): the sum is rounded to one decimal before it is multiplied by 10. It is not yet limited to 40,
 * since the sodium term is added to it.
 */
const meldInitial = (given: Bounded): number =>
  Math.round(
    10 *
      (0.957 * Math.log(given.creatinine) +
        0.378 * Math.log(given.bilirubin) +
        1.12 * Math.log(given.inr) +
        0.643),
  );

/** OPTN policy 9 of 2016: sodium counts only if MELD(i) is above 11, and from 125 to 137. */
const meldSodium = (initial: number, sodium: number): number => {
  if (initial <= 11) return initial;
  const missing = 137 - sodium;
  return initial + 1.32 * missing - 0.033 * initial * missing;
};

type OfThird = Bounded & { readonly sodium: number; readonly albumin: number; readonly isFemale: boolean };

/** Kim 2021: creatinine counts from 1.0 to 3.0 mg/dL, albumin from 1.5 to 3.5 g/dL. */
const meld3 = (given: OfThird): number => {
  const sodium = 137 - given.sodium;
  const protein = 3.5 - given.albumin;
  return (
    (given.isFemale ? 1.33 : 0) +
    4.56 * Math.log(given.bilirubin) +
    0.82 * sodium -
    0.24 * sodium * Math.log(given.bilirubin) +
    9.09 * Math.log(given.inr) +
    11.14 * Math.log(given.creatinine) +
    1.85 * protein -
    1.83 * protein * Math.log(given.creatinine) +
    6
  );
};

/** Deaths of hospitalised or listed patients within three months, by MELD (Wiesner 2003, table 2). */
const deaths = [
  { from: 6, percent: 1.9, band: 'below_10' },
  { from: 10, percent: 6, band: '10_to_19' },
  { from: 20, percent: 19.6, band: '20_to_29' },
  { from: 30, percent: 52.6, band: '30_to_39' },
  { from: 40, percent: 71.3, band: '40_and_above' },
] as const;

const mgdL = (value: number) => ({ value: roundedTo(value, 3), unit: 'mg/dL' });

/** The risk of death within three months with advanced liver disease. */
export const meld = defineCalculator({
  name: 'meld',
  title: 'MELD, MELD-Na and MELD 3.0',
  purpose: 'The severity of chronic liver disease, as the risk of death within three months.',
  parameters: {
    age: amount('Age', { units: years, minimum: 18, maximum: 120 }),
    creatinine: amount('Serum creatinine', { units: creatinine, minimum: 0.1, maximum: 40 }),
    bilirubin: amount('Total bilirubin', { units: bilirubin, minimum: 0.1, maximum: 80 }),
    inr: amount('International normalised ratio', { units: inr, minimum: 0.5, maximum: 25 }),
    dialysis: yesNo('Dialysis at least twice within the last week, or 24 hours of continuous haemodialysis'),
    sodium: optional(
      amount('Serum sodium; needed for MELD-Na and MELD 3.0', {
        units: monovalent,
        minimum: 90,
        maximum: 190,
      }),
    ),
    albumin: optional(
      amount('Serum albumin; needed for MELD 3.0', { units: albumin, minimum: 0.5, maximum: 7 }),
    ),
    sex: optional(choice('Sex; needed for MELD 3.0', { female: '1.33 points', male: 'no points' })),
  },
  example: {
    age: 54,
    creatinine: { value: 1.9, unit: 'mg/dL' },
    bilirubin: { value: 4.2, unit: 'mg/dL' },
    inr: 1.6,
    dialysis: false,
    sodium: { value: 130, unit: 'mmol/L' },
    albumin: { value: 2.8, unit: 'g/dL' },
    sex: 'female',
  },
  sources: [
    {
      citation:
        'Kamath PS, Wiesner RH, Malinchoc M, et al. A model to predict survival in patients with end-stage liver disease. Hepatology 2001;33:464-470.',
      doi: '10.1053/jhep.2001.22172',
      pmid: '11172350',
    },
    {
      citation:
        'Kim WR, Biggins SW, Kremers WK, et al. Hyponatremia and mortality among patients on the liver-transplant waiting list. N Engl J Med 2008;359:1018-1026.',
      doi: '10.1056/NEJMoa0801209',
      pmid: '18768945',
    },
    {
      citation:
        'Kim WR, Mannalithara A, Heimbach JK, et al. MELD 3.0: the Model for End-Stage Liver Disease updated for the modern era. Gastroenterology 2021;161:1887-1895.',
      doi: '10.1053/j.gastro.2021.08.050',
      pmid: '34481845',
    },
    {
      citation:
        'Wiesner R, Edwards E, Freeman R, et al. Model for End-Stage Liver Disease (MELD) and allocation of donor livers. Gastroenterology 2003;124:91-96.',
      doi: '10.1053/gast.2003.50016',
      pmid: '12512033',
    },
    {
      citation:
        'Organ Procurement and Transplantation Network. Policies, policy 9: allocation of livers and liver-intestines (MELD-Na from 2016, MELD 3.0 from 2023).',
    },
  ],
  limits: [
    'For adults with chronic liver disease: below 12 years PELD applies, and adolescents have their own rules.',
    'Vitamin K antagonists raise the INR, and thus the score, although the liver is no worse.',
    'Allocation counts exceptions that are not in the score.',
  ],
  calculate: (given) => {
    const bounded = {
      bilirubin: Math.max(given.bilirubin, 1),
      inr: Math.max(given.inr, 1),
      // On dialysis the upper bound applies, however low dialysis has brought the creatinine.
      creatinine: given.dialysis ? 4 : clamp(given.creatinine, 1, 4),
    };
    const initial = meldInitial(bounded);
    const original = within(initial);
    const sodium = given.sodium === undefined ? undefined : clamp(given.sodium, 125, 137);
    const withSodium = sodium === undefined ? undefined : within(meldSodium(initial, sodium));
    const thirdCreatinine = given.dialysis ? 3 : clamp(given.creatinine, 1, 3);
    const third =
      sodium === undefined || given.albumin === undefined || given.sex === undefined
        ? undefined
        : within(
            meld3({
              ...bounded,
              creatinine: thirdCreatinine,
              sodium,
              albumin: clamp(given.albumin, 1.5, 3.5),
              isFemale: given.sex === 'female',
            }),
          );
    // The value that counted for the score shown; the older scores have a higher bound.
    const creatinineUsed = third === undefined ? bounded.creatinine : thirdCreatinine;
    const missing = (['sodium', 'albumin', 'sex'] as const).filter((name) => given[name] === undefined);
    const known = [
      ...(third === undefined ? [] : [`MELD 3.0 ${third}`]),
      ...(withSodium === undefined ? [] : [`MELD-Na ${withSodium}`]),
      `MELD ${original}`,
    ];
    const { percent, band } = bandOf(original, deaths);
    return {
      score: third ?? withSodium ?? original,
      unit: 'points',
      interpretation: `${known.join(', ')}, each on a scale from 6 to 40. ${given.dialysis ? 'On dialysis creatinine counts as 4.0 mg/dL, in MELD 3.0 as 3.0. ' : ''}Deaths within three months at ${known.length > 1 ? 'the MELD' : 'a MELD'} of ${original} (not of the later scores): ${percent}% (Wiesner 2003).${missing.length === 0 ? '' : ` For MELD 3.0, also give ${missing.join(', ')}.`}`,
      // By the score to which the published deaths refer, which need not be the score shown.
      riskCategory: `meld_${band}`,
      recommendations: ['OPTN: livers have been allocated by MELD 3.0 since July 2023.'],
      details: {
        meld: original,
        ...(withSodium === undefined ? {} : { meld_na: withSodium }),
        ...(third === undefined ? {} : { meld_3: third }),
        ...(creatinineUsed === bounded.creatinine
          ? {}
          : { creatinine_of_meld: `${roundedTo(bounded.creatinine, 3)} mg/dL` }),
      },
      counted: {
        creatinine: mgdL(creatinineUsed),
        bilirubin: mgdL(bounded.bilirubin),
        inr: { value: bounded.inr, unit: 'INR' },
        ...(sodium === undefined ? {} : { sodium: { value: sodium, unit: 'mmol/L' } }),
        ...(given.albumin === undefined
          ? {}
          : { albumin: { value: roundedTo(clamp(given.albumin, 1.5, 3.5), 3), unit: 'g/dL' } }),
      },
    };
  },
});
