import type { Units } from './unit.ts';

const only = (unit: string): Units => ({ [unit]: { factor: 1 } });

export const years = only('years');
export const perMinute = only('/min');
/** Of blood pressure. */
export const mmHg = only('mmHg');
export const percent = only('%');
export const hours = only('hours');
export const perDay = only('mL/day');
/** The international normalized ratio, which has no dimension. */
export const inr = only('INR');
/** Points of another score. */
export const points = only('points');
export const riskFactors = only('risk factors');
export const minutes = only('minutes');

/** Units of length, the first the metre (inch: international yard and pound agreement, 1959). */
export const metres: Units = { m: { factor: 1 }, cm: { factor: 0.01 }, in: { factor: 0.0254 } };

/** Units of mass of a body, the first the kilogram (pound: as above). */
export const kilograms: Units = { kg: { factor: 1 }, lb: { factor: 0.45359237 } };

/** Age of a child. A month is the twelfth part of a year. */
export const childYears: Units = { years: { factor: 1 }, months: { factor: 1 / 12 } };

/**
 * Serum creatinine. 1 mg/dL is 88.4 µmol/L (molar mass 113.12 g/mol): the factor of the guidelines of KDIGO. The two are
 * easily taken for each other's inverse.
 */
export const creatinine = { 'mg/dL': { factor: 1 }, 'µmol/L': { factor: 1 / 88.4 } } satisfies Units;

/** Bilirubin: 1 mg/dL is 17.1 µmol/L (molar mass 584.66 g/mol). */
export const bilirubin = { 'mg/dL': { factor: 1 }, 'µmol/L': { factor: 1 / 17.1 } } satisfies Units;

export const albumin: Units = { 'g/dL': { factor: 1 }, 'g/L': { factor: 0.1 } };

/** Units of monovalent ions: a millimole is a milliequivalent. */
export const monovalent: Units = { 'mmol/L': { factor: 1 }, 'mEq/L': { factor: 1 } };

/** Calcium: 1 mmol/L is 4.008 mg/dL (molar mass 40.08 g/mol). */
export const calcium: Units = { 'mg/dL': { factor: 1 }, 'mmol/L': { factor: 4.008 } };

/** Glucose: 1 mmol/L is 18.016 mg/dL (molar mass 180.16 g/mol). */
export const glucose: Units = { 'mg/dL': { factor: 1 }, 'mmol/L': { factor: 18.016 } };

/**
 * Urea. Milligrams can be those of urea (molar mass 60.06 g/mol) or of the nitrogen in it (28.01 g/mol), and the
 * number does not show which is meant: 1 mmol/L is 2.8 mg/dL of nitrogen and 6.006 mg/dL of urea.
 */
export const urea: Units = {
  'mmol/L': { factor: 1 },
  'mg/dL BUN': { factor: 1 / 2.801 },
  'mg/dL urea': { factor: 1 / 6.006 },
};

/** Pressure of a gas in blood: 1 kPa is 7.50062 mmHg. */
export const gasPressure = { mmHg: { factor: 1 }, kPa: { factor: 7.50062 } } satisfies Units;

export const fraction: Units = { fraction: { factor: 1 }, '%': { factor: 0.01 } };

export const platelets: Units = { '10^9/L': { factor: 1 }, '10^3/µL': { factor: 1 } };
