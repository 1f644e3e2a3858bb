import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { readNumber } from '../../language/number-words.ts';
import { type Lexeme, lex } from './lex.ts';
import { type MeasurementUnit, mostUnitParts, perOf, type QuantityKind, unitOf } from './units.ts';

/** What a number is there for, where the words beside it say so. */
export type QuantityRole = 'most' | 'above' | 'below' | 'every' | 'over' | 'within' | 'for';

/** A number of a text with its unit and what it is per. */
export type Quantity = {
  readonly start: number;
  readonly end: number;
  readonly written: string;
  /** Equal for what says the same: "1 g" and "1000 mg", "60 min" and "1 hour", "1:1,000" and "1 mg/mL". */
  readonly key: string;
  readonly kind: QuantityKind;
  /** The unit and what it is per; empty for a bare number. */
  readonly unit: string;
  /** In the unit. */
  readonly low: number;
  /** The upper end of a range. */
  readonly high?: number;
  readonly role?: QuantityRole;
};

const fractions: ReadonlyMap<string, number> = new Map([
  ['½', 1 / 2],
  ['¼', 1 / 4],
  ['¾', 3 / 4],
  ['⅓', 1 / 3],
  ['⅔', 2 / 3],
  ['⅛', 1 / 8],
  ['⅜', 3 / 8],
  ['⅝', 5 / 8],
  ['⅞', 7 / 8],
  ['⅙', 1 / 6],
  ['⅚', 5 / 6],
  ['⅕', 1 / 5],
  ['⅖', 2 / 5],
  ['⅗', 3 / 5],
  ['⅘', 4 / 5],
]);

/** Number words of other languages that models answer in, beside the English ones from two on. */
const foreignWords: ReadonlyMap<string, number> = new Map([
  ['dos', 2],
  ['tres', 3],
  ['cuatro', 4],
  ['cinco', 5],
  ['diez', 10],
  ['zwei', 2],
  ['drei', 3],
  ['vier', 4],
  ['fünf', 5],
  ['zehn', 10],
  ['deux', 2],
  ['trois', 3],
  ['quatre', 4],
  ['cinq', 5],
  ['dix', 10],
  ['zero', 0],
  ['dozen', 12],
]);
const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
]);
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
/** How often, in words: times a day. */
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

/** Words for numbers that are something else without a unit after them. */
const onlyMeasured = new Set(['one', 'a', 'an', 'zero']);

/** Letters and digits that are one name, in which the digits count nothing. */
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

type Read = { readonly value: number; readonly next: number };

/** English words for numbers, which `readNumber` knows from one to nine hundred thousand and more. */
const wordValue = (lexemes: readonly Lexeme[], at: number): Read | undefined => {
  let total = 0;
  let current = 0;
  let next = at;
  let isAny = false;
  for (;;) {
    const one = lexemes[next];
    if (one?.kind !== 'word') break;
    const scale = scales.get(one.text);
    const plain = readNumber(one.text);
    const foreign = foreignWords.get(one.text);
    if (scale !== undefined && isAny) {
      current = (current === 0 ? 1 : current) * scale;
      if (scale >= 1000) {
        total += current;
        current = 0;
      }
    } else if ((one.text === 'a' || one.text === 'an') && scales.has(lexemes[next + 1]?.text ?? '')) {
      isAny = true;
      current = 1;
    } else if (Number.isFinite(plain) && (!isAny || current % 10 === 0)) {
      // "Twenty five" is one number, "four five" are two.
      if (isAny && current % 100 !== 0 && (plain >= 10 || current % 100 < 20)) break;
      isAny = true;
      current += plain;
    } else if (!isAny && foreign !== undefined && one.text !== 'zero')
      return { value: foreign, next: next + 1 };
    else if (!isAny && one.text === 'zero') isAny = true;
    else if (!(isAny && one.text === 'and' && current >= 100)) break;
    next += 1;
    // "Twenty-five": a hyphen within.
    const hyphen = lexemes[next];
    const after = lexemes[next + 1];
    if (
      hyphen?.text === '-' &&
      after?.kind === 'word' &&
      hyphen.end === after.start &&
      current >= 20 &&
      current < 100 &&
      readNumber(after.text) < 10
    )
      next += 1;
  }
  if (!isAny) return undefined;
  const value = total + current;
  // "0.5" in words: "zero point five".
  const point = lexemes[next];
  const after = lexemes[next + 1];
  if (point?.text === 'point' && after?.kind === 'word' && readNumber(after.text) < 10)
    return { value: value + readNumber(after.text) / 10, next: next + 2 };
  return { value, next };
};

