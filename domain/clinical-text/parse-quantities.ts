import { omitUndefined } from '../kernel/omit-undefined.ts';
import { readNumber } from '../language/number-words.ts';
import {
  isDoseUnit,
  type MeasurementUnit,
  maxUnitParts,
  perUnitOf,
  type QuantityKind,
  unitOf,
} from '../language/units-of-measure.ts';
import { type Lexeme, lex } from './lex.ts';
import type { Quantity } from './quantity.ts';
import { isAdjacent, numberAt, numberStarters } from './read-number.ts';

const folds: ReadonlyMap<string, number> = new Map([
  ['half', 0.5],
  ['halve', 0.5],
  ['halved', 0.5],
  ['halves', 0.5],
  ['double', 2],
  ['doubled', 2],
  ['doubles', 2],
  ['doubling', 2],
  ['triple', 3],
  ['tripled', 3],
  ['quadruple', 4],
  ['tenfold', 10],
  ['twofold', 2],
  ['threefold', 3],
]);
/** Frequencies in words: times per day. */
const frequencies: ReadonlyMap<string, number> = new Map([
  ['daily', 1],
  ['bid', 2],
  ['tid', 3],
  ['qid', 4],
  ['qd', 1],
]);
const ordinals: ReadonlyMap<string, number> = new Map([
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
]);

/** Number words that mean something else without a unit after them. */
const onlyMeasured = new Set(['one', 'a', 'an', 'zero']);

/** Letters that form one name with following digits, which are then not a quantity. */
const plainNames = new Set([
  'h',
  'o',
  'co',
  'etco',
  'spo',
  'sao',
  'pco',
  'po',
  'fio',
  'paco',
  'pao',
  'sp',
  'hco',
  'no',
]);

/** The longest unit that begins at a position. */
const unitAt = (
  lexemes: readonly Lexeme[],
  at: number,
): { unit: MeasurementUnit; next: number } | undefined => {
  for (let length = maxUnitParts; length > 0; length -= 1) {
    const parts = lexemes.slice(at, at + length);
    if (parts.length < length) continue;
    const unit = unitOf(parts.map(({ text }) => text).join(' '));
    if (unit !== undefined) return { unit, next: at + length };
  }
  return undefined;
};

const dashes = new Set(['-', '‐', '‑', '‒', '–', '—', '~']);
const rangeWords = new Set(['to', 'through', 'until', 'a', 'bis', 'à']);

type Per = {
  /** In the compared units, without `dose`: every amount is per dose. */
  readonly names: readonly string[];
  /** In order, as printed. */
  readonly printed: readonly string[];
  readonly divisor: number;
  readonly next: number;
};

const articles = new Set(['a', 'an', 'each', 'every']);
/** "5 mg a day"; but "2 puffs every hour" gives a frequency, and "15 L a minute" is read word by word. */
const afterArticle = new Set(['kg', 'day', 'week']);
const divided = new Set(['mL', 'min', 'kg']);

/** The denominator of an amount: "/kg/min", "per 10 mL", "a day", "for each kg". */
const perAt = (lexemes: readonly Lexeme[], from: number): Per => {
  const names: string[] = [];
  const printed: string[] = [];
  let divisor = 1;
  let at = from;
  for (;;) {
    const joiner = lexemes[at]?.text ?? '';
    const isArticle = articles.has(joiner);
    if (joiner !== '/' && joiner !== 'per' && !isArticle) break;
    let next = at + 1;
    let count = 1;
    const number = lexemes[next];
    if (number?.kind === 'number' && !isArticle) {
      count = readNumber(number.text);
      next += 1;
    }
    const word = lexemes[next];
    const squared = word?.text === 'm' && lexemes[next + 1]?.text === '2' ? perUnitOf('m2') : undefined;
    const per = squared ?? perUnitOf(word?.text ?? '');
    if (per === undefined || !(count > 0)) break;
    if (isArticle && !afterArticle.has(per.name)) break;
    // "24 h" is a day.
    const isDay = per.name === 'min' && per.factor === 60 && count === 24;
    if (isDay) names.push('day');
    else if (divided.has(per.name)) {
      names.push(per.name);
      divisor *= per.factor * count;
    } else if (per.name !== 'dose') names.push(count === 1 ? per.name : `${count}${per.name}`);
    printed.push(isDay ? 'day' : count === 1 ? per.symbol : `${count} ${per.symbol}`);
    at = squared === undefined ? next + 1 : next + 2;
  }
  return { names, printed, divisor, next: at };
};

const rounded = (value: number): string => String(Number(value.toPrecision(9)));

