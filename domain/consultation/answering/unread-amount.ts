import { wordedUnitSource } from '../../clinical-text/unit-patterns.ts';
import { isOrdinary } from './ordinary-words.ts';
import type { Quantity } from './quantities.ts';

/** Units that are never named without an amount: "grams" and "litres" often are. */
const ofAmounts: ReadonlySet<string> = new Set(['mcg', 'mg', 'mL', 'mEq', 'mmol', 'J']);
const amountUnit = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${wordedUnitSource(({ symbol }) => ofAmounts.has(symbol))})(?![\p{L}\p{N}])`,
  'giu',
);
const wordBefore = /(?<!\p{L})(\p{L}{1,30})[\s-]{0,3}$/u;
/** "mg/kg", "(mg)", "in mg": a unit by itself. */
const plainBefore = /(?:^|[/(|,:])\s{0,3}$/;

/** So far back a word before a unit begins. */
const reach = 40;

/**
 * Whether a text has a unit of an amount after something that is no number that can be read: a number in the words of
 * another language, in Roman numerals, in a formula. What cannot be read cannot be compared.
 */
export const hasUnparsedAmount = (text: string, quantities: readonly Quantity[]): boolean => {
  for (const { index } of text.matchAll(amountUnit)) {
    if (quantities.some(({ start, end }) => start <= index && index < end)) continue;
    const before = text.slice(Math.max(0, index - reach), index);
    if (plainBefore.test(before)) continue;
    const word = wordBefore.exec(before)?.[1];
    if (word === undefined || !isOrdinary(word.toLowerCase())) return true;
  }
  return false;
};
