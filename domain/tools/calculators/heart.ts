import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { choice } from './parameters/choice.ts';
import { riskFactors, years } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { pointsText } from './points-text.ts';

const ofAge = [
  { from: 0, points: 0 },
  { from: 45, points: 1 },
  { from: 65, points: 2 },
] as const;
const ofRiskFactors = [
  { from: 0, points: 0 },
  { from: 1, points: 1 },
  { from: 3, points: 2 },
] as const;

/** Major adverse cardiac events within 6 weeks (Backus 2013). */
const groups = [
  { from: 0, risk: 'low', events: '1.7%' },
  { from: 4, risk: 'moderate', events: '16.6%' },
  { from: 7, risk: 'high', events: '50.1%' },
] as const;

/** The risk that goes with chest pain. */
export const heart = defineCalculator({
  name: 'heart',
  title: 'HEART score',
  purpose:
    'The risk of a major cardiac event within six weeks of a patient with chest pain in an emergency department.',
  parameters: {
    history: choice('History', {
      0: 'slightly suspicious',
      1: 'moderately suspicious',
      2: 'highly suspicious',
    }),
    ecg: choice('Electrocardiogram', {
      0: 'normal',
      1: 'nonspecific repolarisation disturbance, bundle branch block, hypertrophy, pacing',
      2: 'significant ST deviation not due to these',
    }),
    age: amount('Age: 1 point from 45, 2 from 65', { units: years, minimum: 18, maximum: 120 }),
    risk_factors: amount(
      'How many of: hypercholesterolaemia, hypertension, diabetes, smoking now or within 90 days, family history, obesity',
      { units: riskFactors, minimum: 0, maximum: 6, whole: true },
    ),
    atherosclerotic_disease: yesNo(
      'Known atherosclerotic disease: infarction, revascularisation, stroke or peripheral artery disease; counts 2 points, as 3 risk factors do',
    ),
    troponin: choice('First troponin, in relation to its upper normal limit', {
      normal: 'not above the limit',
      one_to_three: 'one to three times the limit',
      above_three: 'above three times the limit',
    }),
  },
  example: {
    history: 1,
    ecg: 0,
    age: 58,
    risk_factors: 2,
    atherosclerotic_disease: false,
    troponin: 'normal',
  },
  sources: [
    {
      citation:
        'Six AJ, Backus BE, Kelder JC. Chest pain in the emergency room: value of the HEART score. Neth Heart J 2008;16:191-196.',
      doi: '10.1007/BF03086144',
      pmid: '18665203',
    },
    {
      citation:
        'Backus BE, Six AJ, Kelder JC, et al. A prospective validation of the HEART score for chest pain patients at the emergency department. Int J Cardiol 2013;168:2153-2158.',
      doi: '10.1016/j.ijcard.2013.01.255',
      pmid: '23465250',
    },
  ],
  limits: [
    'Not with ST elevation, haemodynamic instability, or a cause other than the heart.',
    'Troponin grades are those of 2013 (three times); the first publication used two times.',
    'A low score in the first hours needs a second troponin.',
  ],
  calculate: (given) => {
    const troponin = given.troponin === 'normal' ? 0 : given.troponin === 'one_to_three' ? 1 : 2;
    const score =
      Number(given.history) +
      Number(given.ecg) +
      bandOf(given.age, ofAge).points +
      (given.atherosclerotic_disease ? 2 : bandOf(given.risk_factors, ofRiskFactors).points) +
      troponin;
    const { risk, events } = bandOf(score, groups);
    return {
      score,
      unit: 'points',
      interpretation: `HEART ${pointsText(score)} of 10: ${risk} risk. Major adverse cardiac events within 6 weeks: ${events} (Backus 2013).`,
      riskCategory: risk,
      recommendations: [
        risk === 'low'
          ? 'Early discharge may be considered, if a second troponin is negative too (Backus 2013).'
          : risk === 'moderate'
            ? 'Observe and test further (Backus 2013).'
            : 'Consider early invasive measures (Backus 2013).',
      ],
    };
  },
});
