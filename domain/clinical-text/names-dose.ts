import { isDoseUnit } from '../language/units-of-measure.ts';
import { parseQuantities, quantitiesIn } from './parse-quantities.ts';
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

/** The quantities to give in a text, in order of mention; see `isAdministrable`. */
export const administrableIn = (text: string): readonly Quantity[] =>
  mayHoldAmount(text) ? parseQuantities(text).filter(isAdministrable) : [];

/** True when a text names at least so many amounts to give; parses no further than the last of them. */
export const namesDoses = (text: string, fewest: number): boolean => {
  if (!mayHoldAmount(text)) return false;
  let found = 0;
  for (const quantity of quantitiesIn(text)) {
    if (isAdministrable(quantity)) found += 1;
    if (found >= fewest) return true;
  }
  return false;
};

/** True when a text names an amount to give: "0.3 mg", "2 puffs", "200 J", "4 mg/0.1 mL", "10 cm H2O". */
export const namesDose = (text: string): boolean => namesDoses(text, 1);

/** "1:10,000" names a preparation; "at most 20 mg/mL" is a limit to observe. */
const isMeasuredStrength = (one: Quantity): boolean => isConcentration(one) && one.printed.symbol !== 'mg/mL';

/** True when a text names an amount to give or a required strength: "at most 20 mg/mL by a peripheral vein". */
export const namesAmount = (text: string): boolean =>
  mayHoldAmount(text) && parseQuantities(text).some((one) => isAdministrable(one) || isMeasuredStrength(one));
