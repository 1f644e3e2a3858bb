import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import {
  creatinineOf,
  presentationParameters,
  type RiskBands,
  registryBands,
  syndrome,
} from './grace-common.ts';
import { yesNo } from './parameters/yes-no.ts';

/** Eagle 2004, figure 2. */
const discharge = {
  age: [
    { from: 0, points: 0 },
    { from: 40, points: 18 },
    { from: 50, points: 36 },
    { from: 60, points: 55 },
    { from: 70, points: 73 },
    { from: 80, points: 91 },
    { from: 90, points: 100 },
  ],
  heartRate: [
    { from: 0, points: 0 },
    { from: 50, points: 3 },
    { from: 70, points: 9 },
    { from: 90, points: 14 },
    { from: 110, points: 23 },
    { from: 150, points: 35 },
    { from: 200, points: 43 },
  ],
  systolic: [
    { from: 0, points: 24 },
    { from: 80, points: 22 },
    { from: 100, points: 18 },
    { from: 120, points: 14 },
    { from: 140, points: 10 },
    { from: 160, points: 4 },
    { from: 200, points: 0 },
  ],
  creatinine: [
    { from: 0, points: 1 },
    { from: 0.4, points: 3 },
    { from: 0.8, points: 5 },
    { from: 1.2, points: 7 },
    { from: 1.6, points: 9 },
    { from: 2, points: 15 },
    { from: 4, points: 20 },
  ],
} as const;

const dischargeBands: Readonly<Record<'nste_acs' | 'stemi', RiskBands>> = {
  nste_acs: [
    { from: 0, risk: 'low', deaths: 'below 3%' },
    { from: 89, risk: 'intermediate', deaths: '3 to 8%' },
    { from: 119, risk: 'high', deaths: 'above 8%' },
  ],
  stemi: [
    { from: 0, risk: 'low', deaths: 'below 4.4%' },
    { from: 100, risk: 'intermediate', deaths: '4.5 to 11%' },
    { from: 128, risk: 'high', deaths: 'above 11%' },
  ],
};

/** Death within six months of discharge. */
export const graceSixMonths = defineCalculator({
  name: 'grace_6_months',
  title: 'GRACE score for death within six months after discharge (Eagle 2004)',
  purpose:
    'The risk of death within six months of a patient who leaves hospital after an acute coronary syndrome.',
  parameters: {
    syndrome,
    ...presentationParameters,
    history_heart_failure: yesNo('History of congestive heart failure'),
    history_infarction: yesNo('History of myocardial infarction'),
    st_depression: yesNo('ST-segment depression at presentation'),
    elevated_enzymes: yesNo('Elevated cardiac enzymes or troponin'),
    pci_in_hospital: yesNo('Percutaneous coronary intervention during the stay'),
  },
  example: {
    syndrome: 'nste_acs',
    age: 65,
    heart_rate: 85,
    systolic_pressure: 130,
    creatinine: { value: 1.1, unit: 'mg/dL' },
    history_heart_failure: false,
    history_infarction: true,
    st_depression: false,
    elevated_enzymes: true,
    pci_in_hospital: true,
  },
  sources: [
    {
      citation:
        'Eagle KA, Lim MJ, Dabbous OH, et al. A validated prediction model for all forms of acute coronary syndrome: estimating the risk of 6-month postdischarge death in an international registry. JAMA 2004;291:2727-2733.',
      doi: '10.1001/jama.291.22.2727',
      pmid: '15187054',
    },
    registryBands,
  ],
  limits: [
    'For patients who leave hospital alive: its bands do not apply at admission, for which grace is the score.',
  ],
  calculate: (given) => {
    const score =
      bandOf(given.age, discharge.age).points +
      bandOf(given.heart_rate, discharge.heartRate).points +
      bandOf(given.systolic_pressure, discharge.systolic).points +
      bandOf(creatinineOf(given.creatinine), discharge.creatinine).points +
      (given.history_heart_failure ? 24 : 0) +
      (given.history_infarction ? 12 : 0) +
      (given.st_depression ? 11 : 0) +
      (given.elevated_enzymes ? 15 : 0) +
      (given.pci_in_hospital ? 0 : 14);
    const { risk, deaths } = bandOf(score, dischargeBands[given.syndrome]);
    return {
      score,
      unit: 'points',
      interpretation: `${score} points of 263: ${risk} risk of death within six months after discharge (${deaths}).`,
      riskCategory: risk,
    };
  },
});
