import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { perMinute } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { pointsText } from './points-text.ts';
import { sumPoints } from './sum-points.ts';

/** Wells 2000, table 2. A heart rate above 100 a minute counts 1.5 points. */
const points = {
  clinical_signs_dvt: 3,
  alternative_less_likely: 3,
  tachycardia: 1.5,
  immobilization_or_surgery: 1.5,
  previous_dvt_pe: 1.5,
  hemoptysis: 1,
  malignancy: 1,
} as const;

/** Wells 2000: below 2 low, 2 to 6 moderate, above 6 high. Scores are multiples of one half. */
const threeLevels = [
  { from: 0, risk: 'low' },
  { from: 2, risk: 'moderate' },
  { from: 6.5, risk: 'high' },
] as const;

/** The pretest probability of a pulmonary embolism. */
export const wellsPe = defineCalculator({
  name: 'wells_pe',
  title: 'Wells criteria for pulmonary embolism',
  purpose: 'The pretest probability of pulmonary embolism in a patient in whom it is suspected.',
  parameters: {
    clinical_signs_dvt: yesNo(
      'Clinical signs and symptoms of deep vein thrombosis: at least swelling of the leg and pain on palpation of the deep veins',
    ),
    alternative_less_likely: yesNo('Another diagnosis is less likely than pulmonary embolism'),
    heart_rate: amount('Heart rate', { units: perMinute, minimum: 20, maximum: 300 }),
    immobilization_or_surgery: yesNo(
      'Immobilisation for 3 days or more, or surgery, in the previous 4 weeks',
    ),
    previous_dvt_pe: yesNo('Previous deep vein thrombosis or pulmonary embolism'),
    hemoptysis: yesNo('Haemoptysis'),
    malignancy: yesNo('Malignancy: treatment ongoing, within the last 6 months, or palliative'),
  },
  example: {
    clinical_signs_dvt: false,
    alternative_less_likely: true,
    heart_rate: 108,
    immobilization_or_surgery: true,
    previous_dvt_pe: false,
    hemoptysis: false,
    malignancy: false,
  },
  sources: [
    {
      citation:
        'Wells PS, Anderson DR, Rodger M, et al. Derivation of a simple clinical model to categorize patients probability of pulmonary embolism. Thromb Haemost 2000;83:416-420.',
      doi: '10.1055/s-0037-1613830',
      pmid: '10744147',
    },
    {
      citation:
        'van Belle A, Büller HR, Huisman MV, et al. Effectiveness of managing suspected pulmonary embolism using an algorithm combining clinical probability, D-dimer testing, and computed tomography. JAMA 2006;295:172-179.',
      doi: '10.1001/jama.295.2.172',
      pmid: '16403929',
    },
    {
      citation:
        'National Institute for Health and Care Excellence. Venous thromboembolic diseases: diagnosis, management and thrombophilia testing (NG158), 2020, updated 2023.',
    },
  ],
  limits: [
    'For patients in whom pulmonary embolism is already suspected: not for screening.',
    'Not in pregnancy, and not where shock or hypotension calls for immediate imaging.',
  ],
  calculate: ({ heart_rate, ...given }) => {
    const score = sumPoints(points, { ...given, tachycardia: heart_rate > 100 });
    const isLikely = score > 4;
    const { risk } = bandOf(score, threeLevels);
    return {
      score,
      unit: 'points',
      interpretation: `${pointsText(score)}: pulmonary embolism ${isLikely ? 'likely (above 4)' : 'unlikely (4 or less)'}, ${risk} probability on the three-level scale. Of such patients, ${isLikely ? '37.1%' : '12.1%'} had one (van Belle 2006, all tests done).`,
      riskCategory: isLikely ? 'likely' : 'unlikely',
      recommendations: isLikely
        ? [
            'Consider immediate CT pulmonary angiography, or interim anticoagulation until it is done (NICE NG158).',
          ]
        : [
            'Consider a D-dimer test; a negative result rules out pulmonary embolism at this probability (NICE NG158, van Belle 2006).',
          ],
      details: { three_levels: risk },
    };
  },
});
