import { omitUndefined } from '../kernel/omit-undefined.ts';
import { matchConcepts } from '../language/concept-matcher.ts';
import { stem } from '../language/stem.ts';
import { tokenize } from '../language/tokenize.ts';
import { parseQuantities } from './parse-quantities.ts';
import { isDose } from './quantity.ts';

/** An amount to give, e.g. 0.1 mg per kg intramuscular. */
export type NamedDose = {
  readonly amount: number;
  /** The upper end of a range. */
  readonly to?: number;
  /** One name for every spelling: `mcg`, `units`, `mL`, `puff`. */
  readonly unit: string;
  /** The denominators of the amount, in order: `kg`, `min`, `h`, `day`, `dose`. Empty for a plain amount. */
  readonly per: readonly string[];
  readonly route?: string;
};

/** The end of the part of a sentence about one dose. */
const separator = /[,;.?!()]|\b(?:and|then|or)\b/i;
/** The number of words after or before an amount that may name its route. */
const routeWithin = 4;

const routeIn = (text: string, side: 'first' | 'last'): string | undefined => {
  const all = tokenize(text);
  const tokens = side === 'first' ? all.slice(0, routeWithin) : all.slice(-routeWithin);
  const stems = tokens.map((token) => stem(token.text));
  const routes = matchConcepts(tokens, stems, true).filter(({ concept }) => concept.kind === 'route');
  return routes.at(side === 'first' ? 0 : -1)?.concept.name;
};

/**
 * Finds the doses in a text, in order of mention: "0.3mg IM", "0.1 mg/kg", "2-4 mg", "200 joules", "2 puffs". The route
 * is the one named right after the amount, otherwise right before it.
 *
 * @param text as written: "IN" is intranasal, "in" is not
 */
export const dosesIn = (text: string): readonly NamedDose[] => {
  const doses = parseQuantities(text).filter(isDose);
  return doses.map(({ start, end, printed: { amount, to, symbol: unit, per } }, index): NamedDose => {
    const after = text.slice(end, doses[index + 1]?.start);
    const earlier = doses[index - 1];
    const between = text.slice(earlier?.end ?? 0, start).split(separator);
    // Unseparated text between two doses belongs to the first.
    const before = earlier && between.length === 1 ? '' : (between.at(-1) ?? '');
    const route = routeIn(after.split(separator, 1)[0] ?? '', 'first') ?? routeIn(before, 'last');
    return { amount, unit, per, ...omitUndefined({ to, route }) };
  });
};
