import { amount } from './parameters/amount.ts';
import { choice } from './parameters/choice.ts';
import { creatinine, mmHg, perMinute, years } from './parameters/units.ts';
import { roundedTo } from './rounded-to.ts';

/** Groups of risk by points. */
export type RiskBands = readonly [
  { readonly from: number; readonly risk: string; readonly deaths: string },
  ...{ readonly from: number; readonly risk: string; readonly deaths: string }[],
];
export const syndrome = choice('Kind of acute coronary syndrome: each has its own risk bands', {
  nste_acs: 'without ST elevation',
  stemi: 'with ST elevation',
});
export const presentationParameters = {
  age: amount('Age', { units: years, minimum: 18, maximum: 120 }),
  heart_rate: amount('Heart rate at presentation', { units: perMinute, minimum: 10, maximum: 300 }),
  systolic_pressure: amount('Systolic blood pressure at presentation', {
    units: mmHg,
    minimum: 30,
    maximum: 300,
  }),
  creatinine: amount('Serum creatinine at presentation', { units: creatinine, minimum: 0.1, maximum: 40 }),
};
/** Rounds to two digits, like the tables, so that the registry's values in µmol/L fall into the same rows. */
export const creatinineOf = (value: number): number => roundedTo(value, 2);

export const registryBands = {
  citation:
    'Center for Outcomes Research, University of Massachusetts Medical School. GRACE: risk categories in tables, and methods and formulas used to calculate the GRACE risk scores, 2014.',
};
