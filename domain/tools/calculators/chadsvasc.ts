import {
  atrialFibrillationExample,
  atrialFibrillationFindings,
  atrialFibrillationLimits,
  esc2024,
  escAdvice,
  lip2010,
  sumOfVa,
} from './atrial-fibrillation.ts';
import { defineCalculator } from './define-calculator.ts';
import { choice } from './parameters/choice.ts';
import { pointsText } from './points-text.ts';

/** Ischaemic strokes per 100 patient-years without anticoagulation, by score from 0 to 9 (Friberg 2012, table 3). */
const strokesPer100Years = [0.2, 0.6, 2.2, 3.2, 4.8, 7.2, 9.7, 11.2, 10.8, 12.2] as const;

const accAdvice = (score: number, isFemale: boolean): string => {
  const above = score - (isFemale ? 1 : 0);
  if (above >= 2)
    return 'ACC/AHA/ACCP/HRS 2023: anticoagulation is recommended from 2 points in men and 3 in women (2% a year or more).';
  return above === 1
    ? 'ACC/AHA/ACCP/HRS 2023: anticoagulation is reasonable at 1 point in men and 2 in women.'
    : 'ACC/AHA/ACCP/HRS 2023: no anticoagulation by this score alone.';
};

/** The yearly risk of stroke in atrial fibrillation. */
export const chadsvasc = defineCalculator({
  name: 'chadsvasc',
  title: 'CHA2DS2-VASc score',
  purpose: 'The yearly risk of stroke of a patient with atrial fibrillation without anticoagulation.',
  parameters: {
    ...atrialFibrillationFindings,
    sex: choice('Sex', { female: 'one point', male: 'no point' }),
  },
  example: { ...atrialFibrillationExample, sex: 'female' },
  sources: [
    lip2010,
    {
      citation:
        'Friberg L, Rosenqvist M, Lip GYH. Evaluation of risk stratification schemes for ischaemic stroke and bleeding in 182 678 patients with atrial fibrillation: the Swedish Atrial Fibrillation cohort study. Eur Heart J 2012;33:1500-1510.',
      doi: '10.1093/eurheartj/ehr488',
      pmid: '22246443',
    },
    esc2024,
    {
      citation:
        'Joglar JA, Chung MK, Armbruster AL, et al. 2023 ACC/AHA/ACCP/HRS guideline for the diagnosis and management of atrial fibrillation. Circulation 2024;149:e1-e156.',
      doi: '10.1161/CIR.0000000000001193',
      pmid: '38033089',
    },
  ],
  limits: atrialFibrillationLimits,
  calculate: ({ sex, ...given }) => {
    const va = sumOfVa(given);
    const isFemale = sex === 'female';
    const score = va + (isFemale ? 1 : 0);
    const rate = strokesPer100Years[score] ?? 0;
    const above = score - (isFemale ? 1 : 0);
    return {
      score,
      unit: 'points',
      interpretation: `CHA2DS2-VASc ${pointsText(score)}; CHA2DS2-VA ${va}. Ischaemic strokes without anticoagulation: ${rate} per 100 patient-years (Friberg 2012).`,
      // Sex alone is not a risk factor (ESC 2020): low risk is 0 in men and 1 in women.
      riskCategory: above >= 2 ? 'high' : above === 1 ? 'intermediate' : 'low',
      recommendations: [escAdvice(va), accAdvice(score, isFemale)],
      details: { cha2ds2_va: va, strokes_per_100_patient_years: rate },
    };
  },
});
