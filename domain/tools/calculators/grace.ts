import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import {
  creatinineOf,
  presentationParameters,
  type RiskBands,
  registryBands,
  syndrome,
} from './grace-common.ts';
import { choice } from './parameters/choice.ts';
import { yesNo } from './parameters/yes-no.ts';

/*
 * There are several scores of this name. These are the two nomograms of points: in-hospital death by Granger 2003, from 1
 * to 372, and death within six months after discharge by Eagle 2004, from 1 to 263. Each has its own bands (the
 * registry's table of risk categories); applying the bands of one to the other is a common mistake. GRACE 2.0 has no
 * points and is not calculated.
 */

const killipPoints = { I: 0, II: 20, III: 39, IV: 59 } as const;
const hospital = {
  systolic: [
    { from: 0, points: 58 },
    { from: 80, points: 53 },
    { from: 100, points: 43 },
    { from: 120, points: 34 },
    { from: 140, points: 24 },
    { from: 160, points: 10 },
    { from: 200, points: 0 },
  ],
  heartRate: [
    { from: 0, points: 0 },
    { from: 50, points: 3 },
    { from: 70, points: 9 },
    { from: 90, points: 15 },
    { from: 110, points: 24 },
    { from: 150, points: 38 },
    { from: 200, points: 46 },
  ],
  age: [
    { from: 0, points: 0 },
    { from: 30, points: 8 },
    { from: 40, points: 25 },
    { from: 50, points: 41 },
    { from: 60, points: 58 },
    { from: 70, points: 75 },
    { from: 80, points: 91 },
    { from: 90, points: 100 },
  ],
  creatinine: [
    { from: 0, points: 1 },
    { from: 0.4, points: 4 },
    { from: 0.8, points: 7 },
    { from: 1.2, points: 10 },
    { from: 1.6, points: 13 },
    { from: 2, points: 21 },
    { from: 4, points: 28 },
  ],
} as const;

/** Probability of death in hospital in percent at 60, 70, … 250 points (Granger 2003, figure 4). */
const hospitalDeaths = [
  0.2, 0.3, 0.4, 0.6, 0.8, 1.1, 1.6, 2.1, 2.9, 3.9, 5.4, 7.3, 9.8, 13, 18, 23, 29, 36, 44, 52,
] as const;

/** As read off the nomogram, with linear interpolation. */
const deathsAt = (score: number): string => {
  if (score <= 60) return '0.2% or less';
  if (score >= 250) return '52% or more';
  const place = (score - 60) / 10;
  const [below = 0, above = 0] = hospitalDeaths.slice(Math.floor(place), Math.floor(place) + 2);
  return `about ${Number((below + (above - below) * (place % 1)).toPrecision(2))}%`;
};

const hospitalBands: Readonly<Record<'nste_acs' | 'stemi', RiskBands>> = {
  nste_acs: [
    { from: 0, risk: 'low', deaths: 'below 1%' },
    { from: 109, risk: 'intermediate', deaths: '1 to 3%' },
    { from: 141, risk: 'high', deaths: 'above 3%' },
  ],
  stemi: [
    { from: 0, risk: 'low', deaths: 'below 2%' },
    { from: 126, risk: 'intermediate', deaths: '2 to 5%' },
    { from: 155, risk: 'high', deaths: 'above 5%' },
  ],
};

/** Death in hospital with an acute coronary syndrome. */
export const grace = defineCalculator({
  name: 'grace',
  title: 'GRACE score for death in hospital (Granger 2003)',
  purpose: 'The risk of death in hospital of a patient who presents with an acute coronary syndrome.',
  parameters: {
    syndrome,
    ...presentationParameters,
    killip_class: choice('Killip class at presentation', {
      I: 'no heart failure',
      II: 'rales or raised jugular pressure',
      III: 'pulmonary oedema',
      IV: 'cardiogenic shock',
    }),
    cardiac_arrest: yesNo('Cardiac arrest at admission'),
    st_deviation: yesNo('ST-segment deviation'),
    elevated_enzymes: yesNo('Elevated cardiac enzymes or troponin at presentation'),
  },
  // The worked example of the publication (figure 4): its items add up to 195, about 16%.
  example: {
    syndrome: 'nste_acs',
    age: 65,
    heart_rate: 100,
    systolic_pressure: 99,
    creatinine: { value: 1, unit: 'mg/dL' },
    killip_class: 'II',
    cardiac_arrest: false,
    st_deviation: true,
    elevated_enzymes: true,
  },
  sources: [
    {
      citation:
        'Granger CB, Goldberg RJ, Dabbous O, et al. Predictors of hospital mortality in the Global Registry of Acute Coronary Events. Arch Intern Med 2003;163:2345-2353.',
      doi: '10.1001/archinte.163.19.2345',
      pmid: '14581255',
    },
    registryBands,
    {
      citation:
        'Byrne RA, Rossello X, Coughlan JJ, et al. 2023 ESC Guidelines for the management of acute coronary syndromes. Eur Heart J 2023;44:3720-3826.',
      doi: '10.1093/eurheartj/ehad191',
      pmid: '37622654',
    },
  ],
  limits: [
    'Death in hospital only: the bands after discharge (88, 118) belong to grace_6_months, another score.',
    'For a diagnosed acute coronary syndrome: not for chest pain of unknown cause, for which the HEART score was made.',
  ],
  calculate: (given) => {
    const score =
      bandOf(given.age, hospital.age).points +
      bandOf(given.heart_rate, hospital.heartRate).points +
      bandOf(given.systolic_pressure, hospital.systolic).points +
      bandOf(creatinineOf(given.creatinine), hospital.creatinine).points +
      killipPoints[given.killip_class] +
      (given.cardiac_arrest ? 39 : 0) +
      (given.st_deviation ? 28 : 0) +
      (given.elevated_enzymes ? 14 : 0);
    const { risk, deaths } = bandOf(score, hospitalBands[given.syndrome]);
    return {
      score,
      unit: 'points',
      interpretation: `${score} points of 372: ${risk} risk of death in hospital ${given.syndrome === 'stemi' ? 'with' : 'without'} ST elevation (${deaths}). By the nomogram: ${deathsAt(score)}.`,
      riskCategory: risk,
      recommendations:
        given.syndrome === 'nste_acs' && score > 140
          ? ['ESC 2023: an early invasive strategy within 24 hours should be considered above 140 points.']
          : [],
      details: { hospital_deaths: deathsAt(score) },
    };
  },
});
