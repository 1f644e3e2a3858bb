import { parseQuantities } from './parse-quantities.ts';
import { isGiven, type Quantity } from './quantity.ts';
import { doseUnitSource } from './unit-patterns.ts';

/** What cannot be without a unit of doses, or of the pressure that a ventilator is set to, is not read at all. */
const mayBeGiven = new RegExp(String.raw`(?<!\p{L})(?:${doseUnitSource}|cm\s?h\s?2\s?o)(?!\p{L})`, 'iu');

/** What a text gives, in order of mention: see `isGiven`. */
export const givenIn = (text: string): readonly Quantity[] =>
  mayBeGiven.test(text) ? parseQuantities(text).filter(isGiven) : [];

/** Whether a text names an amount to be given: "0.3 mg", "2 puffs", "200 J", "4 mg/0.1 mL", "10 cm H2O". */
export const namesDose = (text: string): boolean => givenIn(text).length > 0;
