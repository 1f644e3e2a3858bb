import { defineCalculator } from './define-calculator.ts';
import { optional } from './parameters/optional.ts';
import { yesNo } from './parameters/yes-no.ts';
import { pointsText } from './points-text.ts';
import { sumPoints } from './sum-points.ts';

/**
 * Points of each item (Wells 2003, table 1). The first nine with the same points are the score of 1997.
 *
 * The example of the requirements gives 6.0 for cancer, bedridden, tenderness, calf swelling and pitting oedema. By both
 * publications that is five items of one point: 5.
 */
const points = {
  active_cancer: 1,
  paralysis_recent: 1,
  bedridden_3days: 1,
  localized_tenderness: 1,
  entire_leg_swollen: 1,
  calf_swelling_3cm: 1,
  pitting_edema: 1,
  collateral_veins: 1,
  previous_dvt: 1,
  alternative_diagnosis: -2,
} as const;

/** Wells 1997: three groups, with the share of patients who had a deep vein thrombosis. */
const threeLevels = (score: number) => {
  if (score >= 3) return { risk: 'high', found: '75% (95% CI 63 to 84)' };
  if (score >= 1) return { risk: 'moderate', found: '17% (95% CI 12 to 23)' };
  return { risk: 'low', found: '3.0% (95% CI 1.7 to 5.9)' };
};

/** Wells 2003: two groups. */
const twoLevels = (score: number) =>
  score >= 2
    ? { risk: 'likely', found: '27.9% (95% CI 23.9 to 31.8)' }
    : { risk: 'unlikely', found: '5.5% (95% CI 3.8 to 7.6)' };

const toUltrasound = [
  'Consider a proximal leg vein ultrasound within 4 hours; if that is not possible, a D-dimer test, interim therapeutic anticoagulation unless contraindicated, and the ultrasound within 24 hours (NICE NG158).',
];
const toDimer = [
  'Consider a D-dimer test with the result within 4 hours; a negative result makes deep vein thrombosis unlikely enough to look for another diagnosis (NICE NG158, Wells 2003).',
];

/** The pretest probability of a first or recurrent deep vein thrombosis of the leg. */
export const wellsDvt = defineCalculator({
  name: 'wells_dvt',
  title: 'Wells criteria for deep vein thrombosis',
  purpose: 'The pretest probability of deep vein thrombosis in an outpatient with symptoms in a leg.',
  parameters: {
    active_cancer: yesNo('Active cancer: treatment ongoing, within the last 6 months, or palliative'),
    paralysis_recent: yesNo('Paralysis, paresis, or recent plaster immobilisation of the lower extremities'),
    bedridden_3days: yesNo(
      'Recently bedridden for 3 days or more, or major surgery within the last 12 weeks under general or regional anaesthesia',
    ),
    localized_tenderness: yesNo('Tenderness localised along the distribution of the deep venous system'),
    entire_leg_swollen: yesNo('Entire leg swollen'),
    calf_swelling_3cm: yesNo(
      'Calf swelling at least 3 cm larger than the asymptomatic side, measured 10 cm below the tibial tuberosity',
    ),
    pitting_edema: yesNo('Pitting oedema confined to the symptomatic leg'),
    collateral_veins: yesNo('Collateral superficial veins that are not varicose'),
    alternative_diagnosis: yesNo('Another diagnosis at least as likely as deep vein thrombosis'),
    previous_dvt: optional(
      yesNo(
        'Previously documented deep vein thrombosis. If this is left out, the score of 1997 is calculated, which has no such item and applies only to patients who never had one',
      ),
    ),
  },
  // The example of the requirements.
  example: {
    active_cancer: true,
    paralysis_recent: false,
    bedridden_3days: true,
    localized_tenderness: true,
    entire_leg_swollen: false,
    calf_swelling_3cm: true,
    pitting_edema: true,
    collateral_veins: false,
    alternative_diagnosis: false,
  },
  sources: [
    {
      citation:
        'Wells PS, Anderson DR, Rodger M, et al. Evaluation of D-dimer in the diagnosis of suspected deep-vein thrombosis. N Engl J Med 2003;349:1227-1235.',
      doi: '10.1056/NEJMoa023153',
      pmid: '14507948',
    },
    {
      citation:
        'Wells PS, Anderson DR, Bormanis J, et al. Value of assessment of pretest probability of deep-vein thrombosis in clinical management. Lancet 1997;350:1795-1798.',
      doi: '10.1016/S0140-6736(97)08140-3',
      pmid: '9428249',
    },
    {
      citation:
        'National Institute for Health and Care Excellence. Venous thromboembolic diseases: diagnosis, management and thrombophilia testing (NG158), 2020, updated 2023.',
    },
  ],
  limits: [
    'Derived in outpatients with symptoms; not for inpatients, in pregnancy, or for patients who already take anticoagulants.',
    'The score of 1997 counts only surgery within the last 4 weeks; that of 2003 counts 12 weeks.',
    'For the legs only: not for thrombosis of an arm.',
  ],
  calculate: (given) => {
    const score = sumPoints(points, given);
    const wording = pointsText(score);
    if (given.previous_dvt === undefined) {
      const { risk, found } = threeLevels(score);
      return {
        score,
        unit: 'points',
        interpretation: `${wording} from the nine items of 1997: ${risk} probability of DVT. Of such outpatients, ${found} had one. It applies only to patients who never had a DVT; give previous_dvt for the score of 2003.`,
        riskCategory: risk,
        recommendations: twoLevels(score).risk === 'likely' ? toUltrasound : toDimer,
        details: { model: 'Wells 1997, three levels' },
      };
    }
    const { risk, found } = twoLevels(score);
    return {
      score,
      unit: 'points',
      interpretation: `${wording} from the ten items of 2003: DVT ${risk}. Of such outpatients, ${found} had one.`,
      riskCategory: risk,
      recommendations: risk === 'likely' ? toUltrasound : toDimer,
      details: { model: 'Wells 2003, two levels' },
    };
  },
});
