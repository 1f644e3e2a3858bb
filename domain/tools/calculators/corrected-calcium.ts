import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { albumin, calcium } from './parameters/units.ts';
import { roundedTo } from './rounded-to.ts';

/**
 * 0.8 mg/dL for each g/dL of albumin is 0.02 mmol/L for each g/L. It is often ascribed to Payne 1973, which has 1.0: its
 * formula is calcium - albumin + 4.0. Both are reported; the customary one is the score.
 */
const CUSTOMARY = 0.8;
const PAYNE_1973 = 1;
const NORMAL_ALBUMIN = 4;
const MG_PER_MMOL = 4.008;

/** Customary limits of total calcium in mg/dL; those of the laboratory come first. */
const groupOf = (value: number): string => {
  if (value < 8.5) return 'low';
  return value > 10.5 ? 'high' : 'normal';
};

/** Total calcium as it would be with normal albumin. */
export const correctedCalcium = defineCalculator({
  name: 'corrected_calcium',
  title: 'Calcium corrected for albumin',
  purpose: 'What total calcium would be with normal albumin.',
  parameters: {
    calcium: amount('Total serum calcium', { units: calcium, minimum: 2, maximum: 25 }),
    albumin: amount('Serum albumin', { units: albumin, minimum: 0.5, maximum: 7 }),
  },
  example: { calcium: { value: 2, unit: 'mmol/L' }, albumin: { value: 25, unit: 'g/L' } },
  sources: [
    {
      citation:
        'Payne RB, Little AJ, Williams RB, Milner JR. Interpretation of serum calcium in patients with abnormal serum proteins. Br Med J 1973;4:643-646.',
      doi: '10.1136/bmj.4.5893.643',
      pmid: '4758544',
    },
    { citation: 'Correcting the calcium. Br Med J 1977;1:598.' },
    {
      citation:
        'Lian IA, Åsberg A. Should total calcium be adjusted for albumin? A retrospective observational study of laboratory data from central Norway. BMJ Open 2018;8:e017703.',
      doi: '10.1136/bmjopen-2017-017703',
      pmid: '29627804',
    },
  ],
  limits: [
    'Measure ionised calcium where possible: in critical illness, kidney failure, acidosis and with paraproteins the correction misleads.',
    'Uncorrected calcium was no worse than corrected in large series (Lian 2018).',
  ],
  calculate: (given) => {
    const missing = NORMAL_ALBUMIN - given.albumin;
    const customary = given.calcium + CUSTOMARY * missing;
    const payne = given.calcium + PAYNE_1973 * missing;
    const score = roundedTo(customary, 2);
    return {
      score,
      unit: 'mg/dL',
      interpretation: `Corrected calcium ${score.toFixed(2)} mg/dL (${(customary / MG_PER_MMOL).toFixed(2)} mmol/L) with the customary factor 0.8; ${payne.toFixed(2)} mg/dL by the formula of Payne 1973. ${groupOf(score) === 'normal' ? 'Within' : groupOf(score) === 'low' ? 'Below' : 'Above'} the customary range of 8.5 to 10.5 mg/dL.`,
      riskCategory: groupOf(score),
      details: {
        corrected_mmol_per_l: roundedTo(customary / MG_PER_MMOL, 2),
        payne_1973_mg_per_dl: roundedTo(payne, 2),
      },
    };
  },
});
