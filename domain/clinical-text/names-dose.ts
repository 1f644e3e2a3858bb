import { isDoseUnit } from '../language/units-of-measure.ts';
import { eachQuantity } from './parse-quantities.ts';
import { isAdministrable, isConcentration, type Quantity } from './quantity.ts';
import { numberStarters } from './read-number.ts';
import { wordedUnitSource } from './unit-patterns.ts';

const inDigits = /[\d¼-¾⅐-⅞]/;
/** "Two puffs", "half an ampule", "a gram": a number in words with its unit. */
const inWords = new RegExp(
  String.raw`\b(?:${[...numberStarters, 'half'].join('|')})[ -](?:[a-z]{1,8} of |an? )?(?:an? )?(?:${wordedUnitSource(isDoseUnit)})\b`,
  'i',
);
/** Most texts contain no number and need no further parsing. */
const mayHoldAmount = (text: string): boolean => inDigits.test(text) || inWords.test(text);

/** The quantities to give in a text, in order of mention, each parsed when it is asked for; see `isAdministrable`. */
export function* eachAdministrable(text: string): Generator<Quantity, void, undefined> {
  if (mayHoldAmount(text)) yield* eachQuantity(text).filter(isAdministrable);
}

/** True when a text names an amount to give: "0.3 mg", "2 puffs", "200 J", "4 mg/0.1 mL", "10 cm H2O". */
export const namesDose = (text: string): boolean => eachAdministrable(text).some(() => true);

/** "1:10,000" names a preparation; "at most 20 mg/mL" is a limit to observe. */
const isMeasuredStrength = (one: Quantity): boolean => isConcentration(one) && one.printed.symbol !== 'mg/mL';

/** True when a text names an amount to give or a required strength: "at most 20 mg/mL by a peripheral vein". */
export const namesAmount = (text: string): boolean =>
  mayHoldAmount(text) && eachQuantity(text).some((one) => isAdministrable(one) || isMeasuredStrength(one));
