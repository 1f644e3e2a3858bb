import { parseQuantities } from '../../clinical-text/parse-quantities.ts';
import type { Quantity as ParsedQuantity } from '../../clinical-text/quantity.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';

/** The role of a number, if the surrounding words state it. */
export type QuantityRole = 'most' | 'above' | 'below' | 'every' | 'over' | 'within' | 'for';

/** A number of an answer or its evidence, with its role. */
export type Quantity = ParsedQuantity & { readonly role?: QuantityRole };

const mostBefore =
  /\b(?:max(?:imum|imal|\.)?|up to|(?:not|never) (?:to )?exceed(?:ing)?|exceed(?:ing|s)?|(?:no|not|never) more than|at most|limit(?:ed)?(?: to| of)?|ceiling|cap(?:ped)? (?:at|of)?|total(?: dose| of| amount| cumulative){0,3})(?: (?:single|total|daily|cumulative|dose|initial|of|is|=|:|at|to|a|the|for|adult|pediatric|in)){0,8}\W{0,3}$/;
/** "Maximum epinephrine 0.5 mg": a name in between. */
const mostOf =
  /\b(?:max(?:imum|imal)?|up to|(?:not|never) exceed)(?: (?:single|total|daily|dose|of|for)){0,4} \p{L}{4,30}(?: (?:dose|of|is|at)){0,3}\W{0,3}$/u;
const mostAfter =
  /^[ (]{0,2}(?:iv |im |in |io |total )?(?:max(?:imum|\.)?\b(?!\.?:? (?:(?:of|is|single|total|daily|dose) ){0,3}\d)|total\b|at most\b(?! \d)|or less\b)/;
const belowBefore =
  /(?:[<≤]=?|(?<!\bnot )\b(?:less|lower|fewer|younger|lighter|smaller) than(?: or equal to)?|\bunder(?: the age of)?|\bbelow|\bnot above|\bup to (?:age|the age of))\W{0,3}$/;
const belowAfter = /^\W{0,2}(?:years? )?(?:or|and) (?:less|lower|under|below|younger|fewer|lighter)\b/;
const aboveBefore =
  /(?:[>≥]=?|\b(?:more|greater|higher|older|heavier|larger) than(?: or equal to)?|\babove|\bat least|\bminimum(?: of)?|\bnot below|\bnot less than|\bexceeds|\bbeyond)\W{0,3}$/;
const aboveAfter =
  /^(?:\+|\W{0,2}(?:years? (?:of age )?)?(?:or|and) (?:more|greater|older|above|over|up|higher|heavier)\b)/;
const overBefore = /\b(?:over|during)(?: (?:at least|about|approximately|the next|the))?\W{0,3}$/;
const everyBefore =
  /(?:\b(?:every|each|q|in|after|interval(?:s)? of|at intervals of|spaced)|×|\bq)\W{0,2}(?:\d+\W{0,2})?$/;
const withinBefore =
  /\b(?:within|in the (?:last|past|previous)|less than)(?: the)?(?: last| past| first| previous)?\W{0,3}$/;
const forBefore = /\bfor(?: (?:at least|about|approximately|the|up to))?\W{0,3}$/;

/** Characters before and after a number that are searched for its role. */
const near = 48;

const roleOf = (
  text: string,
  { start, end, kind, unit }: Pick<ParsedQuantity, 'start' | 'end' | 'kind' | 'unit'>,
): QuantityRole | undefined => {
  const before =
    text
      .slice(Math.max(0, start - near), start)
      .toLowerCase()
      .split(/[;.]\s|\n/)
      .at(-1) ?? '';
  const after = text.slice(end, end + near).toLowerCase();
  const isShortTime = kind === 'time' && unit === 'min';
  if (isShortTime && withinBefore.test(before)) return 'within';
  if (mostBefore.test(before) || mostOf.test(before)) return 'most';
  if (belowBefore.test(before) || belowAfter.test(after)) return 'below';
  if (aboveBefore.test(before) || aboveAfter.test(after)) return 'above';
  if (overBefore.test(before)) return isShortTime ? 'over' : 'above';
  if (mostAfter.test(after)) return 'most';
  if (isShortTime && everyBefore.test(before)) return 'every';
  if (isShortTime && forBefore.test(before)) return 'for';
  return undefined;
};

/**
 * Returns the numbers of a text in order, each with its role.
 *
 * @param text in plain characters
 */
export const quantitiesIn = (text: string): readonly Quantity[] =>
  parseQuantities(text).map((quantity) => ({
    ...quantity,
    ...omitUndefined({ role: roleOf(text, quantity) }),
  }));
