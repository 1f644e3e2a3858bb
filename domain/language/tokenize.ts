import { unitSpellings } from './units-of-measure.ts';

/** A word, number or measure of a text. */
export type Token = {
  /** Lower case; measures in a normal form, e.g. `0.3mg` for "0.3 mg", ".3mg" and "0.30 milligrams". */
  readonly text: string;
  /** True when written in capitals with at least two letters, as abbreviations are. */
  readonly capitals: boolean;
};

/**
 * Symbols of units that join the number before them; other units stay separate words: "2 puffs", "3 weeks", "18
 * French".
 */
const joining: ReadonlySet<string> = new Set(
  'mg mcg g kg lb mL L dL L/min mEq mmol units J mmHg bpm cm mm min s h'.split(' '),
);
/** The token of a unit's symbol. */
const tokenOf = (symbol: string): string => (symbol === 's' ? 'sec' : symbol.toLowerCase());

/** Unit spellings to their tokens. */
const units: ReadonlyMap<string, string> = new Map(
  unitSpellings.flatMap(([spelling, { symbol }]) =>
    joining.has(symbol) && /^\p{L}+$/u.test(spelling) ? [[spelling, tokenOf(symbol)] as const] : [],
  ),
);

/** Words that may precede "units": "10 international units". */
const kindsOfUnits: ReadonlySet<string> = new Set(['international', 'usp']);

/** Denominators of an amount besides the units: "0.1 mg/kg/dose". */
const rates: ReadonlyMap<string, string> = new Map([
  ['dose', 'dose'],
  ['doses', 'dose'],
  ['day', 'day'],
  ['days', 'day'],
  ['d', 'day'],
  ['24h', 'day'],
  ['24hr', 'day'],
  ['24hrs', 'day'],
  ['week', 'week'],
  ['wk', 'week'],
  ['m2', 'm2'],
]);

/** Abbreviations with a slash or an ampersand between letters that mean nothing separately. */
const abbreviationsOfLetters: ReadonlySet<string> = new Set(
  'w/o c/o h/o s/p d/c y/o m/o r/o f/u n/v b/p s/l s/c a&e a&o d&c h&p i&d'.split(' '),
);

const letter = 1;
const digit = 2;
const joiner = 3;
const joiners = new Set(['.', ',', ':', '/', "'", '-', '&']);
const otherLetter = /\p{L}/u;
const otherDigit = /\p{Nd}/u;

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return letter;
  if (/\d/.test(character)) return digit;
  return joiners.has(character) ? joiner : 0;
});

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  if (code < 128) return asciiKinds[code] ?? 0;
  const character = text.charAt(at);
  if (otherLetter.test(character)) return letter;
  return otherDigit.test(character) ? digit : 0;
};

const fractions: ReadonlyMap<string, string> = new Map([
  ['½', '.5'],
  ['¼', '.25'],
  ['¾', '.75'],
  ['⅓', '.333'],
  ['⅔', '.667'],
  ['⅛', '.125'],
]);

/** Converts a fraction character with its whole number to a decimal: "2 ½" is "2.5". */
const withDecimals = (text: string): string =>
  /[½¼¾⅓⅔⅛]/.test(text)
    ? text.replace(
        /(?:(?<![\d.,/])(\d{1,3})[ \u00a0\u2009\u202f]?)?([½¼¾⅓⅔⅛])/g,
        (_, whole: string | undefined, part: string) => `${whole ?? '0'}${fractions.get(part) ?? ''}`,
      )
    : text;

/**
 * Normalizes compatibility forms (ligatures, subscripts, full width), typographic dashes and quotes; fractions become
 * decimals, and narrow spaces between thousands are removed.
 */
const plain = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the question is whether all characters are ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return (
    withDecimals(text)
      .replace(/[\u2009\u202f](?=\d{3}(?!\d))/g, (blank, at: number, whole: string) =>
        /\d/.test(whole.charAt(at - 1)) ? '' : blank,
      )
      // A raised digit is not part of the number: it is a note mark or an exponent.
      .replace(/(?<=\d)(?=[¹²³⁰⁴-⁹])/g, '^')
      .normalize('NFKC')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u2018\u2019\u02bc]/g, "'")
      .replace(/\u00ad/g, '')
  );
};