const ratioStrengths: ReadonlyMap<number, number> = new Map([
  [1000, 1],
  [10_000, 0.1],
  [100_000, 0.01],
]);

type Found = Omit<Quantity, 'written'> & { readonly next: number };

type Place = { readonly start: number; readonly end: number; readonly next: number };

type Ends = { readonly low: number; readonly high?: number | undefined };

/** The measure, in the compared unit. */
type Compared = Ends & { readonly kind: QuantityKind; readonly unit: string };

/** The same, as printed. */
type Printed = Ends & { readonly symbol: string; readonly per: readonly string[] };

const quantityOf = ({ kind, unit, low, high }: Compared, printed: Printed, place: Place): Found => ({
  ...place,
  kind,
  unit,
  low,
  ...omitUndefined({ high }),
  key: `${unit}:${rounded(low)}${high === undefined ? '' : `~${rounded(high)}`}`,
  printed: {
    amount: Number(rounded(printed.low)),
    ...(printed.high === undefined ? {} : { to: Number(rounded(printed.high)) }),
    symbol: printed.symbol,
    per: printed.per,
  },
});

/** Builds a quantity whose unit is compared as printed: counts, times per day, shares. */
const made = (kind: QuantityKind, unit: string, ends: number | Ends, place: Place): Found => {
  const { low, high } = typeof ends === 'number' ? { low: ends } : ends;
  return quantityOf({ kind, unit, low, high }, { symbol: unit, per: [], low, high }, place);
};

/** An amount of a unit, with the denominator that follows it. */
const measured = (
  { unit, per, ...ends }: Ends & { readonly unit: MeasurementUnit; readonly per: Per },
  place: Place,
): Found => {
  const inCompared = (value: number): number => (value * unit.factor) / per.divisor;
  return quantityOf(
    {
      kind: kindOf(unit, per.names),
      unit: [unit.name, ...per.names.toSorted()].join('/'),
      low: inCompared(ends.low),
      high: ends.high === undefined ? undefined : inCompared(ends.high),
    },
    { ...ends, symbol: unit.symbol, per: per.printed },
    place,
  );
};

const laboratory = new Set(['dL', 'L', 'g', 'mmol']);

/** An amount per millilitre is a strength; per litre, per decilitre or per another substance, it is a level. */
const kindOf = ({ kind, name }: MeasurementUnit, pers: readonly string[]): QuantityKind => {
  const [first] = pers;
  if (pers.length !== 1 || first === undefined) return kind;
  if (name === 'time' && first === 'day') return 'frequency';
  if (kind === 'volume') return kind;
  return laboratory.has(first) ? 'level' : first === 'mL' ? 'strength' : kind;
};

/** Letters with digits that form one name: `b12`, `1219-p`, `1.2.3`, `30:2`, `120/80`. */
const code = (name: string, place: Place): Found => ({
  ...made('count', '', Number.NaN, place),
  key: `#${name}`,
});

const measuredAs = (
  lexemes: readonly Lexeme[],
  at: number,
  from: number,
  value: number,
): Found | undefined => {
  const named = unitAt(lexemes, from);
  const one = lexemes[at];
  if (named === undefined || one === undefined) return undefined;
  const per = perAt(lexemes, named.next);
  return measured(
    { unit: named.unit, per, low: value },
    { start: one.start, end: lexemes[per.next - 1]?.end ?? one.end, next: per.next },
  );
};

const wordParts: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['halves', 2],
  ['third', 3],
  ['thirds', 3],
  ['quarter', 4],
  ['quarters', 4],
  ['fifths', 5],
  ['tenth', 10],
  ['tenths', 10],
  ['hundredth', 100],
  ['hundredths', 100],
]);

/** "Three tenths of a milligram", "a quarter of a gram". */
const partAt = (lexemes: readonly Lexeme[], at: number): Found | undefined => {
  const article = /^an?$/.test(lexemes[at]?.text ?? '');
  const read = article ? { value: 1, next: at + 1 } : numberAt(lexemes, at);
  if (read === undefined) return undefined;
  const divisor = wordParts.get(lexemes[read.next]?.text ?? '');
  if (divisor === undefined || lexemes[read.next + 1]?.text !== 'of') return undefined;
  const from = /^(?:an?|one)$/.test(lexemes[read.next + 2]?.text ?? '') ? read.next + 3 : read.next + 2;
  return measuredAs(lexemes, at, from, read.value / divisor);
};

/**
 * True for units before which "a" means one: not "a drop", which may be one in blood pressure, nor "a tablet", which
 * may be any.
 */
