import { isGenericWord } from './lexical-query.ts';
import type { QueryVocabulary } from './query-vocabulary.ts';
import { stem } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { abbreviations } from './terminology/abbreviations.ts';
import { ambiguousAbbreviations } from './terminology/ambiguous-abbreviations.ts';
import { commonWords } from './terminology/common-words.ts';
import { concepts } from './terminology/concepts.ts';
import { drugNames } from './terminology/drug-names.ts';
import { typos } from './terminology/typos.ts';
import { tokenize } from './tokenize.ts';

/** Words of a text that are not corrected: shorter ones have too many neighbours. */
const shortestCorrected = 5;
/** From this length on two slips are allowed, below it one. */
const longEnoughForTwo = 8;
/** Words over this length are codes or noise. */
const longestCorrected = 24;

const lettersOnly = /^[a-z]+$/;

const wordsOfConcepts = (kind: 'drug' | 'other'): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const concept of concepts) {
    if ((concept.kind === 'drug') !== (kind === 'drug')) continue;
    for (const name of [concept.name, ...concept.also]) {
      for (const { text } of tokenize(name)) if (text.length >= 3 && lettersOnly.test(text)) words.add(text);
    }
  }
  return words;
};

const otherWords = wordsOfConcepts('other');
/** Words that name a drug, whatever else they mean. */
const drugWords: ReadonlySet<string> = new Set([
  ...[...wordsOfConcepts('drug')].filter((word) => !otherWords.has(word) && !commonWords.has(word)),
  ...drugNames,
]);

/** Whether a word is the name of a drug or part of one. */
export const isDrugWord = (word: string): boolean => drugWords.has(word);

const bucketKey = (word: string): string => `${word[0]}${word.length}`;

const bucketed = (words: Iterable<string>): ReadonlyMap<string, readonly string[]> => {
  const buckets = new Map<string, string[]>();
  for (const word of words) {
    const bucket = buckets.get(bucketKey(word));
    if (bucket) bucket.push(word);
    else buckets.set(bucketKey(word), [word]);
  }
  return buckets;
};

const terminologyByLetterAndLength = bucketed(new Set([...otherWords, ...drugWords]));

/**
 * The number of single-letter slips (insertion, deletion, replacement, swap of neighbours) between two words, or a
 * number greater than `most` as soon as that is certain (restricted Damerau-Levenshtein distance).
 */
export const slipsBetween = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let value = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) value = Math.min(value, (beforeLast[column - 2] ?? 0) + 1);
      current.push(value);
      if (value < least) least = value;
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? most + 1;
};

type Candidate = { readonly word: string; readonly slips: number; readonly frequency: number };

const isKnown = (word: string, vocabulary: QueryVocabulary): boolean =>
  stopWords.has(word) ||
  commonWords.has(word) ||
  abbreviations.has(word) ||
  ambiguousAbbreviations.has(word) ||
  isGenericWord(stem(word)) ||
  otherWords.has(word) ||
  drugWords.has(word) ||
  commonWords.has(word.replace(/(?:s|es|ed|ing|ly)$/, '')) ||
  otherWords.has(word.replace(/(?:s|es|ed|ing)$/, '')) ||
  drugWords.has(word.replace(/s$/, '')) ||
  vocabulary.documentFrequency(word) > 0;

const candidatesFor = (word: string, most: number, vocabulary: QueryVocabulary): readonly Candidate[] => {
  const found = new Map<string, Candidate>();
  const first = word[0] ?? '';
  for (let length = word.length - most; length <= word.length + most; length += 1) {
    const terms = terminologyByLetterAndLength.get(`${first}${length}`) ?? [];
    for (const list of [terms, vocabulary.wordsLike(first, length)]) {
      for (const candidate of list) {
        if (found.has(candidate)) continue;
        const slips = slipsBetween(word, candidate, most);
        if (slips > most) continue;
        found.set(candidate, { word: candidate, slips, frequency: vocabulary.documentFrequency(candidate) });
      }
    }
  }
  return [...found.values()].sort(
    (one, other) =>
      one.slips - other.slips || other.frequency - one.frequency || (one.word < other.word ? -1 : 1),
  );
};

/**
 * What a misspelled word was meant to be, or `undefined` to leave it. Only words that neither the terminology nor the
 * corpus knows are corrected, to the nearest word of either with the same first letter. The name of a drug is never
 * changed into another: a known drug is left alone, and a word within reach of two drugs is left as it is, because
 * look-alike names are how wrong drugs are given (ISMP List of Confused Drug Names).
 *
 * @param word lower case
 */
export const correctSpelling = (word: string, vocabulary: QueryVocabulary): string | undefined => {
  if (drugWords.has(word)) return undefined;
  const curated = typos.get(word);
  if (curated !== undefined) return curated;
  if (word.length < shortestCorrected || word.length > longestCorrected || !lettersOnly.test(word)) {
    return undefined;
  }
  if (isKnown(word, vocabulary)) return undefined;
  const most = word.length >= longEnoughForTwo ? 2 : 1;
  const candidates = candidatesFor(word, most, vocabulary);
  const nearest = candidates[0];
  if (!nearest) return undefined;
  const drugsInReach = new Set(
    candidates.filter(({ word: one }) => drugWords.has(one)).map(({ word: one }) => one),
  );
  if (drugsInReach.size > 1) return undefined;
  // A rare word of the corpus may itself be a slip; the terminology's words are sure.
  const sure = otherWords.has(nearest.word) || drugWords.has(nearest.word) || nearest.frequency >= 2;
  return sure ? nearest.word : undefined;
};