const isTight = (one: Lexeme | undefined, other: Lexeme | undefined): boolean =>
  one !== undefined && other !== undefined && one.end === other.start;

const digitsValue = (lexemes: readonly Lexeme[], at: number): Read | undefined => {
  const one = lexemes[at];
  if (one?.kind !== 'number') return undefined;
  const fraction = fractions.get(one.text);
  if (fraction !== undefined) return { value: fraction, next: at + 1 };
  const [second, third, fourth] = [lexemes[at + 1], lexemes[at + 2], lexemes[at + 3]];
  const whole = readNumber(one.text);
  // "2 ½", "2½".
  const part = fractions.get(second?.text ?? '');
  if (part !== undefined && (second?.start ?? 0) - one.end <= 1) return { value: whole + part, next: at + 2 };
  // "1,5 mg": a comma for the decimal point; thousands are one number already.
  if (
    second?.text === ',' &&
    third?.kind === 'number' &&
    isTight(one, second) &&
    isTight(second, third) &&
    !one.text.includes(',') &&
    /^\d{1,3}$/.test(third.text)
  )
    return { value: Number(`${one.text}.${third.text}`), next: at + 3 };
  // "5 000": blanks between thousands.
  if (
    second?.kind === 'number' &&
    /^\d{3}$/.test(second.text) &&
    /^[1-9]\d{0,2}$/.test(one.text) &&
    second.start - one.end === 1 &&
    second.text === '000'
  )
    return { value: Number(`${one.text}${second.text}`), next: at + 2 };
  // "1/2", "1 1/2", "1-1/2".
  const isPart = (over: Lexeme | undefined, stroke: Lexeme | undefined, under: Lexeme | undefined): boolean =>
    stroke?.text === '/' &&
    /^[1-3]$/.test(over?.text ?? '') &&
    /^[2-8]$/.test(under?.text ?? '') &&
    isTight(over, stroke) &&
    isTight(stroke, under);
  if (isPart(one, second, third)) return { value: whole / Number(third?.text), next: at + 3 };
  if (/^\d{1,2}$/.test(one.text) && isPart(second, third, fourth) && (second?.start ?? 0) - one.end === 1)
    return { value: whole + Number(second?.text) / Number(fourth?.text), next: at + 4 };
  return { value: whole, next: at + 1 };
};

const numberAt = (lexemes: readonly Lexeme[], at: number): Read | undefined =>
  digitsValue(lexemes, at) ?? wordValue(lexemes, at);

/** The unit that begins at a place, the longest there is. */
const unitAt = (
  lexemes: readonly Lexeme[],
  at: number,
): { unit: MeasurementUnit; next: number } | undefined => {
  for (let length = mostUnitParts; length > 0; length -= 1) {
    const parts = lexemes.slice(at, at + length);
    if (parts.length < length) continue;
    const unit = unitOf(parts.map(({ text }) => text).join(' '));
    if (unit !== undefined) return { unit, next: at + length };
  }
  return undefined;
};

const dashes = new Set(['-', '‐', '‑', '‒', '–', '—', '~']);
const rangeWords = new Set(['to', 'through', 'until', 'a', 'bis', 'à']);

type Per = { readonly names: readonly string[]; readonly divisor: number; readonly next: number };

