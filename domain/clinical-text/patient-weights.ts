import { numberWordPattern, readNumber } from '../language/number-words.ts';

/** A body weight as written, e.g. 26 lb. */
export type PatientWeight = { readonly value: number; readonly unit: 'kg' | 'lb' };

/** The international avoirdupois pound (NIST Handbook 44, Appendix C). */
const kilogramsPerPound = 0.45359237;

/** A body weight in kilograms. */
export const inKilograms = ({ value, unit }: PatientWeight): number =>
  unit === 'kg' ? value : value * kilogramsPerPound;

const weight = new RegExp(
  String.raw`(?<![\d.,:/])\b(?<value>\d{1,3}(?:\.\d{1,3})?|${numberWordPattern})[ -]?(?:(?<kilos>kgs?|kilos?|kilograms?)|lbs?|pounds?)\b(?!\s?\/)`,
  'g',
);
/** "mg per 10 kg", "lost 10 kg", "lift 50 lb": not a body weight. */
const otherBefore = /(?:\/|\b(?:per|every|each|lost|losing|gain\w*|lift\w*|carry\w*))\s?$/;
const otherAfter = /^\s?(?:of\b|(?:weight )?(?:loss|gain)\b|weights?\b|heavier|lighter)/;
/** The number of characters before a match that are checked. */
const nearby = 20;
/** The lightest surviving child weighed 0.2 kg, the heaviest person 635 kg (Guinness World Records). */
const minKilograms = 0.2;
const maxKilograms = 635;

/**
 * Finds the body weights in a text, in order of mention: "12 kg", `12kg`, "12 kilo", "26 lbs", "twenty pounds". Not the
 * kilograms of "mg/kg", nor a weight that was lost or lifted.
 */
export const weightsIn = (text: string): readonly PatientWeight[] => {
  const lower = text.toLowerCase();
  return [...lower.matchAll(weight)].flatMap((match): readonly PatientWeight[] => {
    const before = lower.slice(Math.max(0, match.index - nearby), match.index);
    const after = lower.slice(match.index + match[0].length);
    if (otherBefore.test(before) || otherAfter.test(after)) return [];
    const { value = '', kilos } = match.groups ?? {};
    const found = { value: readNumber(value), unit: kilos === undefined ? 'lb' : 'kg' } as const;
    const kilograms = inKilograms(found);
    return kilograms >= minKilograms && kilograms <= maxKilograms ? [found] : [];
  });
};
