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
import { pointsText } from './points-text.ts';

/** CHA2DS2-VASc without sex, as the European guideline of 2024 uses it. */
export const chadsva = defineCalculator({
  name: 'chadsva',
  title: 'CHA2DS2-VA score',
  purpose:
    'Whether the risk of stroke of a patient with atrial fibrillation calls for anticoagulation; sex does not count.',
  parameters: atrialFibrillationFindings,
  example: atrialFibrillationExample,
  sources: [esc2024, lip2010],
  limits: atrialFibrillationLimits,
  calculate: (given) => {
    const score = sumOfVa(given);
    return {
      score,
      unit: 'points',
      interpretation: `CHA2DS2-VA ${pointsText(score)} of 8. The guideline gives no yearly rates for it.`,
      riskCategory: score >= 2 ? 'high' : score === 1 ? 'intermediate' : 'low',
      recommendations: [escAdvice(score)],
    };
  },
});