/** What an amount is per: "/kg/min", "per 10 mL", "a day", "for each kg". */
const perAt = (lexemes: readonly Lexeme[], from: number): Per => {
  const names: string[] = [];
  let divisor = 1;
  let at = from;
  for (;;) {
    const joiner = lexemes[at]?.text;
    const isArticle = joiner === 'a' || joiner === 'an' || joiner === 'each' || joiner === 'every';
    if (joiner !== '/' && joiner !== 'per' && !isArticle) break;
    let next = at + 1;
    let count = 1;
    const number = lexemes[next];
    if (number?.kind === 'number' && !isArticle) {
      count = readNumber(number.text);
      next += 1;
    }
    const word = lexemes[next];
    const squared = word?.text === 'm' && lexemes[next + 1]?.text === '2' ? perOf('m2') : undefined;
    const per = squared ?? perOf(word?.text ?? '');
    if (per === undefined || !(count > 0)) break;
    if (isArticle && per.name !== 'kg' && per.name !== 'day' && per.name !== 'week') break;
    // "24 h" is a day.
    const isDay = per.name === 'min' && per.factor === 60 && count === 24;
    if (isDay) names.push('day');
    else if (per.name === 'mL' || per.name === 'min' || per.name === 'kg') {
      names.push(per.name);
      divisor *= per.factor * count;
    } else if (per.name !== 'dose') names.push(count === 1 ? per.name : `${count}${per.name}`);
    at = squared === undefined ? next + 1 : next + 2;
  }
  return { names, divisor, next: at };
};

const rounded = (value: number): string => String(Number(value.toPrecision(9)));

const mostBefore =
  /\b(?:max(?:imum|imal|\.)?|up to|(?:not|never) (?:to )?exceed(?:ing)?|exceed(?:ing|s)?|(?:no|not|never) more than|at most|limit(?:ed)?(?: to| of)?|ceiling|cap(?:ped)? (?:at|of)?|total(?: dose| of| amount| cumulative){0,3})(?: (?:single|total|daily|cumulative|dose|initial|of|is|=|:|at|to|a|the|for|adult|pediatric|in)){0,8}\W{0,3}$/;
/** "Maximum epinephrine 0.5 mg": a name between the two. */
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

/** The characters before and after a number that show its role. */
const near = 48;