const isNumber = (part: string): boolean => /^\d+(?:\.\d+)?$/.test(part);

const plainNumber = (part: string): string => {
  if (!part.includes('.')) return part;
  const trimmed = part.replace(/(?<!0)0+$/, '').replace(/\.$/, '');
  return trimmed === '' ? '0' : trimmed;
};

const unitOf = (word: string): string | undefined => {
  const known = units.get(word);
  if (known || !word.includes('/')) return known;
  const [first = '', ...rest] = word.split('/');
  const parts = [units.get(first), ...rest.map((part) => units.get(part) ?? rates.get(part))];
  return parts.every((part) => part !== undefined) ? parts.join('/') : undefined;
};

const isLetters = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (kindAt(text, at) !== letter) return false;
  return true;
};

const dottedLetters = /^(?:\p{L}\.)+\p{L}$/u;
const unitForm = String.raw`\p{L}+(?:\/(?:\p{L}+|m2|24hr?s?)){0,4}`;
const measure = new RegExp(String.raw`^([\d.,]+|(?:\d{1,2}-)?[1-3]\/[2-8])(${unitForm})$`, 'u');
const lastUnit = new RegExp(String.raw`\d(${unitForm})$`, 'u');
const nextUnit = new RegExp(String.raw`[ \u00a0]?(?:[%°]|(${unitForm})(?![\p{L}\d]))`, 'uy');
const numbers = /^[\d,.:/-]+$/;
const aged = /^(\d+)([ym]\/o)$/;
const leads = /^\d{1,2}-?leads?$/;
const numberWithLetter = /^\d{3,5}(?:\.\d{1,2})?[a-z]?-[a-z]{1,2}$/;
const letterWithNumber = /^[a-z]{1,5}-\d{1,4}(?:\.\d{1,2})?[a-z]?$/;
const score = /[a-z]\d+[a-z]/;
const keptTogether = (run: string): boolean =>
  numberWithLetter.test(run) || letterWithNumber.test(run) || (run.includes('-') && score.test(run));

const thousands = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const decimalComma = /^\d+,\d+$/;
/** Ranges are split first: in "1,500-2,000" the commas belong to the numbers. */
const separators = [/[-:]+/, /[/&]+/, /,+/];
const simpleFraction = /^(?:(\d{1,2})-)?([1-3])\/([2-8])$/;

/**
 * Normalizes a number to a decimal point, if it is one. A comma marks thousands only before three digits and not after
 * a zero; otherwise it is a decimal comma in a measure ("1,5 mg"), and a list separator where no unit follows ("1,2").
 */
const numberOf = (written: string, isMeasured: boolean): string | undefined => {
  if (isNumber(written)) return written;
  if (thousands.test(written)) return written.replaceAll(',', '');
  const isDecimal = decimalComma.test(written) && (isMeasured || /^0,/.test(written));
  return isDecimal ? written.replace(',', '.') : undefined;
};

const fractionOf = (written: string): string | undefined => {
  const [, whole = '0', over = '', under = ''] = simpleFraction.exec(written) ?? [];
  const part = Number(over) / Number(under);
  return part < 1 ? String(Number((Number(whole) + part).toFixed(3))) : undefined;
};

/** True when a run is a fraction of a measure, without a whole number: "1/2" before "mg", or "1/2mg". */
const isFraction = (run: string, isMeasured: boolean): boolean =>
  /^[1-3]\/[2-8]/.test(run) &&
  (isMeasured ? simpleFraction.test(run) : unitOf(measure.exec(run)?.[2] ?? '') !== undefined);

/**
 * Splits a run of letters, digits and joiners into tokens.
 *
 * @param isMeasured true when a unit follows the run
 */
