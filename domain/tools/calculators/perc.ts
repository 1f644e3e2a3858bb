import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { percent, perMinute, years } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';

/** Whether a pulmonary embolism can be ruled out without any test. */
export const perc = defineCalculator({
  name: 'perc',
  title: 'Pulmonary Embolism Rule-out Criteria (PERC)',
  purpose: 'Whether pulmonary embolism can be ruled out without a test when it is already unlikely.',
  parameters: {
    low_pretest_probability: yesNo('Judged unlikely by the clinician beforehand: below 15%'),
    age: amount('Age: criterion met below 50', { units: years, minimum: 18, maximum: 120 }),
    heart_rate: amount('Heart rate: criterion met below 100', {
      units: perMinute,
      minimum: 20,
      maximum: 300,
    }),
    oxygen_saturation: amount('Oxygen saturation on room air: criterion met from 95', {
      units: percent,
      minimum: 40,
      maximum: 100,
    }),
    unilateral_leg_swelling: yesNo('One leg visibly swollen'),
    hemoptysis: yesNo('Haemoptysis'),
    recent_surgery_or_trauma: yesNo(
      'Surgery or trauma within 4 weeks that needed treatment with general anaesthesia or in hospital',
    ),
    prior_dvt_pe: yesNo('Previous deep vein thrombosis or pulmonary embolism'),
    estrogen_use: yesNo('Oestrogen use: contraceptives or hormone replacement'),
  },
  example: {
    low_pretest_probability: true,
    age: 34,
    heart_rate: 84,
    oxygen_saturation: 98,
    unilateral_leg_swelling: false,
    hemoptysis: false,
    recent_surgery_or_trauma: false,
    prior_dvt_pe: false,
    estrogen_use: false,
  },
  sources: [
    {
      citation:
        'Kline JA, Mitchell AM, Kabrhel C, et al. Clinical criteria to prevent unnecessary diagnostic testing in emergency department patients with suspected pulmonary embolism. J Thromb Haemost 2004;2:1247-1255.',
      doi: '10.1111/j.1538-7836.2004.00790.x',
      pmid: '15304025',
    },
    {
      citation:
        'Kline JA, Courtney DM, Kabrhel C, et al. Prospective multicenter evaluation of the pulmonary embolism rule-out criteria. J Thromb Haemost 2008;6:772-780.',
      doi: '10.1111/j.1538-7836.2008.02944.x',
      pmid: '18318689',
    },
  ],
  limits: [
    'Only where pulmonary embolism was judged unlikely (below 15%) beforehand: otherwise it rules out nothing.',
    'An unmet criterion does not mean embolism: it means that a test such as D-dimer comes next.',
  ],
  calculate: (given) => {
    const unmet = [
      given.age >= 50,
      given.heart_rate >= 100,
      given.oxygen_saturation < 95,
      given.unilateral_leg_swelling,
      given.hemoptysis,
      given.recent_surgery_or_trauma,
      given.prior_dvt_pe,
      given.estrogen_use,
    ];
    const score = unmet.filter(Boolean).length;
    if (!given.low_pretest_probability)
      return {
        score,
        unit: 'criteria not met',
        interpretation: `PERC does not apply: pulmonary embolism was not judged unlikely. ${score} of 8 criteria are not met, which has no meaning here.`,
        riskCategory: 'not_applicable',
        recommendations: ['Use a score of pretest probability (wells_pe) and test accordingly.'],
      };
    return {
      score,
      unit: 'criteria not met',
      interpretation:
        score === 0
          ? 'PERC negative: all 8 criteria are met. Of such patients 1.0% (95% CI 0.6 to 1.6) had thromboembolism or died within 45 days (Kline 2008).'
          : `PERC positive: ${score} of 8 criteria ${score === 1 ? 'is' : 'are'} not met, so PERC cannot rule out pulmonary embolism.`,
      riskCategory: score === 0 ? 'negative' : 'positive',
      recommendations:
        score === 0
          ? ['No further test for pulmonary embolism is needed by these criteria (Kline 2008).']
          : ['Consider a D-dimer test.'],
    };
  },
});
