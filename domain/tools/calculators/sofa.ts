import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { amount, type Measured, measured } from './parameters/amount.ts';
import { choice } from './parameters/choice.ts';
import { optional } from './parameters/optional.ts';
import type { UnitOf } from './parameters/unit.ts';
import {
  bilirubin,
  creatinine,
  fraction,
  gasPressure,
  mmHg,
  perDay,
  platelets,
  points,
} from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { pointsText } from './points-text.ts';
import { boundsReached, type PrintedBounds } from './printed-bounds.ts';
import { roundedTo } from './rounded-to.ts';

/*
 * Vincent 1996, table 3, in both units as printed there: 33 µmol/L of bilirubin is in the row of 2.0 mg/dL, though it is
 * 1.93. 440 µmol/L of creatinine is in two rows ("300 to 440" and, in Singer 2016, "> 5.0 (440)"): the worse counts.
 */
const ofPlatelets = [
  { from: 0, points: 4 },
  { from: 20, points: 3 },
  { from: 50, points: 2 },
  { from: 100, points: 1 },
  { from: 150, points: 0 },
] as const;
const ofBilirubin: PrintedBounds<UnitOf<typeof bilirubin>> = {
  'mg/dL': { digits: 1, from: [1.2, 2, 6, 12] },
  'µmol/L': { digits: 0, from: [20, 33, 102, 205] },
};
const ofCreatinine: PrintedBounds<UnitOf<typeof creatinine>> = {
  'mg/dL': { digits: 1, from: [1.2, 2, 3.5, 5] },
  'µmol/L': { digits: 0, from: [110, 171, 300, 440] },
};
const ofComa = [
  { from: 3, points: 4 },
  { from: 6, points: 3 },
  { from: 10, points: 2 },
  { from: 13, points: 1 },
  { from: 15, points: 0 },
] as const;

/** PaO2/FiO2 from which each better grade counts: mmHg by Vincent 1996, kPa as printed in Singer 2016, table 1. */
const ofOxygen: Readonly<Record<UnitOf<typeof gasPressure>, readonly number[]>> = {
  mmHg: [100, 200, 300, 400],
  kPa: [13.3, 26.7, 40, 53.3],
};

/** The two highest grades need respiratory support. */
const lungs = (
  { given, unit }: Measured<UnitOf<typeof gasPressure>>,
  fio2: number,
  isSupported: boolean,
): number => {
  // Twelve digits: anything beyond is floating-point error.
  const ratio = Number((given / fio2).toPrecision(12));
  const grade = ofOxygen[unit].filter((bound) => ratio < bound).length;
  return isSupported ? grade : Math.min(grade, 2);
};

const pressors = { none: 0, low: 2, medium: 3, high: 4 } as const;
const circulation = (pressure: number, given: keyof typeof pressors): number =>
  given === 'none' ? (pressure < 70 ? 1 : 0) : pressors[given];

/** Grades by creatinine or by urine output, whichever is worse. */
const kidneys = (value: Measured<UnitOf<typeof creatinine>>, urine: number | undefined): number => {
  const byUrine = urine === undefined || urine >= 500 ? 0 : urine < 200 ? 4 : 3;
  return Math.max(boundsReached(value, ofCreatinine), byUrine);
};

const mortality = (score: number): string => {
  if (score > 11) return 'above 90%';
  return score > 9 ? 'between a third and 90%' : 'up to a third';
};

