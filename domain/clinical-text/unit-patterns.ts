import { isDoseUnit, type MeasurementUnit, unitSource } from '../language/units-of-measure.ts';

/** The source of a pattern, for text in any case, that matches every spelling of a dose unit. */
export const doseUnitSource = unitSource(isDoseUnit);

/** Like `unitSource`, but without single letters: without a number before them, "L" and "g" are often names. */
export const wordedUnitSource = (isWanted: (unit: MeasurementUnit) => boolean): string =>
  unitSource(isWanted, 2);

const unitAtStart = new RegExp(String.raw`^(?:${unitSource(() => true)})(?![\p{L}\d])`, 'iu');

/** True when a text, such as the one right after a number, begins with a unit: "mg IV", "mcg/kg", "% of". */
export const beginsWithUnit = (text: string): boolean => unitAtStart.test(text);
