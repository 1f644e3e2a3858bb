import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { glucose, monovalent } from './parameters/units.ts';
import { roundedTo } from './rounded-to.ts';

/** mmol/L of sodium for each 100 mg/dL of glucose above 100. */
const KATZ_1973 = 1.6;
const HILLIER_1999 = 2.4;

/** Sodium as it would be with normal glucose. */
export const correctedSodium = defineCalculator({
  name: 'corrected_sodium',
  title: 'Sodium corrected for glucose',
  purpose: 'What sodium would be without the water that high glucose draws into the blood.',
  parameters: {
    sodium: amount('Serum sodium', { units: monovalent, minimum: 90, maximum: 200 }),
    glucose: amount('Serum glucose: the correction is for values above 100 mg/dL', {
      units: glucose,
      minimum: 100,
      maximum: 2500,
    }),
  },
  example: { sodium: { value: 128, unit: 'mmol/L' }, glucose: { value: 600, unit: 'mg/dL' } },
  sources: [
    {
      citation:
        'Katz MA. Hyperglycemia-induced hyponatremia: calculation of expected serum sodium depression. N Engl J Med 1973;289:843-844.',
      doi: '10.1056/NEJM197310182891607',
      pmid: '4763428',
    },
    {
      citation:
        'Hillier TA, Abbott RD, Barrett EJ. Hyponatremia: evaluating the correction factor for hyperglycemia. Am J Med 1999;106:399-403.',
      doi: '10.1016/S0002-9343(99)00055-8',
      pmid: '10225241',
    },
  ],
  limits: [
    'Two factors are in use: 1.6 was calculated (Katz), 2.4 was measured in six healthy adults (Hillier), in whom it was larger above 400 mg/dL. The higher the glucose, the further they diverge.',
    'It corrects for glucose alone: not for lipids, proteins, mannitol or contrast.',
  ],
  calculate: ({ sodium, glucose: sugar }) => {
    const above = (sugar - 100) / 100;
    const katz = roundedTo(sodium + KATZ_1973 * above, 1);
    const hillier = roundedTo(sodium + HILLIER_1999 * above, 1);
    const group = (value: number): string => (value < 135 ? 'low' : value > 145 ? 'high' : 'normal');
    return {
      score: katz,
      unit: 'mmol/L',
      interpretation: `Corrected sodium ${katz} mmol/L by Katz 1973 (1.6 for each 100 mg/dL), ${hillier} by Hillier 1999 (2.4). Customary range 135 to 145.${group(katz) === group(hillier) ? '' : ' The two results differ as to whether the value is within it.'}`,
      riskCategory: group(katz),
      details: { katz_1973: katz, hillier_1999: hillier },
    };
  },
});
