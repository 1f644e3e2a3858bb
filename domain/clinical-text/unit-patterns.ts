import { isDoseUnit, type MeasurementUnit, unitSource } from '../language/units-of-measure.ts';

/** Source of a pattern, for text in any case, of every spelling of a unit that something is given in. */
export const doseUnitSource = unitSource(isDoseUnit);

/**
 * The same for the units that are wanted, without single letters: where a unit stands without a number before it, "L" and
 * "g" are names as often.
 */
export const wordedUnitSource = (isWanted: (unit: MeasurementUnit) => boolean): string =>
  unitSource(isWanted, 2);

const unitAtStart = new RegExp(String.raw`^(?:${unitSource(() => true)})(?![\p{L}\d])`, 'iu');

/** Whether a text begins with a unit, as what is right after a number does: "mg IV", "mcg/kg", "% of". */
export const beginsWithUnit = (text: string): boolean => unitAtStart.test(text);