/** The degree of organ failure. */
export const sofa = defineCalculator({
  name: 'sofa',
  title: 'Sequential Organ Failure Assessment (SOFA)',
  purpose:
    'The degree of failure of six organ systems of a critically ill patient, by the worst values of 24 hours.',
  parameters: {
    pao2: measured('Arterial partial pressure of oxygen', { units: gasPressure, minimum: 15, maximum: 700 }),
    fio2: amount('Fraction of inspired oxygen', { units: fraction, minimum: 0.21, maximum: 1 }),
    respiratory_support: yesNo('Respiratory support such as mechanical ventilation or CPAP'),
    platelets: amount('Platelets', { units: platelets, minimum: 0, maximum: 3000 }),
    bilirubin: measured('Total bilirubin', { units: bilirubin, minimum: 0.1, maximum: 80 }),
    mean_arterial_pressure: amount('Mean arterial pressure', { units: mmHg, minimum: 10, maximum: 200 }),
    vasoactive: choice('Vasoactive drugs for at least an hour, in µg/kg/min', {
      none: 'none',
      low: 'dopamine up to 5, or dobutamine at any dose',
      medium: 'dopamine above 5, or epinephrine or norepinephrine up to 0.1',
      high: 'dopamine above 15, or epinephrine or norepinephrine above 0.1',
    }),
    gcs: amount('Glasgow Coma Scale; under sedation, the score assumed without it', {
      units: points,
      minimum: 3,
      maximum: 15,
      whole: true,
    }),
    creatinine: measured('Serum creatinine', { units: creatinine, minimum: 0.1, maximum: 40 }),
    urine_output: optional(
      amount('Urine output; if left out, creatinine alone counts', {
        units: perDay,
        minimum: 0,
        maximum: 20_000,
      }),
    ),
  },
  example: {
    pao2: { value: 75, unit: 'mmHg' },
    fio2: { value: 50, unit: '%' },
    respiratory_support: true,
    platelets: { value: 92, unit: '10^9/L' },
    bilirubin: { value: 30, unit: 'µmol/L' },
    mean_arterial_pressure: 68,
    vasoactive: 'medium',
    gcs: 13,
    creatinine: { value: 180, unit: 'µmol/L' },
    urine_output: 700,
  },
  sources: [
    {
      citation:
        'Vincent JL, Moreno R, Takala J, et al. The SOFA (Sepsis-related Organ Failure Assessment) score to describe organ dysfunction/failure. Intensive Care Med 1996;22:707-710.',
      doi: '10.1007/BF01709751',
      pmid: '8844239',
    },
    {
      citation:
        'Ferreira FL, Bota DP, Bross A, Mélot C, Vincent JL. Serial evaluation of the SOFA score to predict outcome in critically ill patients. JAMA 2001;286:1754-1758.',
      doi: '10.1001/jama.286.14.1754',
      pmid: '11594901',
    },
    {
      citation:
        'Singer M, Deutschman CS, Seymour CW, et al. The Third International Consensus Definitions for Sepsis and Septic Shock (Sepsis-3). JAMA 2016;315:801-810.',
      doi: '10.1001/jama.2016.0287',
      pmid: '26903338',
    },
  ],
  limits: [
    'For adults in intensive care: children have their own score.',
    'A trend says more than one score. Sepsis is an infection with a rise of 2 or more from the patient’s baseline.',
    'Mortalities are those of one unit in 1999: they describe a group and do not predict the outcome of one patient.',
  ],
  calculate: (given) => {
    const organs = {
      respiration: lungs(given.pao2, given.fio2, given.respiratory_support),
      coagulation: bandOf(given.platelets, ofPlatelets).points,
      liver: boundsReached(given.bilirubin, ofBilirubin),
      circulation: circulation(given.mean_arterial_pressure, given.vasoactive),
      nervous_system: bandOf(given.gcs, ofComa).points,
      kidneys: kidneys(given.creatinine, given.urine_output),
    };
    const score = Object.values(organs).reduce((sum, organ) => sum + organ, 0);
    return {
      score,
      unit: 'points',
      interpretation: `SOFA ${pointsText(score)} of 24. Mortality at this initial score: ${mortality(score)} (Ferreira 2001).`,
      riskCategory: score > 11 ? 'very_high' : score > 9 ? 'high' : score >= 2 ? 'organ_dysfunction' : 'low',
      recommendations:
        score >= 2
          ? [
              'With infection, a rise of 2 or more from baseline is sepsis (Sepsis-3); without known organ disease, assume a baseline of 0.',
            ]
          : [],
      details: { ...organs, pao2_fio2: roundedTo(given.pao2.value / given.fio2, 0) },
    };
  },
});
