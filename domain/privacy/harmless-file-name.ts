import type { Dictionary } from '../language/dictionary.ts';
import { abbreviations } from '../language/terminology/abbreviations.ts';
import { isEnglishWord } from '../language/terminology/is-english-word.ts';
import { eponymNouns, givenNames, notNames, surnames } from './common-names.ts';
import { detectPhi } from './detect-phi.ts';
import { isListedName } from './names/is-listed-name.ts';
import { isTermOfMedicine } from './names/ordinary-words.ts';
import type { PhiKind } from './phi-kind.ts';

/** Letters up to which a word is taken for an abbreviation or an initial, and up to which one in capitals is. */
const SHORT = 3;
const SHORT_IN_CAPITALS = 4;
/** Digits from which a number may be a record's, an account's or a date: protocol numbers and years have fewer. */
const LONG_NUMBER = 6;

/** A file name as its words: `1219-P_ChestPain.v2` is read as `1219 P Chest Pain v2`. */
const wordsOfName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N}'’]+/gu, ' ')
    .trim();

/** A day, in whatever order and with whatever between: `2024-03-05`, `5.3.24`. */
const DAY = /(?<!\d)(?:\d{4}[ ._/-]\d{1,2}[ ._/-]\d{1,2}|\d{1,2}[ ._/-]\d{1,2}[ ._/-](?:\d{4}|\d{2}))(?!\d)/u;

/** Letters of each of some abbreviations that are written as one: of two nearly every word could be made. */
const RUN_TOGETHER = 3;

/**
 * Whether a word is abbreviations of medicine run together, all in capitals: the `CVATIA` of `StrokeCVATIA`. One that any
 * list has as a name of persons is none.
 */
const isRunOfAbbreviations = (written: string): boolean => {
  if (!/^[A-Z]{6,12}$/.test(written) || isListedName(written)) return false;
  const word = written.toLowerCase();
  const isMadeUp = (rest: string): boolean => {
    if (abbreviations.has(rest)) return true;
    for (let end = RUN_TOGETHER; end <= rest.length - RUN_TOGETHER; end += 1)
      if (abbreviations.has(rest.slice(0, end)) && isMadeUp(rest.slice(end))) return true;
    return false;
  };
  return isMadeUp(word);
};

const isKnownWord = (written: string, dictionary: Dictionary): boolean => {
  const word = written.toLowerCase();
  if (notNames.has(word) || eponymNouns.has(word)) return true;
  if (givenNames.has(word) || surnames.has(word)) return false;
  return (
    word.length <= (/^\p{Lu}+$/u.test(written) ? SHORT_IN_CAPITALS : SHORT) ||
    isTermOfMedicine(word) ||
    isEnglishWord(word, dictionary)
  );
};

/**
 * Whether a file name can be shown to everybody: it holds nothing that the detector knows, no day, no long number, and
 * no word that is a common name of persons or that no dictionary knows. Errs to the other side: a rare word may be a
 * rare name.
 */
export const isHarmlessFileName = (name: string, dictionary: Dictionary): boolean => {
  const text = wordsOfName(name);
  if (DAY.test(name) || detectPhi(name).detected || detectPhi(text).detected) return false;
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const numbers = text.match(/\p{N}+/gu) ?? [];
  const hasInformativeCapitals = /\p{Ll}{3}/u.test(name);
  return (
    words.every(
      (word) => isKnownWord(word, dictionary) || (hasInformativeCapitals && isRunOfAbbreviations(word)),
    ) && numbers.every((number) => number.length < LONG_NUMBER)
  );
};

/** What a name of a guideline may hold without being about a person: the day of its revision, an address of the web. */
const ofDocuments: ReadonlySet<PhiKind> = new Set(['date', 'url', 'ip']);

/** Whether the detector finds in a name or a key what identifies a person. Dates count in notes alone. */
export const holdsPhi = (name: string, sourceType?: string): boolean =>
  [name, wordsOfName(name)]
    .flatMap((text) => detectPhi(text).findings)
    .some(({ kind }) => sourceType === 'note' || !ofDocuments.has(kind));
