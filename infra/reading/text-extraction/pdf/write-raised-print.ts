import { writeLowered, writeRaised } from '../../../../domain/language/raised-digits.ts';
import type { PageCharacter } from './page-character.ts';

/** Returns the height of a character's baseline, in points. */
type BaselineOf = (character: PageCharacter) => number;

const height = ({ bottom, top }: PageCharacter): number => top - bottom;

/** Share of a box below the baseline, in most fonts. */
const descent = 0.22;
export const usualBaseline: BaselineOf = (character) => character.bottom + descent * height(character);

/** Largest height of raised print, as a share of the adjacent print. */
const smallerPrint = 0.85;
/** Least and largest shift up or down, as shares of the height of the adjacent print. */
const leastRise = 0.12;
const mostRise = 0.9;
const leastFall = 0.06;
const mostFall = 0.6;
/** Least rise of print of the same size: a smaller step may come from a change of font. */
const leastRiseOfSameSize = 0.25;
/** Largest gap between raised print and its base. */
const furthest = 0.6;

/** Largest gap without a space between two pieces of print, as a share of their height. */
const tight = 0.12;

const isInk = ({ text, size }: PageCharacter): boolean => size > 0 && text !== ' ' && text.trim() !== '';
const isDigit = (character: PageCharacter | undefined): boolean =>
  character !== undefined && character.text >= '0' && character.text <= '9';
/** True for a sign that may occur within raised digits: "1,2", "10⁻³". */
const isBetween = ({ text }: PageCharacter): boolean => /^[-–−+,]$/.test(text);

const signs: ReadonlySet<string> = new Set(['-', '–', '−']);

type Level = 'raised' | 'lowered';

/** Returns the level of print relative to other print; `undefined` when both are on one line. */
const levelOf = (one: PageCharacter, line: PageCharacter, baselineOf: BaselineOf): Level | undefined => {
  const unit = height(line);
  if (unit <= 0 || height(one) <= 0 || one.quarters !== line.quarters) return undefined;
  const isSmaller = height(one) <= smallerPrint * unit;
  const rough = usualBaseline(one) - usualBaseline(line);
  // Most print is on one line: the exact metrics of the font are requested only for the rest.
  if (Math.abs(rough) < (isSmaller ? 0.02 : 0.15) * unit || Math.abs(rough) > 1.2 * unit) return undefined;
  const rise = (baselineOf(one) - baselineOf(line)) / unit;
  if (isSmaller && rise >= leastRise && rise <= mostRise) return 'raised';
  if (isSmaller && -rise >= leastFall && -rise <= mostFall) return 'lowered';
  const isSameSize = height(one) <= 1.05 * unit;
  return isSameSize && !isSmaller && rise >= leastRiseOfSameSize && rise <= 0.6 ? 'raised' : undefined;
};

const isBeside = (left: PageCharacter, right: PageCharacter, most: number): boolean => {
  const gap = right.left - left.right;
  const step = Math.abs(usualBaseline(left) - usualBaseline(right));
  return gap > -0.35 * height(left) && gap < most && step < 0.9 * Math.max(height(left), height(right));
};

/** A visible character and its index in drawing order. */
type Ink = { readonly character: PageCharacter; readonly index: number };

/** Adjacent raised or lowered digits. */
type Run = {
  readonly level: Level;
  readonly from: number;
  /** The index of the first piece of ink after the run. */
  readonly to: number;
};

/** Returns the run of raised or lowered digits that begins at a piece of ink. */
const runAt = (ink: readonly Ink[], from: number, baselineOf: BaselineOf): Run | undefined => {
  const first = ink[from]?.character;
  if (first === undefined || !(isDigit(first) || signs.has(first.text))) return undefined;
  const before = ink[from - 1]?.character;
  const isAfter = before !== undefined && isBeside(before, first, furthest * height(before));
  const isOf = (one: PageCharacter): boolean =>
    (isDigit(one) || isBetween(one)) &&
    // Dashes come from other fonts, with other boxes.
    Math.abs(height(one) - height(first)) <= (isDigit(one) ? 0.1 : 0.5) * height(first) &&
    Math.abs(usualBaseline(one) - usualBaseline(first)) <= (isDigit(one) ? 0.1 : 0.3) * height(first);
  let to = from + 1;
  for (let next = ink[to]; next !== undefined && isOf(next.character); next = ink[to]) {
    const last = ink[to - 1]?.character;
    if (last === undefined || !isBeside(last, next.character, furthest * height(first))) break;
    to += 1;
  }
  // A trailing sign belongs to the following text.
  while (to > from + 1 && !isDigit(ink[to - 1]?.character)) to -= 1;
  if (!isDigit(ink[to - 1]?.character)) return undefined;
  const last = ink[to - 1]?.character ?? first;
  const after = ink[to]?.character;
  const isBefore = after !== undefined && isBeside(last, after, furthest * height(after));
  const ofBefore = isAfter ? levelOf(first, before, baselineOf) : undefined;
  const ofAfter = isBefore ? levelOf(first, after, baselineOf) : undefined;
  const level = isAfter ? ofBefore : ofAfter === 'raised' ? ofAfter : undefined;
  if (level === undefined) return undefined;
  // Print of the same size that continues next to it is a rising line, or another line.
  const isSmall = height(first) <= smallerPrint * height((isAfter ? before : after) ?? first);
  if (!isSmall && !(isAfter && isBefore && ofAfter === 'raised')) return undefined;
  return { level, from, to };
};

