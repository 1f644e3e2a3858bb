import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { optional } from './parameters/optional.ts';
import { albumin, monovalent } from './parameters/units.ts';
import { roundedTo } from './rounded-to.ts';

/** Normal albumin in g/dL: 44 g/L in Figge 1998. Many sources use 4.0, and arrive at 1 mmol/L less. */
const NORMAL_ALBUMIN = 4.4;
/** mmol/L that one g/dL of albumin hides (Figge 1998: 0.25 for each g/L). */
const PER_ALBUMIN = 2.5;
/** mmol/L without potassium, by ion-selective electrodes (Kraut 2007: 3 to 11 in many laboratories). */
const UPPER_LIMIT = 12;

/** The unmeasured anions. */
export const anionGap = defineCalculator({
  name: 'anion_gap',
  title: 'Anion gap, corrected for albumin',
  purpose: 'Whether unmeasured anions, such as lactate or ketones, go with a metabolic acidosis.',
  parameters: {
    sodium: amount('Serum sodium', { units: monovalent, minimum: 90, maximum: 200 }),
    chloride: amount('Serum chloride', { units: monovalent, minimum: 50, maximum: 160 }),
    bicarbonate: amount('Bicarbonate', { units: monovalent, minimum: 1, maximum: 60 }),
    albumin: optional(
      amount('Serum albumin; without it, low albumin can hide a high gap', {
        units: albumin,
        minimum: 0.5,
        maximum: 7,
      }),
    ),
    potassium: optional(
      amount('Potassium; if given, the gap including it is reported too', {
        units: monovalent,
        minimum: 1,
        maximum: 10,
      }),
    ),
  },
  example: {
    sodium: { value: 138, unit: 'mmol/L' },
    chloride: { value: 102, unit: 'mmol/L' },
    bicarbonate: { value: 14, unit: 'mmol/L' },
    albumin: { value: 24, unit: 'g/L' },
  },
  sources: [
    {
      citation: 'Emmett M, Narins RG. Clinical use of the anion gap. Medicine (Baltimore) 1977;56:38-54.',
      pmid: '401925',
    },
    {
      citation:
        'Figge J, Jabor A, Kazda A, Fencl V. Anion gap and hypoalbuminemia. Crit Care Med 1998;26:1807-1810.',
      doi: '10.1097/00003246-199811000-00019',
      pmid: '9824071',
    },
    {
      citation:
        'Kraut JA, Madias NE. Serum anion gap: its uses and limitations in clinical medicine. Clin J Am Soc Nephrol 2007;2:162-174.',
      doi: '10.2215/CJN.03020906',
      pmid: '17699401',
    },
  ],
  limits: [
    'The normal range depends on the laboratory: 12 mmol/L is a customary upper limit.',
    'Paraproteins, lithium, bromide and very high lipids change it. It does not show which anion is raised.',
  ],
  calculate: (given) => {
    const gap = given.sodium - given.chloride - given.bicarbonate;
    const corrected =
      given.albumin === undefined ? undefined : gap + PER_ALBUMIN * (NORMAL_ALBUMIN - given.albumin);
    const withPotassium = given.potassium === undefined ? undefined : gap + given.potassium;
    const score = roundedTo(corrected ?? gap, 1);
    const isHigh = score > UPPER_LIMIT;
    return {
      score,
      unit: 'mmol/L',
      interpretation: `Anion gap ${roundedTo(gap, 1)} mmol/L${corrected === undefined ? ', not corrected for albumin' : `, ${roundedTo(corrected, 1)} corrected for albumin (Figge 1998)`}${withPotassium === undefined ? '' : `, ${roundedTo(withPotassium, 1)} with potassium, uncorrected`}: ${isHigh ? 'high' : score < 3 ? 'low' : 'not high'} (customary range 3 to 12 without potassium).`,
      riskCategory: isHigh ? 'high' : score < 3 ? 'low' : 'normal',
      details: {
        anion_gap: roundedTo(gap, 1),
        ...(corrected === undefined ? {} : { corrected: roundedTo(corrected, 1) }),
        ...(withPotassium === undefined ? {} : { with_potassium: roundedTo(withPotassium, 1) }),
      },
    };
  },
});
