import { isOrdinary } from './ordinary-words.ts';
import type { Quantity } from './quantities.ts';

const amountUnit =
  /(?<![\p{L}\p{N}])(?:mgs?|mcgs?|µg|mls?|meqs?|mmols?|milligram\p{L}{0,4}|microgram\p{L}{0,4}|mikrogramm|miligramos?|microgramos?|milliliters?|millilitres?|joules?)(?![\p{L}\p{N}])/giu;
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