const slash = /^[/\u2044\u2215]$/;

/** Returns the end of the denominator after raised digits and a slash: small print that is not raised. */
const denominatorAfter = (ink: readonly Ink[], run: Run, unit: number): number | undefined => {
  const stroke = ink[run.to]?.character;
  const last = ink[run.to - 1]?.character;
  if (stroke === undefined || last === undefined || !slash.test(stroke.text)) return undefined;
  if (!isBeside(last, stroke, furthest * unit)) return undefined;
  let to = run.to + 1;
  let previous = stroke;
  for (let next = ink[to]?.character; next !== undefined && isDigit(next); next = ink[to]?.character) {
    if (height(next) > smallerPrint * unit || !isBeside(previous, next, furthest * unit)) break;
    if (usualBaseline(next) > usualBaseline(last) - 0.1 * unit) break;
    previous = next;
    to += 1;
  }
  return to > run.to + 1 ? to : undefined;
};

/** Characters of context on either side. */
const reach = 12;

/** Joins the text of some characters, spaces included. */
const textOf = (characters: readonly PageCharacter[], from: number, to: number): string =>
  characters
    .slice(Math.max(0, from), Math.max(0, to))
    .map(({ text }) => text)
    .join('');

/** Returns the right edge of the text that replaces several characters. */
const endOf = (
  characters: readonly PageCharacter[],
  written: ReadonlyMap<number, string>,
  from: number,
): number => {
  let end = characters[from]?.right ?? 0;
  for (let index = from + 1; written.get(index) === ''; index += 1) {
    const character = characters[index];
    if (character !== undefined && isInk(character)) end = character.right;
  }
  return end;
};

/** True when any digit is next to print of another height or on another line: a quick check that settles most pages. */
const hasStepAtDigit = (characters: readonly PageCharacter[]): boolean => {
  let last: PageCharacter | undefined;
  for (const character of characters) {
    if (!isInk(character)) continue;
    if (last !== undefined && (isDigit(last) || isDigit(character))) {
      const least = 0.02 * height(last);
      const isStep =
        Math.abs(character.bottom - last.bottom) > least || Math.abs(character.top - last.top) > least;
      if (isStep && isBeside(last, character, furthest * Math.max(height(last), height(character))))
        return true;
    }
    last = character;
  }
  return false;
};

/**
 * Rewrites digits that are printed small and raised or lowered as note marks, exponents, or fractions with a slash.
 * "2¹ mg" is never 21 mg. Names such as SpO2 stay as they are.
 */
export const writeRaisedPrint = (
  characters: readonly PageCharacter[],
  baselineOf: BaselineOf = usualBaseline,
): readonly PageCharacter[] => {
  if (!hasStepAtDigit(characters)) return characters;
  const ink = characters.flatMap((character, index) => (isInk(character) ? [{ character, index }] : []));
  const written = new Map<number, string>();
  /** Removes the space or line end that PDFium inserts at a step up or down. */
  const joinTight = (at: number): void => {
    const [left, right] = [ink[at - 1], ink[at]];
    if (left === undefined || right === undefined) return;
    if (!isBeside(left.character, right.character, tight * height(left.character))) return;
    for (let index = left.index + 1; index < right.index; index += 1)
      if (characters[index]?.size === 0) written.set(index, '');
  };
  for (let at = 0; at < ink.length; at += 1) {
    const run = runAt(ink, at, baselineOf);
    const first = ink[at];
    if (run === undefined || first === undefined) continue;
    const last = ink[run.to - 1] ?? first;
    const said = textOf(characters, first.index, last.index + 1)
      .replace(/\s+/g, ' ')
      .replace(/(?<=^[-–−]) /, '');
    const beside = ink[at - 1]?.character;
    const isAdjacent = beside !== undefined && isBeside(beside, first.character, tight * height(beside));
    const line = textOf(characters, first.index - reach, first.index);
    const before = isAdjacent ? line.trimEnd() : line;
    const unit = height(beside ?? first.character);
    const end = run.level === 'raised' ? denominatorAfter(ink, run, unit) : undefined;
    if (end !== undefined) {
      const stroke = ink[run.to];
      if (stroke !== undefined) written.set(stroke.index, '/');
      for (let between = run.from + 1; between < end; between += 1) joinTight(between);
      // "1 1/2" must not become 11/2.
      if (/\d$/.test(before)) written.set(first.index, ` ${first.character.text}`);
      at = end - 1;
      continue;
    }
    const after = textOf(characters, last.index + 1, last.index + 1 + reach);
    const text = run.level === 'raised' ? writeRaised(said, before, after) : writeLowered(said, before);
    if (text !== said) {
      joinTight(run.from);
      joinTight(run.to);
      written.set(first.index, text);
      for (let index = first.index + 1; index <= last.index; index += 1) written.set(index, '');
    }
    at = run.to - 1;
  }
  if (written.size === 0) return characters;
  return characters.flatMap((character, index) => {
    const text = written.get(index);
    if (text === undefined) return [character];
    if (text === '') return [];
    const box = { ...character, right: endOf(characters, written, index) };
    if (!text.startsWith(' ')) return [{ ...box, text }];
    return [
      { ...box, right: box.left, text: ' ', size: 0 },
      { ...box, text: text.slice(1) },
    ];
  });
};
