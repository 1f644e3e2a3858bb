import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { optional } from './parameters/optional.ts';
import { childYears, kilograms } from './parameters/units.ts';
import { roundedTo } from './rounded-to.ts';

/*
 * The zones of the Broselow tape by whole kilograms. Its lengths differ between editions and are printed only on the tape,
 * so they are not given here.
 */
const zones = [
  { from: 3, zone: 'grey', range: '3 to 5 kg' },
  { from: 6, zone: 'pink', range: '6 to 7 kg' },
  { from: 8, zone: 'red', range: '8 to 9 kg' },
  { from: 10, zone: 'purple', range: '10 to 11 kg' },
  { from: 12, zone: 'yellow', range: '12 to 14 kg' },
  { from: 15, zone: 'white', range: '15 to 18 kg' },
  { from: 19, zone: 'blue', range: '19 to 23 kg' },
  { from: 24, zone: 'orange', range: '24 to 29 kg' },
  { from: 30, zone: 'green', range: '30 to 36 kg' },
] as const;
const LONGEST = 36;
const SHORTEST = 3;

/** Advanced Paediatric Life Support 2011: by age in months below one year, by whole years above. */
const apls = (age: number): number => {
  if (age < 1) return 0.5 * Math.floor(age * 12 + 1e-9) + 4;
  const whole = Math.floor(age + 1e-9);
  return whole <= 5 ? 2 * whole + 8 : 3 * whole + 7;
};

/**
 * The factor of deviation from the estimate beyond which the unit, a digit or the age may be wrong, and with it any
 * dose.
 */
const FAR = 2;

const zoneOf = (kg: number): { readonly zone: string; readonly range: string } => {
  const whole = Math.round(kg);
  if (whole < SHORTEST) return { zone: 'below_tape', range: 'below 3 kg' };
  return whole > LONGEST ? { zone: 'above_tape', range: 'above 36 kg' } : bandOf(whole, zones);
};

/** The estimated weight of a child who cannot be weighed. */
export const pediatricWeight = defineCalculator({
  name: 'pediatric_weight',
  title: 'Weight of a child by age, and Broselow zone',
  purpose: 'The estimated weight of a child of 1 month to 12 years, and its Broselow colour zone.',
  parameters: {
    age: amount('Age', { units: childYears, minimum: 1 / 12, maximum: 12.99 }),
    weight: optional(
      amount('Weight, if known: it replaces the estimate', {
        units: kilograms,
        minimum: 1,
        maximum: 150,
      }),
    ),
  },
  example: { age: { value: 4, unit: 'years' } },
  sources: [
    {
      citation:
        'Samuels M, Wieteska S (eds). Advanced Paediatric Life Support: the practical approach, 5th edition. Wiley-Blackwell, 2011.',
    },
    {
      citation:
        'Luscombe M, Owens B. Weight estimation in resuscitation: is the current formula still valid? Arch Dis Child 2007;92:412-415.',
      doi: '10.1136/adc.2006.107284',
      pmid: '17213259',
    },
    {
      citation:
        'Lubitz DS, Seidel JS, Chameides L, et al. A rapid method for estimating weight and resuscitation drug dosages from length in the pediatric age group. Ann Emerg Med 1988;17:576-581.',
      doi: '10.1016/S0196-0644(88)80396-2',
      pmid: '3377285',
    },
  ],
  limits: [
    'A measured weight comes first, then the parents’ estimate, then a tape by length; age is the last resort.',
    'Estimates by age are off by more than 20% in many children, in both directions.',
    'The zone is that of the weight: if a tape is at the bedside, its colour by length takes precedence.',
  ],
  calculate: ({ age, weight }) => {
    const estimate = apls(age);
    const luscombe = age >= 1 && age < 11 ? 3 * Math.floor(age + 1e-9) + 7 : undefined;
    const score = roundedTo(weight ?? estimate, 1);
    const { zone, range } = zoneOf(score);
    const isFar = score >= FAR * estimate || score * FAR <= estimate;
    return {
      score,
      unit: 'kg',
      interpretation: `${weight === undefined ? `About ${score} kg by age (APLS 2011)` : `${score} kg as given`}; Broselow zone ${zone} (${range}).${isFar ? ` About ${estimate} kg would be expected for the age: check weight, unit and age before dosing by it.` : ''}`,
      riskCategory: zone,
      details: {
        apls_kg: estimate,
        ...(luscombe === undefined ? {} : { luscombe_owens_kg: luscombe }),
        broselow_zone: zone,
      },
    };
  },
});
