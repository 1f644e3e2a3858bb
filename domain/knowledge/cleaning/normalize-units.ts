/** Units that are set apart from their number. Upper and lower case as written: `18G` is a gauge, not grams. */
const units = [
  'mg',
  'mcg',
  'µg',
  'μg',
  'ug',
  'ng',
  'g',
  'kg',
  'lbs?',
  'mL',
  'ml',
  'dL',
  'dl',
  'L',
  'cc',
  'mEq',
  'mmol',
  'mol',
  'mOsm',
  'IU',
  'units?',
  'mmHg',
  'kPa',
  'cm',
  'mm',
  'joules?',
  'J',
  'mA',
  'bpm',
  'gtts?',
];

const joinedUnit = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d+(?:[.,]\\d+)*)(${units.join('|')})(?![\\p{L}\\d])`,
  'gu',
);
const spacedSlash = /(\d) ?\/ ?(?=\d)/g;

/**
 * Writes doses and ratios one way, so that the same dose is the same text everywhere: `5mg` → `5 mg`,
 * `120 / 80` → `120/80`. Digits and their order never change.
 */
export const normalizeUnits = (text: string): string =>
  text.replace(joinedUnit, '$1 $2').replace(spacedSlash, '$1/');