const isWhole = (unit: MeasurementUnit): boolean =>
  isDoseUnit(unit) &&
  (unit.kind === 'mass' || unit.kind === 'volume' || /^(?:ampule|vial)$/.test(unit.symbol));

/** "A gram per hour", "an ampule": one. Abbreviations such as "a G tube" are not quantities. */
const articleAt = (lexemes: readonly Lexeme[], at: number): Found | undefined => {
  if (!/^an?$/.test(lexemes[at]?.text ?? '')) return undefined;
  const word = lexemes[at + 1]?.text ?? '';
  const unit = unitOf(word);
  return unit !== undefined && isWhole(unit) && word.length > 2
    ? measuredAs(lexemes, at, at + 1, 1)
    : undefined;
};

/** The result at a position: a quantity, nothing, or `none` if a number is part of something that is not a quantity. */
type FoundAt = Found | 'none' | undefined;

/** Digits that are attached to letters before them: "D50", "SpO2", "B12". */
const attachedAt = (lexemes: readonly Lexeme[], at: number, one: Lexeme): FoundAt => {
  const before = lexemes[at - 1];
  const isAttached = one.kind === 'number' && before?.kind === 'word' && isAdjacent(before, one);
  if (isAttached && before !== undefined) {
    const place = { start: before.start, end: one.end, next: at + 1 };
    if (before.text === 'd' && /^(?:5|10|12\.5|20|25|30|50|70)$/.test(one.text))
      return made('share', '%', Number(one.text), place);
    if (plainNames.has(before.text) && /^[234]$/.test(one.text)) return 'none';
    if (before.text !== 'q' && before.text !== 'x' && unitOf(before.text) === undefined) {
      const letter = lexemes[at + 1];
      const isContinued =
        letter?.kind === 'word' && isAdjacent(one, letter) && unitOf(letter.text) === undefined;
      return code(`${before.text}${one.text}${isContinued ? letter.text : ''}`, {
        ...place,
        end: isContinued ? letter.end : one.end,
        next: isContinued ? at + 2 : at + 1,
      });
    }
  }
  return undefined;
};

/** "Half", "double". */
const foldAt = (lexemes: readonly Lexeme[], at: number, one: Lexeme): FoundAt => {
  const fold = folds.get(one.text);
  const isOfUnit = unitAt(lexemes, at + 1) ?? unitAt(lexemes, at + 2);
  if (fold !== undefined) {
    // "Half a milligram", "half an hour".
    const article = lexemes[at + 1]?.text;
    if (one.text === 'half' && isOfUnit !== undefined && (article === 'a' || article === 'an')) {
      const half = measuredAs(lexemes, at, at + 2, 0.5);
      if (half !== undefined) return half;
    }
    return made('fold', 'fold', fold, { start: one.start, end: one.end, next: at + 1 });
  }
  return undefined;
};

/** Quantities of one word: "half", "twice daily", "hourly". */
const wordAt = (lexemes: readonly Lexeme[], at: number, one: Lexeme): FoundAt => {
  if (one.kind !== 'word') return undefined;
  const fold = foldAt(lexemes, at, one);
  if (fold !== undefined) return fold;
  const times = one.text === 'twice' ? 2 : one.text === 'thrice' ? 3 : one.text === 'once' ? 1 : undefined;
  if (times !== undefined) {
    const per = perAt(lexemes, at + 1);
    const isDaily = lexemes[at + 1]?.text === 'daily' || per.names.includes('day');
    const next = lexemes[at + 1]?.text === 'daily' ? at + 2 : per.next;
    const place = { start: one.start, end: lexemes[next - 1]?.end ?? one.end, next };
    if (isDaily) return made('frequency', 'time/day', times, place);
    // "Once the patient is stable" is not a quantity.
    if (times === 1) return 'none';
    const isFold = ['the', 'as', 'that', 'normal'].includes(lexemes[at + 1]?.text ?? '');
    return made(isFold ? 'fold' : 'count', isFold ? 'fold' : 'time', times, {
      start: one.start,
      end: one.end,
      next: at + 1,
    });
  }
  const frequency = frequencies.get(one.text);
  if (frequency !== undefined)
    return made('frequency', 'time/day', frequency, { start: one.start, end: one.end, next: at + 1 });
  if (one.text === 'hourly') return made('time', 'min', 60, { start: one.start, end: one.end, next: at + 1 });
  return undefined;
};

type NumberRead = NonNullable<ReturnType<typeof numberAt>>;

/** A parsed number and the index of the lexeme after it. */
type ReadAt = { readonly one: Lexeme; readonly read: NumberRead; readonly place: (next: number) => Place };

