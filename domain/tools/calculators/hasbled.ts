import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { years } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { pointsText } from './points-text.ts';
import { sumPoints } from './sum-points.ts';

/** Pisters 2010, table 4: one point each, also for an age above 65 years. */
const points = {
  uncontrolled_hypertension: 1,
  abnormal_renal_function: 1,
  abnormal_liver_function: 1,
  stroke: 1,
  bleeding: 1,
  labile_inr: 1,
  elderly: 1,
  drugs: 1,
  alcohol: 1,
} as const;

/** Major bleeds per 100 patient-years, by score from 0 to 5; above that the publication had too few patients (Pisters 2010). */
const bleedsPer100Years = [1.13, 1.02, 1.88, 3.74, 8.7, 12.5] as const;

/** The yearly risk of a major bleed in atrial fibrillation. */
export const hasbled = defineCalculator({
  name: 'hasbled',
  title: 'HAS-BLED score',
  purpose:
    'The yearly risk of a major bleed of a patient with atrial fibrillation who is to be anticoagulated.',
  parameters: {
    uncontrolled_hypertension: yesNo('Uncontrolled hypertension: systolic pressure above 160 mmHg'),
    abnormal_renal_function: yesNo(
      'Chronic dialysis, renal transplantation, or serum creatinine of 200 µmol/L (2.26 mg/dL) or more',
    ),
    abnormal_liver_function: yesNo(
      'Chronic hepatic disease such as cirrhosis, or bilirubin above twice the upper limit with AST, ALT or alkaline phosphatase above three times',
    ),
    stroke: yesNo('Previous stroke'),
    bleeding: yesNo('Previous major bleeding, or a predisposition such as anaemia or bleeding diathesis'),
    labile_inr: yesNo(
      'Labile INR: less than 60% of the time in the therapeutic range. False for patients who take no vitamin K antagonist',
    ),
    age: amount('Age', { units: years, minimum: 18, maximum: 120 }),
    drugs: yesNo('Concomitant antiplatelet agents or non-steroidal anti-inflammatory drugs'),
    alcohol: yesNo('Alcohol: 8 drinks or more a week'),
  },
  example: {
    uncontrolled_hypertension: true,
    abnormal_renal_function: false,
    abnormal_liver_function: false,
    stroke: false,
    bleeding: false,
    labile_inr: false,
    age: 76,
    drugs: true,
    alcohol: false,
  },
  sources: [
    {
      citation:
        'Pisters R, Lane DA, Nieuwlaat R, et al. A novel user-friendly score (HAS-BLED) to assess 1-year risk of major bleeding in patients with atrial fibrillation: the Euro Heart Survey. Chest 2010;138:1093-1100.',
      doi: '10.1378/chest.10-0134',
      pmid: '20299623',
    },
    {
      citation:
        'Lip GYH, Frison L, Halperin JL, Lane DA. Comparative validation of a novel risk score for predicting bleeding risk in anticoagulated patients with atrial fibrillation: the HAS-BLED score. J Am Coll Cardiol 2011;57:173-180.',
      doi: '10.1016/j.jacc.2010.09.024',
      pmid: '21111555',
    },
  ],
  limits: [
    'A high score alone is no reason to withhold anticoagulation: it shows which risks can be corrected and which patients should be seen more often.',
    'Derived in patients with atrial fibrillation, most of whom took vitamin K antagonists.',
  ],
  calculate: ({ age, ...given }) => {
    const score = sumPoints(points, { ...given, elderly: age > 65 });
    const rate = bleedsPer100Years[score];
    return {
      score,
      unit: 'points',
      interpretation: `HAS-BLED ${pointsText(score)} of 9: ${score >= 3 ? 'high' : score === 2 ? 'moderate' : 'low'} risk. Major bleeds per 100 patient-years: ${rate ?? 'too few patients in the publication to say'} (Pisters 2010).`,
      riskCategory: score >= 3 ? 'high' : score === 2 ? 'moderate' : 'low',
      recommendations:
        score >= 3
          ? [
              'Correct the risk factors that can be corrected: blood pressure, labile INR, interacting drugs, alcohol (Pisters 2010).',
            ]
          : [],
      ...(rate === undefined ? {} : { details: { major_bleeds_per_100_patient_years: rate } }),
    };
  },
});