const splitRun = (run: string, isMeasured: boolean): readonly string[] => {
  if (isLetters(run) || abbreviationsOfLetters.has(run)) return [run];
  if (dottedLetters.test(run)) return [run.replaceAll('.', '')];
  if (leads.test(run)) return [`${Number.parseInt(run, 10)}-lead`];
  const number = numberOf(run, isMeasured) ?? (isMeasured ? fractionOf(run) : undefined);
  if (number !== undefined) return [number];
  if (/^\d+(?:\.\d+)?:[\d,]+$/.test(run)) return [run.replaceAll(',', '')];
  if (/^\d{2,3}\/\d{2,3}$/.test(run)) return [run];
  if (keptTogether(run)) return [run];
  const ofUnits = unitOf(run);
  if (ofUnits !== undefined) return [run];
  const [, amount = '', unit = ''] = measure.exec(run) ?? [];
  const measured = unitOf(unit) === undefined ? undefined : (numberOf(amount, true) ?? fractionOf(amount));
  if (measured !== undefined) return [measured, unit];
  const [, age, years] = aged.exec(run) ?? [];
  if (age !== undefined && years !== undefined) return [age, years];
  for (const separator of separators) {
    if (!separator.test(run)) continue;
    const areMeasured = isMeasured || unitOf(lastUnit.exec(run)?.[1] ?? '') !== undefined;
    return run.split(separator).flatMap((part) => splitPart(part, areMeasured));
  }
  if (run.endsWith("'s")) return [run.slice(0, -2)];
  if (run.includes("'")) return [run.replaceAll("'", '')];
  if (run.includes('.')) {
    // "1219.prn" is two sentences run together; "834.1" and "842.2a" are numbers with parts.
    return /^\d+(?:\.\d+)+[a-z]?$/.test(run)
      ? [run]
      : run.split('.').flatMap((part) => splitPart(part, isMeasured));
  }
  return [run];
};

const splitPart = (part: string, isMeasured: boolean): readonly string[] =>
  part === '' ? [] : splitRun(part, isMeasured);

const measureOrUnit = /^(?:\d+(?:\.\d+)?)?(\p{L}+(?:\/\p{L}[\p{L}\d]*)*)$/u;
const isMeasureOrUnit = ({ text }: Token): boolean =>
  unitOf(measureOrUnit.exec(text)?.[1] ?? '') !== undefined;

/** Joins a separate "per kg" or "/ kg" to the measure or unit before it. */
const pushRate = (tokens: Token[], text: string, afterStroke: boolean): boolean => {
  const rate = units.get(text) ?? rates.get(text);
  const place = tokens.length - (afterStroke ? 1 : 2);
  const amount = tokens[place];
  if (rate === undefined || amount === undefined || !isMeasureOrUnit(amount)) return false;
  tokens.splice(place, 2, { text: `${amount.text}/${rate}`, capitals: false });
  return true;
};

const startsWithDigit = (text: string): boolean => {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
};

const pushMerged = (tokens: Token[], text: string, capitals: boolean, afterStroke: boolean): void => {
  if (units.get(text) === 'units' && kindsOfUnits.has(tokens.at(-1)?.text ?? '')) {
    if (isNumber(tokens.at(-2)?.text ?? '')) tokens.pop();
  }
  const before = tokens.at(-1);
  if (before && (afterStroke || before.text === 'per') && pushRate(tokens, text, afterStroke)) return;
  if (before && startsWithDigit(before.text) && isNumber(before.text)) {
    const merged = mergedWith(before.text, text);
    if (merged !== undefined) {
      tokens[tokens.length - 1] = { text: merged, capitals: false };
      return;
    }
  }
  tokens.push({ text, capitals });
};

/** A number and the next token as one, if they belong together. */
const mergedWith = (number: string, text: string): string | undefined => {
  const unit = unitOf(text);
  if (unit !== undefined) return `${plainNumber(number)}${unit}`;
  if ((text === 'lead' || text === 'leads') && number.length <= 2) return `${number}-lead`;
  // "5 000": three zeros are not a number alone.
  return text === '000' && /^[1-9]\d{0,5}$/.test(number) ? `${number}000` : undefined;
};

