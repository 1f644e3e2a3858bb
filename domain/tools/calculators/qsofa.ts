import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { mmHg, perMinute, points, years } from './parameters/units.ts';
import { pointsText } from './points-text.ts';

/** The risk that goes with a suspected infection outside intensive care. */
export const qsofa = defineCalculator({
  name: 'qsofa',
  title: 'Quick SOFA (qSOFA)',
  purpose: 'Whether an adult with suspected infection outside intensive care is at risk of a poor outcome.',
  parameters: {
    age: amount('Age', { units: years, minimum: 18, maximum: 120 }),
    respiratory_rate: amount('Respiratory rate: 1 point from 22', {
      units: perMinute,
      minimum: 4,
      maximum: 100,
    }),
    systolic_pressure: amount('Systolic blood pressure: 1 point up to 100', {
      units: mmHg,
      minimum: 30,
      maximum: 300,
    }),
    gcs: amount('Glasgow Coma Scale: 1 point below 15, for altered mentation', {
      units: points,
      minimum: 3,
      maximum: 15,
      whole: true,
    }),
  },
  example: { age: 68, respiratory_rate: 24, systolic_pressure: 98, gcs: 15 },
  sources: [
    {
      citation:
        'Seymour CW, Liu VX, Iwashyna TJ, et al. Assessment of clinical criteria for sepsis: for the Third International Consensus Definitions for Sepsis and Septic Shock (Sepsis-3). JAMA 2016;315:762-774.',
      doi: '10.1001/jama.2016.0288',
      pmid: '26903335',
    },
    {
      citation:
        'Singer M, Deutschman CS, Seymour CW, et al. The Third International Consensus Definitions for Sepsis and Septic Shock (Sepsis-3). JAMA 2016;315:801-810.',
      doi: '10.1001/jama.2016.0287',
      pmid: '26903338',
    },
    {
      citation:
        'Evans L, Rhodes A, Alhazzani W, et al. Surviving Sepsis Campaign: international guidelines for management of sepsis and septic shock 2021. Intensive Care Med 2021;47:1181-1247.',
      doi: '10.1007/s00134-021-06506-y',
      pmid: '34599691',
    },
  ],
  limits: [
    'For adults with suspected infection: it neither diagnoses sepsis nor rules it out.',
    'The Surviving Sepsis Campaign of 2021 recommends against it as the only screening tool.',
  ],
  calculate: ({ respiratory_rate, systolic_pressure, gcs }) => {
    const score = [respiratory_rate >= 22, systolic_pressure <= 100, gcs < 15].filter(Boolean).length;
    const isHigh = score >= 2;
    return {
      score,
      unit: 'points',
      interpretation: `qSOFA ${pointsText(score)} of 3: ${isHigh ? 'high risk. In-hospital mortality was 3 to 14 times that of others with the same baseline risk (Seymour 2016).' : 'not high risk by this score, which rules nothing out.'}`,
      riskCategory: isHigh ? 'high' : 'not_high',
      recommendations: isHigh
        ? [
            'Look for organ dysfunction (SOFA), begin or escalate treatment, and consider closer monitoring (Singer 2016).',
          ]
        : [],
    };
  },
});
