import { numberWords, readNumber } from '../language/number-words.ts';
import type { Lexeme } from './lex.ts';

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

/** Number words of other languages that models answer in, in addition to the English ones from two on. */
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
/** A parsed number and the index of the lexeme after it. */
export type Read = { readonly value: number; readonly next: number };

/** English number words; `readNumber` parses them from one to nine hundred thousand and more. */
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

/** True when two lexemes are adjacent. */
export const isAdjacent = (one: Lexeme | undefined, other: Lexeme | undefined): boolean =>
  one !== undefined && other !== undefined && one.end === other.start;

const digitsValue = (lexemes: readonly Lexeme[], at: number): Read | undefined => {
  const one = lexemes[at];
  if (one?.kind !== 'number') return undefined;
  const fraction = fractions.get(one.text);
  if (fraction !== undefined) return { value: fraction, next: at + 1 };
  const [second, third, fourth] = [lexemes[at + 1], lexemes[at + 2], lexemes[at + 3]];
  // "0,300 mg": after a zero the comma is the decimal one.
  const whole = readNumber(/^0,/.test(one.text) ? one.text.replace(',', '.') : one.text);
  // "2 ½", "2½".
  const part = fractions.get(second?.text ?? '');
  if (part !== undefined && (second?.start ?? 0) - one.end <= 1) return { value: whole + part, next: at + 2 };
  // "1,5 mg": a comma as the decimal point; thousands are already one number.
  if (
    second?.text === ',' &&
    third?.kind === 'number' &&
    isAdjacent(one, second) &&
    isAdjacent(second, third) &&
    !one.text.includes(',') &&
    /^\d{1,3}$/.test(third.text)
  )
    return { value: Number(`${one.text}.${third.text}`), next: at + 3 };
  // "5 000": spaces between thousands.
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
    isAdjacent(over, stroke) &&
    isAdjacent(stroke, under);
  if (isPart(one, second, third)) return { value: whole / Number(third?.text), next: at + 3 };
  if (/^\d{1,2}$/.test(one.text) && isPart(second, third, fourth) && (second?.start ?? 0) - one.end === 1)
    return { value: whole + Number(second?.text) / Number(fourth?.text), next: at + 4 };
  return { value: whole, next: at + 1 };
};

/** Scales that multiply a number in digits: "2.4 million units" (penicillin G). */
const digitScales: ReadonlySet<string> = new Set(['thousand', 'million']);

const scaledDigits = (lexemes: readonly Lexeme[], at: number): Read | undefined => {
  const read = digitsValue(lexemes, at);
  const word = lexemes[read?.next ?? at]?.text ?? '';
  return read !== undefined && digitScales.has(word)
    ? { value: read.value * (scales.get(word) ?? 1), next: read.next + 1 }
    : read;
};

/** Words that can begin a number. */
export const numberStarters: ReadonlySet<string> = new Set([
  ...numberWords,
  ...foreignWords.keys(),
  ...scales.keys(),
  'a',
  'an',
]);

/** The number that begins at a lexeme, in digits ("0,3", "1 ½", "1,000", "2.4 million") or in words. */
export const numberAt = (lexemes: readonly Lexeme[], at: number): Read | undefined =>
  scaledDigits(lexemes, at) ?? wordValue(lexemes, at);