/** True when a unit, a dose, a percent or a degree sign follows. */
const isBeforeUnit = (source: string, end: number): boolean => {
  nextUnit.lastIndex = end;
  const found = nextUnit.exec(source);
  const [sign, word] = found ?? [];
  if (word === undefined) return sign !== undefined;
  const unit = word.toLowerCase();
  return unitOf(unit) !== undefined || rates.has(unit);
};

/** True when only a slash, with optional spaces, separates two runs. */
const isStroke = (source: string, from: number, to: number): boolean =>
  to - from <= 3 &&
  (source[to - 1] === '/' || source[to - 2] === '/') &&
  source.slice(from, to).trim() === '/';

/** Removes the whole number of "2 1/2 mg" from the tokens and returns it. */
const takeWhole = (tokens: Token[]): string | undefined => {
  const whole = tokens.at(-1)?.text;
  if (whole === undefined || !/^\d{1,2}$/.test(whole)) return undefined;
  tokens.pop();
  return whole;
};

/** The position of a run in its text. */
type Place = {
  readonly source: string;
  readonly previousEnd: number;
  readonly at: number;
  readonly end: number;
  readonly afterStroke: boolean;
};

const pushParts = (
  tokens: Token[],
  run: string,
  capitals: boolean,
  { source, previousEnd, at, end, afterStroke }: Place,
): void => {
  const isUnclear = /[,/]/.test(run) && numbers.test(run);
  const isMeasured = isUnclear && isBeforeUnit(source, end);
  const isPart = at - previousEnd === 1 && source[previousEnd] === ' ' && isFraction(run, isMeasured);
  const whole = isPart ? takeWhole(tokens) : undefined;
  splitRun(whole === undefined ? run : `${whole}-${run}`, isMeasured).forEach((part, index) => {
    pushMerged(tokens, part, capitals, afterStroke && index === 0);
  });
};

/**
 * Splits a text into medical-aware tokens, in reading order: `12-lead`, `0.3mg` (number and unit join), `mg/kg`,
 * `cha2ds2-vasc`, `qid` (for "q.i.d."), `1219-p`, `834.1`, `120/80`, `1:10000`, `w/o`. All other text is split at every
 * character that is neither a letter nor a digit.
 *
 * The amount of a dose is never lost or changed: ".5 mg", "0,5 mg", "½ mg" and "1/2 mg" are all `0.5mg`, and its
 * denominators belong to it, as in `0.1mg/kg/dose` (also for "0.1 mg per kg per dose").
 */
export const tokenize = (text: string): readonly Token[] => {
  const source = plain(text);
  const tokens: Token[] = [];
  let at = 0;
  let previousEnd = 0;
  while (at < source.length) {
    const kind = kindAt(source, at);
    const startsDecimal =
      kind === joiner &&
      source[at] === '.' &&
      kindAt(source, at + 1) === digit &&
      (at === 0 || kindAt(source, at - 1) !== digit);
    if (kind !== letter && kind !== digit && !startsDecimal) {
      at += 1;
      continue;
    }
    let end = at + 1;
    let onlyLetters = kind === letter;
    while (end < source.length) {
      const next = kindAt(source, end);
      const inside = next === letter || next === digit;
      const joins = next === joiner && end + 1 < source.length && isAlphanumeric(kindAt(source, end + 1));
      if (!inside && !joins) break;
      if (next !== letter) onlyLetters = false;
      end += 1;
    }
    const raw = source.slice(at, end);
    const lower = (startsDecimal ? `0${raw}` : raw).toLowerCase();
    const capitals = raw.length > 1 && raw !== lower && raw === raw.toUpperCase();
    const afterStroke = at - previousEnd > 1 && isStroke(source, previousEnd, at);
    if (onlyLetters) pushMerged(tokens, lower, capitals, afterStroke);
    else pushParts(tokens, lower, capitals, { source, previousEnd, at, end, afterStroke });
    previousEnd = end;
    at = end;
  }
  return tokens;
};

const isAlphanumeric = (kind: number): boolean => kind === letter || kind === digit;
