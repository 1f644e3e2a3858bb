import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { mmHg, perMinute, urea, years } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { pointsText } from './points-text.ts';
import { roundedTo } from './rounded-to.ts';

/** Deaths within 30 days by score from 0 to 5 (Lim 2003, derivation cohort). */
const deaths = [0.7, 3.2, 13, 17, 41.5, 57] as const;

const groupOf = (score: number) => {
  if (score >= 3) return { risk: 'high', deaths: '22%', scores: '3 to 5 points' };
  return score === 2
    ? { risk: 'intermediate', deaths: '9.2%', scores: '2 points' }
    : { risk: 'low', deaths: '1.5%', scores: '0 or 1 point' };
};
const advice: Readonly<Record<string, string>> = {
  low: 'Home treatment is often possible (BTS 2009, NICE NG250).',
  intermediate: 'Consider treatment in hospital or under its supervision (BTS 2009, NICE NG250).',
  high: 'Treat as severe pneumonia in hospital; from 4 consider intensive care (BTS 2009, NICE NG250).',
};

/** The severity of community-acquired pneumonia. */
export const curb65 = defineCalculator({
  name: 'curb65',
  title: 'CURB-65',
  purpose: 'The risk that an adult with community-acquired pneumonia dies within 30 days.',
  parameters: {
    confusion: yesNo(
      'New confusion: an abbreviated mental test score of 8 or less, or new disorientation in person, place or time',
    ),
    urea: amount('Urea in blood: 1 point above 7 mmol/L', { units: urea, minimum: 0.3, maximum: 110 }),
    respiratory_rate: amount('Respiratory rate: 1 point from 30', {
      units: perMinute,
      minimum: 4,
      maximum: 100,
    }),
    systolic_pressure: amount('Systolic blood pressure: 1 point below 90', {
      units: mmHg,
      minimum: 30,
      maximum: 300,
    }),
    diastolic_pressure: amount('Diastolic blood pressure: 1 point up to 60', {
      units: mmHg,
      minimum: 10,
      maximum: 200,
    }),
    age: amount('Age: 1 point from 65', { units: years, minimum: 18, maximum: 120 }),
  },
  example: {
    confusion: false,
    urea: { value: 8.4, unit: 'mmol/L' },
    respiratory_rate: 32,
    systolic_pressure: 112,
    diastolic_pressure: 64,
    age: 71,
  },
  sources: [
    {
      citation:
        'Lim WS, van der Eerden MM, Laing R, et al. Defining community acquired pneumonia severity on presentation to hospital: an international derivation and validation study. Thorax 2003;58:377-382.',
      doi: '10.1136/thorax.58.5.377',
      pmid: '12728155',
    },
    {
      citation:
        'Lim WS, Baudouin SV, George RC, et al. BTS guidelines for the management of community acquired pneumonia in adults: update 2009. Thorax 2009;64(Suppl 3):iii1-iii55.',
      doi: '10.1136/thx.2009.121434',
      pmid: '19783532',
    },
  ],
  limits: [
    'For community-acquired pneumonia in adults: not for hospital-acquired pneumonia, in immunosuppression, or in children.',
    'A low score does not account for hypoxia, comorbidity, or a patient who is alone at home.',
  ],
  check: ({ systolic_pressure, diastolic_pressure }) =>
    diastolic_pressure < systolic_pressure
      ? []
      : [{ path: 'diastolic_pressure', message: 'must be below the systolic pressure' }],
  calculate: (given) => {
    const low = given.systolic_pressure < 90 || given.diastolic_pressure <= 60;
    // To one digit, as laboratories report it: 7.0 mmol/L after conversion is not "above 7".
    const present = [
      given.confusion,
      roundedTo(given.urea, 1) > 7,
      given.respiratory_rate >= 30,
      low,
      given.age >= 65,
    ];
    const score = present.filter(Boolean).length;
    const group = groupOf(score);
    return {
      score,
      unit: 'points',
      interpretation: `CURB-65 ${pointsText(score)} of 5: ${group.risk} risk. Deaths within 30 days: ${deaths[score]}% at this score in the derivation cohort, ${group.deaths} among all patients with ${group.scores} (Lim 2003).`,
      riskCategory: group.risk,
      recommendations: [advice[group.risk] ?? ''],
      details: { deaths_within_30_days_percent: deaths[score] ?? 0 },
    };
  },
});
