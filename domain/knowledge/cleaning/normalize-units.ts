import { isDoseUnit, type MeasurementUnit, unitSpellings } from '../../language/units-of-measure.ts';

/**
 * Measurements other than doses whose units are also separated from their number; times stay unchanged: "5min", "q4h".
 */
const measurements: ReadonlySet<string> = new Set([
  'kg',
  'lb',
  'dL',
  'mmHg',
  'kPa',
  'cm',
  'mm',
  'mA',
  'bpm',
  'mOsm',
]);

/** Single letters in the case in which they are units: `18G` is a gauge, not grams, and `5l` may be fifty-one. */
const letters: ReadonlySet<string> = new Set(['g', 'L', 'J']);

/** The printed cases of a spelling: `ml`, `mL`, `ML`. */
const casesOf = (spelling: string, { symbol }: MeasurementUnit): readonly string[] => {
  const inCase = spelling === symbol.toLowerCase() ? symbol : spelling;
  if (spelling.length === 1) return letters.has(inCase) ? [inCase] : [];
  return [spelling, inCase, spelling.toUpperCase()];
};

const units = unitSpellings.flatMap(([spelling, unit]) =>
  /^\p{L}+$/u.test(spelling) && (isDoseUnit(unit) || measurements.has(unit.symbol))
    ? casesOf(spelling, unit)
    : [],
);

const joinedUnit = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d+(?:[.,]\\d+)*)(${units.join('|')})(?![\\p{L}\\d])`,
  'gu',
);
const spacedSlash = /(\d) ?\/ ?(?=\d)/g;

/**
 * Normalizes doses and ratios, so that the same dose is the same text everywhere: `5mg` → `5 mg`, `120 / 80` →
 * `120/80`. Digits and their order never change.
 */
export const normalizeUnits = (text: string): string =>
  text.replace(joinedUnit, '$1 $2').replace(spacedSlash, '$1/');