/** Numbers that are part of a code, a ratio or an ordinal: "1:1,000", "120/80", "2nd". */
const codedAt = (lexemes: readonly Lexeme[], { one, read, place }: ReadAt): FoundAt => {
  const last = lexemes[read.next - 1];
  if (Number.isNaN(read.value)) return code(one.text, place(read.next));
  const [sign, second] = [lexemes[read.next], lexemes[read.next + 1]];
  // "1:1,000" is a strength, "30:2" a ratio.
  const under =
    sign?.text === ':' && second?.kind === 'number' ? numberAt(lexemes, read.next + 1) : undefined;
  if (
    under !== undefined &&
    isAdjacent(last, sign) &&
    (isAdjacent(sign, second) || (read.value === 1 && ratioStrengths.has(under.value)))
  ) {
    // "1:10 000" is one too.
    const strength = read.value === 1 ? ratioStrengths.get(under.value) : undefined;
    return strength === undefined
      ? code(`${rounded(read.value)}:${second?.text ?? ''}`, place(read.next + 2))
      : made('strength', 'mg/mL', strength, place(under.next));
  }
  // "120/80": a blood pressure, or two numbers in one.
  if (
    sign?.text === '/' &&
    second?.kind === 'number' &&
    isAdjacent(last, sign) &&
    isAdjacent(sign, second) &&
    one.kind === 'number'
  )
    return code(`${rounded(read.value)}/${second.text}`, place(read.next + 2));
  // "2nd".
  const suffix = lexemes[read.next];
  if (suffix?.kind === 'word' && /^(?:st|nd|rd|th)$/.test(suffix.text) && isAdjacent(last, suffix))
    return made('count', '', read.value, place(read.next + 1));
  return undefined;
};

/** A number, or a range whose upper end is `high`, without its own unit. */
const unitlessAt = (
  lexemes: readonly Lexeme[],
  { one, read, place }: ReadAt,
  end: number,
  high: number | undefined,
): FoundAt => {
  const isRange = high !== undefined;
  // "1219-P" and "3-P" are names; "12-lead" is a count.
  const [dash, letter] = [lexemes[end], lexemes[end + 1]];
  if (
    !isRange &&
    dash?.text === '-' &&
    letter?.kind === 'word' &&
    letter.text.length <= 2 &&
    isAdjacent(dash, letter)
  )
    return code(`${rounded(read.value)}-${letter.text}`, place(end + 2));
  if (one.kind === 'word' && onlyMeasured.has(one.text) && !isRange) return 'none';
  // "50 or 100 mL": both have the unit.
  const other = lexemes[end]?.text === 'or' ? numberAt(lexemes, end + 1) : undefined;
  const shared = other === undefined ? undefined : unitAt(lexemes, other.next);
  if (!isRange && shared !== undefined) {
    return measured({ unit: shared.unit, per: perAt(lexemes, shared.next), low: read.value }, place(end));
  }
  return made('count', '', { low: read.value, high }, place(end));
};

const needleWords = /^(?:ivs?|io|needles?|angio\p{L}*|cath\p{L}*|cannulas?|ej)$/u;

/** "18 g IV": a needle, not grams. Sizes after ISO 6009. */
const isNeedle = ({ printed: { amount, to, symbol, per } }: Found, after: string | undefined): boolean =>
  symbol === 'g' &&
  per.length === 0 &&
  to === undefined &&
  Number.isInteger(amount) &&
  amount >= 10 &&
  amount <= 30 &&
  needleWords.test(after ?? '');

