import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { kilograms, metres, years } from './parameters/units.ts';
import { roundedTo } from './rounded-to.ts';

/** The groups of the World Health Organization for adults (2000, table 2.1). */
const groups = [
  { from: 0, category: 'underweight', words: 'underweight' },
  { from: 18.5, category: 'normal', words: 'normal range' },
  { from: 25, category: 'overweight', words: 'overweight (pre-obese)' },
  { from: 30, category: 'obese_class_i', words: 'obesity class I' },
  { from: 35, category: 'obese_class_ii', words: 'obesity class II' },
  { from: 40, category: 'obese_class_iii', words: 'obesity class III' },
] as const;

/** Cut-offs for action in Asian populations (WHO expert consultation 2004). */
const asianAction = (bmi: number): string => {
  if (bmi >= 27.5) return 'In Asian populations, risk is high from 27.5 (WHO 2004).';
  if (bmi >= 23) return 'In Asian populations, risk is raised from 23 (WHO 2004).';
  return '';
};

/** Body mass index of an adult, classified by the World Health Organization. */
export const bmi = defineCalculator({
  name: 'bmi',
  title: 'Body mass index',
  purpose: 'Weight for height of an adult, classified by the World Health Organization.',
  parameters: {
    age: amount('Age', { units: years, minimum: 18, maximum: 120 }),
    weight: amount('Body weight', { units: kilograms, minimum: 20, maximum: 650 }),
    height: amount('Body height', { units: metres, minimum: 0.9, maximum: 2.75 }),
  },
  example: { age: 40, weight: { value: 70, unit: 'kg' }, height: { value: 175, unit: 'cm' } },
  sources: [
    {
      citation:
        'World Health Organization. Obesity: preventing and managing the global epidemic. WHO Technical Report Series 894, 2000.',
      pmid: '11234459',
    },
    {
      citation:
        'WHO Expert Consultation. Appropriate body-mass index for Asian populations and its implications for policy and intervention strategies. Lancet 2004;363:157-163.',
      doi: '10.1016/S0140-6736(03)15268-3',
      pmid: '14726171',
    },
  ],
  limits: [
    'For adults: children and adolescents need percentiles for age and sex.',
    'Not in pregnancy, with oedema or ascites, after amputation, or with large muscles: it does not distinguish fat from other mass.',
  ],
  calculate: ({ weight, height }) => {
    const score = roundedTo(weight / height ** 2, 1);
    // By the value shown: a patient shown with 25.0 must not be in the group below.
    const { category, words } = bandOf(score, groups);
    const note = asianAction(score);
    return {
      score,
      unit: 'kg/m²',
      interpretation: `Body mass index ${score.toFixed(1)} kg/m²: ${words} (World Health Organization).${note === '' ? '' : ` ${note}`}`,
      riskCategory: category,
    };
  },
});
