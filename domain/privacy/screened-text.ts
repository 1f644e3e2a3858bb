import { decodeEntities, ENTITY_SOURCE } from './decode-entities.ts';
import { latinLookAlikes } from './look-alikes.ts';
import { spokenNumbers } from './spoken-digits.ts';

/** One reading of a text, with the origin of each of its UTF-16 code units. */
type ScreenedText = {
  readonly text: string;
  /** The start and end in the original of each code unit's source; absent when the offsets are equal. */
  readonly starts?: readonly number[];
  readonly ends?: readonly number[];
};

/**
 * Invisible or unreadable characters: format characters, variation selectors and fillers; controls other than blanks
 * and line breaks; private and unassigned characters; marks that strike out or enclose a character. The text around
 * them reads as one word, and prompts leave them out.
 */
const INVISIBLE =
  /\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Co}|\p{Cn}|\p{Me}|\u0334|\u0335|\u0336|\u0337|\u0338|[^\P{Cc}\t\n\r]/u;
const ANY_INVISIBLE = new RegExp(INVISIBLE, 'gu');
/** Marks that do not compose with a letter, such as an underline: no name is written like this. */
const LOOSE_MARKS = /(?<=[\p{Script=Latin}\p{N}\p{P}\p{S}])\p{M}+/gu;
/**
 * A letter with its combining marks, or an HTML entity, which is read as its character. Without the flag `i`, under
 * which an iota is a mark.
 */
const CLUSTER = new RegExp(String.raw`${ENTITY_SOURCE}|\P{M}\p{M}*|\p{M}+`, 'gsu');
const ENTITY = new RegExp(ENTITY_SOURCE);
const DIGIT = /^\p{Nd}$/u;
/** Dashes that look like the ones the rules know, `-` and `–`. */
const DASH = /^[\u2010-\u2012\u2014\u2015\u2212\u2e3a\u2e3b\u301c\u30a0]$/u;
/** Strokes that look like `/`. */
const STROKE = /^[\u2044\u2215\u29f8]$/;
const WORD = /[\p{L}\p{M}]+/gu;

/** The digits of a script are consecutive: the value is the distance from the first. */
const asciiDigit = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
};

const foldCluster = (cluster: string): string => {
  const normal = cluster.normalize('NFKC').replace(LOOSE_MARKS, '');
  if (STROKE.test(normal)) return '/';
  if (DASH.test(normal)) return '-';
  return /[^\P{Nd}0-9]/u.test(normal) ? normal.replace(/\p{Nd}/gu, asciiDigit) : normal;
};

/** `Jоhn` with a Cyrillic о is read as it looks. A word that remains in another script keeps its letters. */
const foldLookAlikes = (text: string): string =>
  /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)
    ? text.replace(WORD, (word) => {
        const folded = Array.from(word, (letter) => latinLookAlikes.get(letter) ?? letter).join('');
        return /^[\p{Script=Latin}\p{M}]+$/u.test(folded) ? folded : word;
      })
    : text;

const fold = (original: string, inPlaceOfInvisible: '' | ' '): ScreenedText => {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const put = (part: string, start: number, end: number): void => {
    parts.push(part);
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const end = index + cluster.length;
    const visible = decodeEntities(cluster).replace(ANY_INVISIBLE, '');
    if (visible === '') {
      if (INVISIBLE.test(decodeEntities(cluster))) put(inPlaceOfInvisible, index, end);
    } else put(foldCluster(visible), index, end);
  }
  // Look-alikes and the letters they resemble are single code units, so offsets stay valid.
  return { text: foldLookAlikes(parts.join('')), starts, ends };
};

/** A reading in which spelled-out numbers are digits; undefined if there are none. */
const withDigits = (reading: ScreenedText): ScreenedText | undefined => {
  const spoken = spokenNumbers(reading.text);
  if (spoken.length === 0) return undefined;
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const put = (part: string, spanOf: (unit: number) => readonly [start: number, end: number]): void => {
    parts.push(part);
    for (let unit = 0; unit < part.length; unit += 1) {
      const { start, end } = originalSpan(reading, ...spanOf(unit));
      starts.push(start);
      ends.push(end);
    }
  };
  let from = 0;
  const copyTo = (to: number): void => {
    const begin = from;
    put(reading.text.slice(begin, to), (unit) => [begin + unit, begin + unit + 1]);
  };
  for (const { start, end, digits } of spoken) {
    copyTo(start);
    put(digits, () => [start, end]);
    from = end;
  }
  copyTo(reading.text.length);
  return { text: parts.join(''), starts, ends };
};

/** True for plain text, which nearly all text is: its other readings would be the same. */
const isPlain = (text: string): boolean => !ENTITY.test(text) && /^[\n\r\t -~’‘“”–•°]*$/u.test(text);

const withSpoken = (readings: readonly ScreenedText[]): readonly ScreenedText[] => {
  const last = readings.at(-1);
  const digits = last === undefined ? undefined : withDigits(last);
  return digits === undefined ? readings : [...readings, digits];
};

/**
 * The readings of a text that a screen must search: the text; if different, its compatibility form (NFKC) without
 * invisible characters, with HTML entities decoded, and with digits of any script and look-alikes as their ASCII and
 * Latin equivalents; the same with spaces in place of the invisible characters; and the same with spelled-out numbers
 * as digits.
 */
export const readingsOf = (text: string): readonly ScreenedText[] => {
  const asWritten: ScreenedText = { text };
  if (isPlain(text)) return withSpoken([asWritten]);
  const folded = fold(text, '');
  const readings = folded.text === text ? [asWritten] : [asWritten, folded];
  return withSpoken(INVISIBLE.test(decodeEntities(text)) ? [...readings, fold(text, ' ')] : readings);
};

/** Maps a range of a reading to the original: whole characters, including invisible ones between them. */
export const originalSpan = (
  { starts, ends }: ScreenedText,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } => ({
  start: starts?.[start] ?? start,
  end: ends?.[end - 1] ?? end,
});
