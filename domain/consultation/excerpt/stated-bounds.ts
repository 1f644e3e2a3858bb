import { parseQuantities } from '../../clinical-text/parse-quantities.ts';
import { isAdministrable, type Quantity } from '../../clinical-text/quantity.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';

/** A condition of a text on a measured value, in the compared unit of quantities. */
type Bound = { readonly unit: string; readonly from: number; readonly to: number };

const lessThan = '<|≤|less than|lower than|below|under|up to|at most|no more than|within';
const moreThan = '>|≥|greater than|higher than|more than|above|over|at least|from';
const orEqual = '(?:equal to or )?';
const thanOrEqual = String.raw`(?: or equal to)?\s?=?\s{0,2}`;
const isBelow = new RegExp(`${orEqual}(?:${lessThan})${thanOrEqual}$`, 'i');
const isAbove = new RegExp(`${orEqual}(?:${moreThan})${thanOrEqual}$`, 'i');
const orLess = /^\s?(?:[a-z]{1,12} )?(?:or|and) (?:less|lower|below|under)\b/i;
const orMore = /^\s?(?:[a-z]{1,12} )?(?:or|and) (?:more|higher|greater|above|over)\b/i;
/** The characters before a quantity that may hold its comparison: "equal to or less than or equal to". */
const comparedWithin = 40;

const boundOf = (text: string, { start, end, unit, low, high }: Quantity): Bound | undefined => {
  if (unit === '') return undefined;
  const before = text.slice(Math.max(0, start - comparedWithin), start);
  const after = text.slice(end, end + comparedWithin);
  if (high !== undefined) return { unit, from: low, to: high };
  if (isBelow.test(before) || orLess.test(after)) return { unit, from: Number.NEGATIVE_INFINITY, to: low };
  if (isAbove.test(before) || orMore.test(after)) return { unit, from: low, to: Number.POSITIVE_INFINITY };
  return undefined;
};

const boundsIn = weakMemoize((lines: readonly string[]): readonly Bound[] => {
  const text = lines.join(' ');
  return parseQuantities(text).flatMap((quantity) => boundOf(text, quantity) ?? []);
});

/**
 * The measured values that a question states with their unit, such as "32 weeks" or "88 %": what is given to the patient
 * is not measured.
 */
export const statedValuesIn = (question: string): readonly Quantity[] =>
  parseQuantities(question).filter((quantity) => quantity.unit !== '' && !isAdministrable(quantity));

/**
 * Whether lines set a condition that one of the values meets: "less than 34 weeks" for 32 weeks, "94-98 %" for 95 %.
 *
 * @param lines of a block, the same array each time: what they say is read once
 */
export const meetsBound = (lines: readonly string[], values: readonly Quantity[]): boolean =>
  values.length > 0 &&
  boundsIn(lines).some(({ unit, from, to }) =>
    values.some((value) => value.unit === unit && value.low >= from && value.low <= to),
  );