/** A number or a range with its unit and denominator. */
const amountAt = (lexemes: readonly Lexeme[], at: number, number: ReadAt): FoundAt => {
  const { read, place } = number;
  const before = lexemes[at - 1];
  const firstUnit = unitAt(lexemes, read.next);
  // "x" before a number is "times"; after one it is "3 x 5".
  const lowUnit =
    firstUnit?.unit.name === 'time' && /^[x×]$/.test(lexemes[read.next]?.text ?? '') ? undefined : firstUnit;
  const afterLow = lowUnit?.next ?? read.next;
  const firstPer = lowUnit === undefined ? undefined : perAt(lexemes, afterLow);
  const joinedAt = firstPer?.next ?? afterLow;
  const joiner = lexemes[joinedAt];
  const isBetween = before?.text === 'between' && joiner?.text === 'and';
  const isJoined =
    joiner !== undefined &&
    (dashes.has(joiner.text) || rangeWords.has(joiner.text) || isBetween) &&
    // "Reduce from 5 mg to 2 mg" has two amounts.
    !(before?.text === 'from' && joiner.text === 'to' && lowUnit !== undefined);
  const upper = isJoined ? numberAt(lexemes, joinedAt + 1) : undefined;
  const isRange = upper !== undefined && Number.isFinite(upper.value);
  const end = isRange ? upper.next : read.next;
  const isHyphenated = dashes.has(lexemes[end]?.text ?? '') && isAdjacent(lexemes[end - 1], lexemes[end]);
  const highUnit = isRange
    ? (unitAt(lexemes, end) ?? unitAt(lexemes, isHyphenated ? end + 1 : end))
    : undefined;
  const hyphenUnit = !isRange && lowUnit === undefined && isHyphenated ? unitAt(lexemes, end + 1) : undefined;
  const found = isRange ? (highUnit ?? lowUnit) : (lowUnit ?? hyphenUnit);
  if (found === undefined) return unitlessAt(lexemes, number, end, isRange ? upper.value : undefined);
  const { unit } = found;
  const unitEnd = isRange && highUnit === undefined ? end : found.next;
  const per =
    isRange && highUnit === undefined ? (firstPer ?? perAt(lexemes, unitEnd)) : perAt(lexemes, unitEnd);
  const next = Math.max(unitEnd, isRange && highUnit === undefined ? end : per.next);
  const isDaily = unit.name === 'time' && lexemes[next]?.text === 'daily';
  if (isDaily)
    return made(
      'frequency',
      'time/day',
      { low: read.value, high: isRange ? upper.value : undefined },
      place(next + 1),
    );
  // "5 mg to 1 g": each end in its own unit.
  const ownLow = isRange && lowUnit !== undefined && highUnit !== undefined ? lowUnit.unit : unit;
  const amount = measured(
    {
      unit,
      per,
      low: (read.value * ownLow.factor) / unit.factor,
      high: isRange ? upper.value : undefined,
    },
    place(next),
  );
  return isNeedle(amount, lexemes[next]?.text) ? { ...amount, kind: 'gauge' } : amount;
};

/** All words that can begin a quantity: most words cannot, and are skipped. */
const beginsQuantity: ReadonlySet<string> = new Set([
  ...numberStarters,
  ...folds.keys(),
  ...frequencies.keys(),
  'once',
  'twice',
  'thrice',
  'hourly',
]);

const quantityAt = (lexemes: readonly Lexeme[], at: number): FoundAt => {
  const one = lexemes[at];
  if (one === undefined || one.kind === 'sign') return undefined;
  if (one.kind === 'word' && !beginsQuantity.has(one.text)) return undefined;
  const found =
    attachedAt(lexemes, at, one) ?? wordAt(lexemes, at, one) ?? partAt(lexemes, at) ?? articleAt(lexemes, at);
  if (found !== undefined) return found;
  const read = numberAt(lexemes, at);
  if (read === undefined) return undefined;
  const place = (next: number) => ({ start: one.start, end: lexemes[next - 1]?.end ?? one.end, next });
  const number: ReadAt = { one, read, place };
  return codedAt(lexemes, number) ?? amountAt(lexemes, at, number);
};

const ordinalAt = (lexemes: readonly Lexeme[], at: number): Found | undefined => {
  const one = lexemes[at];
  const ordinal = ordinals.get(one?.text ?? '');
  if (one === undefined || ordinal === undefined) return undefined;
  const place = { start: one.start, end: one.end, next: at + 1 };
  return { ...made('count', 'ordinal', ordinal, place), key: `:${ordinal}` };
};

/**
 * Parses the numbers of a text in order of mention, in digits or in words, each with its unit, its denominator and the
 * other end of its range. Every digit of the text is in one of them, except in names ("SpO2"). The filters of
 * `quantity.ts` distinguish doses and concentrations from the rest.
 *
 * @param text as written; the spans refer to it
 */
export const parseQuantities = (text: string): readonly Quantity[] => [...eachQuantity(text)];

/** The quantities of `parseQuantities`, each parsed when it is asked for: for callers that stop early. */
export function* eachQuantity(text: string): Generator<Quantity, void, undefined> {
  const lexemes = lex(text);
  let at = 0;
  while (at < lexemes.length) {
    const read = quantityAt(lexemes, at);
    const one = read === undefined ? ordinalAt(lexemes, at) : read;
    if (one === undefined || one === 'none') {
      at += 1;
      continue;
    }
    const { next, ...quantity } = one;
    yield { ...quantity, written: text.slice(one.start, one.end) };
    at = Math.max(next, at + 1);
  }
}