const roleOf = (
  text: string,
  { start, end, kind, unit }: Pick<Found, 'start' | 'end' | 'kind' | 'unit'>,
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

const ratioStrengths: ReadonlyMap<number, number> = new Map([
  [1000, 1],
  [10_000, 0.1],
  [100_000, 0.01],
]);

type Found = Omit<Quantity, 'written' | 'role'> & { readonly next: number; readonly role?: QuantityRole };

type Place = { readonly start: number; readonly end: number; readonly next: number };

/** A quantity of a unit: one number, or the two ends of a range. */
const made = (
  kind: QuantityKind,
  unit: string,
  amount: number | { readonly low: number; readonly high: number | undefined },
  place: Place,
): Found => {
  const { low, high } = typeof amount === 'number' ? { low: amount, high: undefined } : amount;
  return {
    ...place,
    kind,
    unit,
    low,
    ...omitUndefined({ high }),
    key: `${unit}:${rounded(low)}${high === undefined ? '' : `~${rounded(high)}`}`,
  };
};

/** Letters with digits that are one name: `b12`, `1219-p`, `1.2.3`, `30:2`, `120/80`. */
const code = (name: string, place: Place): Found => ({
  ...place,
  kind: 'count',
  unit: '',
  low: Number.NaN,
  key: `#${name}`,
});

const measuredAs = (
  lexemes: readonly Lexeme[],
  at: number,
  from: number,
  value: number,
): Found | undefined => {
  const measured = unitAt(lexemes, from);
  const one = lexemes[at];
  if (measured === undefined || one === undefined) return undefined;
  const { unit, next } = measured;
  const per = perAt(lexemes, next);
  return made(
    unit.kind,
    [unit.name, ...per.names.toSorted()].join('/'),
    (value * unit.factor) / per.divisor,
    {
      start: one.start,
      end: lexemes[per.next - 1]?.end ?? one.end,
      next: per.next,
    },
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

const wholeUnits =
  /^(?:grams?|milligrams?|micrograms?|lit(?:er|re)s?|millilit(?:er|re)s?|amps?|ampoules?|ampules?|vials?)$/;

/** "A gram per hour": one. */
const articleAt = (lexemes: readonly Lexeme[], at: number): Found | undefined =>
  /^an?$/.test(lexemes[at]?.text ?? '') && wholeUnits.test(lexemes[at + 1]?.text ?? '')
    ? measuredAs(lexemes, at, at + 1, 1)
    : undefined;

/** What is found at a place: a quantity, nothing, or `none` where a number is part of something that is no quantity. */
type FoundAt = Found | 'none' | undefined;

/** Digits that are attached to letters before them: "D50", "SpO2", "B12". */
const attachedAt = (lexemes: readonly Lexeme[], at: number, one: Lexeme): FoundAt => {
  const before = lexemes[at - 1];
  const isAttached = one.kind === 'number' && before?.kind === 'word' && isTight(before, one);
  if (isAttached && before !== undefined) {
    const place = { start: before.start, end: one.end, next: at + 1 };
    if (before.text === 'd' && /^(?:5|10|12\.5|20|25|30|50|70)$/.test(one.text))
      return made('share', '%', Number(one.text), place);
    if (plainNames.has(before.text) && /^[234]$/.test(one.text)) return 'none';
    if (before.text !== 'q' && before.text !== 'x' && unitOf(before.text) === undefined) {
      const letter = lexemes[at + 1];
      const isGoingOn = letter?.kind === 'word' && isTight(one, letter) && unitOf(letter.text) === undefined;
      return code(`${before.text}${one.text}${isGoingOn ? letter.text : ''}`, {
        ...place,
        end: isGoingOn ? letter.end : one.end,
        next: isGoingOn ? at + 2 : at + 1,
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
      const measured = unitAt(lexemes, at + 2);
      if (measured !== undefined)
        return made(measured.unit.kind, measured.unit.name, 0.5 * measured.unit.factor, {
          start: one.start,
          end: lexemes[measured.next - 1]?.end ?? one.end,
          next: measured.next,
        });
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
    // "Once the patient is stable" counts nothing.
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

/** A number as it was read, with the place that it takes up to a lexeme. */
type ReadAt = { readonly one: Lexeme; readonly read: NumberRead; readonly place: (next: number) => Place };

/** Numbers that are part of a code, a ratio or an ordinal: "1:1,000", "120/80", "2nd". */
const codedAt = (lexemes: readonly Lexeme[], { one, read, place }: ReadAt): FoundAt => {
  const last = lexemes[read.next - 1];
  if (Number.isNaN(read.value)) return code(one.text, place(read.next));
  const [sign, second] = [lexemes[read.next], lexemes[read.next + 1]];
  // "1:1,000" is a strength, "30:2" a ratio.
  if (
    sign?.text === ':' &&
    second?.kind === 'number' &&
    isTight(last, sign) &&
    (isTight(sign, second) || (read.value === 1 && ratioStrengths.has(readNumber(second.text))))
  ) {
    const strength = read.value === 1 ? ratioStrengths.get(readNumber(second.text)) : undefined;
    return strength === undefined
      ? code(`${rounded(read.value)}:${second.text}`, place(read.next + 2))
      : made('strength', 'mg/mL', strength, place(read.next + 2));
  }
  // "120/80": a blood pressure, or two numbers in one.
  if (
    sign?.text === '/' &&
    second?.kind === 'number' &&
    isTight(last, sign) &&
    isTight(sign, second) &&
    one.kind === 'number'
  )
    return code(`${rounded(read.value)}/${second.text}`, place(read.next + 2));
  // "2nd".
  const suffix = lexemes[read.next];
  if (suffix?.kind === 'word' && /^(?:st|nd|rd|th)$/.test(suffix.text) && isTight(last, suffix))
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
    isTight(dash, letter)
  )
    return code(`${rounded(read.value)}-${letter.text}`, place(end + 2));
  if (one.kind === 'word' && onlyMeasured.has(one.text) && !isRange) return 'none';
  // "50 or 100 mL": both have the unit.
  const other = lexemes[end]?.text === 'or' ? numberAt(lexemes, end + 1) : undefined;
  const shared = other === undefined ? undefined : unitAt(lexemes, other.next);
  if (!isRange && shared !== undefined) {
    const per = perAt(lexemes, shared.next);
    return made(
      shared.unit.kind,
      [shared.unit.name, ...per.names.toSorted()].join('/'),
      (read.value * shared.unit.factor) / per.divisor,
      place(end),
    );
  }
  return made('count', '', { low: read.value, high }, place(end));
};

/** A number or a range with its unit, and what it is per. */
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
  const isHyphenated = dashes.has(lexemes[end]?.text ?? '') && isTight(lexemes[end - 1], lexemes[end]);
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
  const names = per.names;
  const isInVolume = names.includes('mL') && unit.kind !== 'volume';
  const isLevel = names.length === 1 && (names[0] === 'dL' || names[0] === 'L') && unit.kind !== 'volume';
  const isDaily = unit.name === 'time' && lexemes[next]?.text === 'daily';
  const unitName = [unit.name, ...(isDaily ? ['day'] : []), ...names.toSorted()].join('/');
  const kind: QuantityKind =
    unitName === 'time/day'
      ? 'frequency'
      : isLevel
        ? 'level'
        : isInVolume && names.length === 1
          ? 'strength'
          : unit.kind;
  // "5 mg to 1 g": each end in its own unit.
  const ownLow = isRange && lowUnit !== undefined && highUnit !== undefined ? lowUnit.unit : unit;
  return made(
    kind,
    unitName,
    {
      low: (read.value * ownLow.factor) / per.divisor,
      high: isRange ? (upper.value * unit.factor) / per.divisor : undefined,
    },
    place(isDaily ? next + 1 : next),
  );
};

const quantityAt = (lexemes: readonly Lexeme[], at: number): FoundAt => {
  const one = lexemes[at];
  if (one === undefined) return undefined;
  const found =
    attachedAt(lexemes, at, one) ?? wordAt(lexemes, at, one) ?? partAt(lexemes, at) ?? articleAt(lexemes, at);
  if (found !== undefined) return found;
  const read = numberAt(lexemes, at);
  if (read === undefined) return undefined;
  const place = (next: number) => ({ start: one.start, end: lexemes[next - 1]?.end ?? one.end, next });
  const number: ReadAt = { one, read, place };
  return codedAt(lexemes, number) ?? amountAt(lexemes, at, number);
};

/**
 * The numbers of a text in order of mention, in digits or in words, each with its unit, what it is per, the other end of
 * its range and what it is there for. Every digit of the text is in one of them, but for names in which digits count
 * nothing ("SpO2").
 *
 * @param text in plain characters
 */
export const quantitiesIn = (text: string): readonly Quantity[] => {
  const lexemes = lex(text);
  const found: Quantity[] = [];
  let at = 0;
  while (at < lexemes.length) {
    const one = quantityAt(lexemes, at);
    if (one === undefined || one === 'none') {
      const ordinal = ordinals.get(lexemes[at]?.text ?? '');
      const place = lexemes[at];
      if (ordinal !== undefined && place !== undefined && one === undefined)
        found.push({
          ...place,
          written: place.text,
          kind: 'count',
          unit: 'ordinal',
          low: ordinal,
          key: `:${ordinal}`,
        });
      at += 1;
      continue;
    }
    const { next, start, end, ...quantity } = one;
    const role = roleOf(text, one);
    found.push({ ...quantity, start, end, written: text.slice(start, end), ...omitUndefined({ role }) });
    at = Math.max(next, at + 1);
  }
  return found;
};
