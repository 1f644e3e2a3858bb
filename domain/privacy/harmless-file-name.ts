import type { Dictionary } from '../language/dictionary.ts';
import { abbreviations } from '../language/terminology/abbreviations.ts';
import { isEnglishWord } from '../language/terminology/is-english-word.ts';
import { eponymNouns, givenNames, notNames, surnames } from './common-names.ts';
import { detectPhi } from './detect-phi.ts';
import { isListedName } from './names/is-listed-name.ts';
import { isTermOfMedicine } from './names/ordinary-words.ts';
import type { PhiKind } from './phi-kind.ts';

/** The longest word that counts as an abbreviation or an initial, in any case and in capitals. */
const SHORT = 3;
const SHORT_IN_CAPITALS = 4;
/**
 * Numbers with at least this many digits may be a record, an account or a date: protocol numbers and years are
 * shorter.
 */
const LONG_NUMBER = 6;

/** Splits a file name into words: `1219-P_ChestPain.v2` becomes `1219 P Chest Pain v2`. */
const wordsOfName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N}'’]+/gu, ' ')
    .trim();

/** A day, in any order and with any separator: `2024-03-05`, `5.3.24`. */
const DAY = /(?<!\d)(?:\d{4}[ ._/-]\d{1,2}[ ._/-]\d{1,2}|\d{1,2}[ ._/-]\d{1,2}[ ._/-](?:\d{4}|\d{2}))(?!\d)/u;

/**
 * The minimum length of the parts when joined abbreviations are recognised: parts of two letters could form nearly
 * any word.
 */
const RUN_TOGETHER = 3;

/**
 * True when an all-capitals word is a run of medical abbreviations, like the `CVATIA` of `StrokeCVATIA`. False for
 * words on any list of names.
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
 * True when a file name can be shown to everybody: it contains nothing that the detector finds, no day, no long
 * number, and no word that is a common personal name or in no dictionary. Errs on the side of caution: a rare word
 * may be a rare name.
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

/** Kinds that the name of a guideline may contain without concerning a person: its revision date, a web address. */
const ofDocuments: ReadonlySet<PhiKind> = new Set(['date', 'url', 'ip']);

/** True when the detector finds an identifier of a person in a name or key. Dates count only in notes. */
export const nameContainsPhi = (name: string, sourceType?: string): boolean =>
  [name, wordsOfName(name)]
    .flatMap((text) => detectPhi(text).findings)
    .some(({ kind }) => sourceType === 'note' || !ofDocuments.has(kind));
