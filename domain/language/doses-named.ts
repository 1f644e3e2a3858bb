import { omitUndefined } from '../kernel/omit-undefined.ts';
import { matchConcepts } from './concept-matcher.ts';
import { readNumber } from './number-words.ts';
import { stem } from './stem.ts';
import { tokenize } from './tokenize.ts';

/** An amount to be given, e.g. 0.1 mg per kg intramuscular. */
export type NamedDose = {
  readonly amount: number;
  /** The upper end of a range. */
  readonly to?: number;
  readonly unit: string;
  /** What the amount is per, in order: `kg`, `min`, `h`, `day`, `dose`. Empty for a plain amount. */
  readonly per: readonly string[];
  readonly route?: string;
};

/** Units of amounts with their spellings; names after the ISMP's and the Joint Commission's advice on abbreviations. */
const unitSpellings: Readonly<Record<string, string>> = {
  mcg: 'mcgs?|ug|µg|μg|micrograms?',
  mg: 'mgs?|milligrams?',
  g: 'g|gms?|grams?',
  mEq: 'meqs?|milliequivalents?',
  mmol: 'mmols?|millimoles?',
  units: 'units?|iu',
  mL: 'mls?|ccs?|milliliters?|millilitres?',
  L: 'l|liters?|litres?',
  J: 'j|joules?',
  puff: 'puffs?',
  spray: 'sprays?',
  tablet: 'tabs?|tablets?',
  ampule: 'amps?|ampules?|ampoules?',
  vial: 'vials?',
  drop: 'drops?|gtts?',
};
const perSpellings: Readonly<Record<string, string>> = {
  kg: 'kgs?|kilos?|kilograms?',
  min: 'mins?|minutes?',
  h: 'h|hrs?|hours?',
  day: 'days?',
  dose: 'doses?',
};
/** An amount in a volume is a concentration or a laboratory value. */
const volumes = 'mls?|dl|l|liters?|litres?|cc';

const spelled = (spellings: Readonly<Record<string, string>>): string => Object.values(spellings).join('|');
const wholeSpellings = (
  spellings: Readonly<Record<string, string>>,
): readonly (readonly [string, RegExp])[] =>
  Object.entries(spellings).map(([name, pattern]) => [name, new RegExp(`^(?:${pattern})$`)]);
const wholeUnits = wholeSpellings(unitSpellings);
const wholePers = wholeSpellings(perSpellings);
const nameIn = (spellings: ReturnType<typeof wholeSpellings>, written: string): string | undefined =>
  spellings.find(([, pattern]) => pattern.test(written))?.[0];

const amount = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,7})?(?:\.\d{1,4})?`;
const joined = String.raw`(?:\s?\/\s?|\s?per\s|\s?a\s)`;
const dose = new RegExp(
  String.raw`(?<![\w.,:/])(?=[.\d])(?<amount>${amount})(?:\s?(?:-|to)\s?(?=[.\d])(?<to>${amount}))?[\s-]?(?<unit>${spelled(unitSpellings)})(?<per>(?:${joined}(?:${spelled(perSpellings)})(?![a-z]))*)(?![a-z0-9])(?!${joined}(?:\d{0,4}\s?(?:${volumes}))\b)`,
  'g',
);
const perOne = new RegExp(`(?:${spelled(perSpellings)})(?![a-z])`, 'g');

/** "18 g IV": a needle, not grams. Sizes after ISO 6009. */
const isNeedle = (size: number, unit: string, after: string): boolean =>
  unit === 'g' &&
  size >= 10 &&
  size <= 30 &&
  Number.isInteger(size) &&
  /^\s?(?:iv|ivs|io|needle|angio\w*|cath\w*|cannula|ej)\b/.test(after);

/** What ends the part of a sentence that is about one dose. */
const separator = /[,;.?!()]|\b(?:and|then|or)\b/i;
/** Words after or before an amount in which its route is looked for. */
const routeWithin = 4;

const routeIn = (text: string, side: 'first' | 'last'): string | undefined => {
  const all = tokenize(text);
  const tokens = side === 'first' ? all.slice(0, routeWithin) : all.slice(-routeWithin);
  const stems = tokens.map((token) => stem(token.text));
  const routes = matchConcepts(tokens, stems, true).filter(({ concept }) => concept.kind === 'route');
  return routes.at(side === 'first' ? 0 : -1)?.concept.name;
};

/**
 * The doses that a text names, in order of mention: "0.3mg IM", "0.1 mg/kg", "2-4 mg", "200 joules", "2 puffs". The
 * route is the one named right after, else right before. Not concentrations (1 mg/mL), laboratory values (40 mg/dL),
 * needles, pressures or body weights.
 *
 * @param text as it was written: "IN" is intranasal, "in" is not
 */
export const dosesIn = (text: string): readonly NamedDose[] => {
  const plain = text.replace(/[\u2010-\u2015\u2212]/g, '-');
  const matches = [...plain.toLowerCase().matchAll(dose)];
  return matches.flatMap((match, index): readonly NamedDose[] => {
    const { amount: from = '', to: upTo, unit: written = '', per = '' } = match.groups ?? {};
    const unit = nameIn(wholeUnits, written);
    const value = readNumber(from);
    if (unit === undefined || !Number.isFinite(value)) return [];
    const end = match.index + match[0].length;
    const after = plain.slice(end, matches[index + 1]?.index);
    if (isNeedle(value, unit, after.toLowerCase())) return [];
    const earlier = matches[index - 1];
    const between = plain
      .slice(earlier ? earlier.index + earlier[0].length : 0, match.index)
      .split(separator);
    // What comes between two doses, unseparated, belongs to the first.
    const before = earlier && between.length === 1 ? '' : (between.at(-1) ?? '');
    const route = routeIn(after.split(separator, 1)[0] ?? '', 'first') ?? routeIn(before, 'last');
    return [
      {
        amount: value,
        ...(upTo === undefined ? {} : { to: readNumber(upTo) }),
        unit,
        per: (per.match(perOne) ?? []).flatMap((one) => nameIn(wholePers, one) ?? []),
        ...omitUndefined({ route }),
      },
    ];
  });
};
