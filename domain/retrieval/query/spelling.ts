import { areContraries } from '../../language/contraries.ts';
import { isGenericWord } from '../../language/generic-words.ts';
import { createNearWords, type NearWord, type NearWords } from '../../language/near-words.ts';
import { soundsLike } from '../../language/sounds-like.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { abbreviations } from '../../language/terminology/abbreviations.ts';
import { ambiguousAbbreviations } from '../../language/terminology/ambiguous-abbreviations.ts';
import { commonWords } from '../../language/terminology/common-words.ts';
import type { Concept } from '../../language/terminology/concept.ts';
import { concepts, drugs } from '../../language/terminology/concepts.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { typos } from '../../language/terminology/typos.ts';
import { type Token, tokenize } from '../../language/tokenize.ts';
import { latinFormOf } from '../../privacy/latin-form.ts';
import type { QueryVocabulary } from './query-vocabulary.ts';
import { namesBySound, termsBySound } from './terms-by-sound.ts';

/** The shortest word that is corrected: shorter ones have too many neighbours. */
const minCorrectedLength = 5;
/** The length from which two edits are allowed instead of one. */
const longEnoughForTwo = 8;
/** Longer words are codes or noise. */
const maxCorrectedLength = 24;
/**
 * The shortest word corrected to a plain word of the corpus: such a word may be anything, so it must be more similar
 * than a medical term.
 */
const minPlainWordLength = 6;
/** The edit distance within which drug names are distinguished, even where fewer edits are corrected. */
const maxDrugDistance = 2;
/** The most unknown words of one question that are examined; a question with more is not English. */
const maxUnknownWords = 12;

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const lettersOnly = /^[a-z]+$/;

const wordsOf = ({ name, also }: Concept): readonly string[] =>
  [name, ...also].flatMap((one) =>
    tokenize(one).flatMap(({ text }) => (text.length >= 3 && lettersOnly.test(text) ? [text] : [])),
  );

const otherWords: ReadonlySet<string> = new Set(
  concepts.flatMap((concept) => (concept.kind === 'drug' ? [] : wordsOf(concept))),
);

/** Words that name a drug, even if they also mean something else, with the drugs that they name or help to name. */
const drugsByWord: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const named = new Map<string, Set<string>>();
  const add = (word: string, drug: string): void => {
    named.set(word, (named.get(word) ?? new Set()).add(drug));
  };
  for (const concept of [...drugs, ...concepts.filter(({ kind }) => kind === 'drug')]) {
    const names = new Set([concept.name, ...concept.also]);
    for (const word of wordsOf(concept)) {
      if (!commonWords.has(word) && (names.has(word) || !otherWords.has(word))) add(word, concept.name);
    }
  }
  for (const name of drugNames) if (!named.has(name)) add(name, name);
  return named;
})();

/** True when a word is a drug name or part of one. */
export const isDrugWord = (word: string): boolean => drugsByWord.has(word);

const nearWordsOf = (words: Iterable<string>): NearWords => {
  const near = createNearWords();
  for (const word of words) near.add(word);
  return near;
};

const genericNames: ReadonlySet<string> = new Set(drugs.map(({ name }) => name));
const drugsNear = nearWordsOf(drugsByWord.keys());
const termsNear = nearWordsOf([...otherWords].filter((word) => !drugsByWord.has(word)));
const stemsOfTerms: ReadonlySet<string> = new Set([...otherWords, ...drugsByWord.keys()].map(stem));

const isKnown = (word: string, vocabulary: QueryVocabulary): boolean => {
  const stemmed = stem(word);
  return (
    stopWords.has(word) ||
    commonWords.has(word) ||
    abbreviations.has(word) ||
    ambiguousAbbreviations.has(word) ||
    isGenericWord(stemmed) ||
    stemsOfTerms.has(stemmed) ||
    vocabulary.documentFrequency(word) > 0 ||
    vocabulary.hasStem(stemmed) ||
    vocabulary.isEnglish(word)
  );
};

/** True when all of these words name one drug. */
const nameOneDrug = (words: readonly string[]): boolean => {
  const [first, ...others] = words.map((word) => drugsByWord.get(word) ?? new Set<string>());
  return [...(first ?? [])].some((drug) => others.every((drugs) => drugs.has(drug)));
};

/** The word with the fewest edits; among equals, the one with the highest count. */
const nearest = (words: readonly NearWord[], count: (word: string) => number): NearWord | undefined => {
  const [first] = [...words].sort(
    (one, other) =>
      one.distance - other.distance ||
      count(other.word) - count(one.word) ||
      (one.word < other.word ? -1 : 1),
  );
  return first;
};

/**
 * Two edits too easily turn one drug into another ("betamethasone", "dexamethasone"), unless the sound stays the same.
 */
const mayMeanDrug = (word: string, drug: NearWord): boolean =>
  drug.word.charAt(0) === word.charAt(0) && (drug.distance < 2 || soundsLike(word, drug.word));

const mayMeanPlainWord = (word: string, { word: plain, distance }: NearWord): boolean =>
  word.length >= minPlainWordLength &&
  plain.at(-1) === word.at(-1) &&
  (distance < 2 || soundsLike(word, plain)) &&
  !stopWords.has(plain) &&
  !drugsByWord.has(plain) &&
  !otherWords.has(plain);

/**
 * Endings of the names of operations, examinations and diseases. No list is complete, and a different ending is a
 * different thing: a gastrotomy is not a gastrostomy.
 */
const learnedEnding =
  /(?:ectomy|ostomy|otomy|plasty|scopy|centesis|desis|pexy|rrhaphy|graphy|itis|osis|emia|uria|algia|pathy|oma|lysis|cele)$/;
const endingOf = (word: string): string => learnedEnding.exec(word)?.[0] ?? '';

/** The intended word where that is certain; otherwise candidates. */
type ResolvedSpelling = { readonly certainly?: string | undefined; readonly possibly: readonly string[] };

/** The most candidates that are offered to the user. */
const maxPossible = 3;

const possibleOf = (drugs: readonly NearWord[], other: NearWord | undefined): readonly string[] => {
  const words = other === undefined ? drugs : [...drugs, other];
  return [
    ...new Set(
      words
        .toSorted((one, two) => one.distance - two.distance || (one.word < two.word ? -1 : 1))
        .map(({ word }) => word),
    ),
  ].slice(0, maxPossible);
};

/** Resolves an unknown word. */
const resolveSpelling = (word: string, vocabulary: QueryVocabulary): ResolvedSpelling => {
  const ending = endingOf(word);
  const maxDistance = word.length >= longEnoughForTwo && ending === '' ? 2 : 1;
  const endsAlike = (other: NearWord): boolean => ending === '' || endingOf(other.word) === ending;
  const { documentFrequency } = vocabulary;
  const term = nearest(
    termsNear
      .near(word, maxDistance, word.charAt(0))
      .filter((one) => endsAlike(one) && !areContraries(word, one.word)),
    documentFrequency,
  );
  const plain = nearest(
    vocabulary
      .wordsNear(word, maxDistance)
      .filter((one) => endsAlike(one) && mayMeanPlainWord(word, one) && !areContraries(word, one.word)),
    documentFrequency,
  );
  const other = plain && plain.distance < (term?.distance ?? maxDistance + 1) ? plain : term;
  const drugs = drugsNear.near(word, maxDrugDistance, alphabet);
  const drug = nearest(drugs, (name) => (genericNames.has(name) ? 1 : 0));
  if (!drug || drug.distance > maxDistance || (other && other.distance < drug.distance))
    return { certainly: other?.word, possibly: [] };
  const certain =
    nameOneDrug(drugs.map((one) => one.word)) &&
    mayMeanDrug(word, drug) &&
    !(other && other.distance === drug.distance && (other === term || vocabulary.isEnglish(other.word)));
  if (certain) return { certainly: drug.word, possibly: [] };
  return {
    possibly: possibleOf(
      drugs.filter(({ distance }) => distance <= maxDistance),
      other,
    ),
  };
};

/** The listed correction of a frequent misspelling; nothing for a drug's name. */
const listed = (word: string): string | undefined => (drugsByWord.has(word) ? undefined : typos.get(word));

/** True when a word could be a misspelling. */
const canBeCorrected = (word: string, vocabulary: QueryVocabulary): boolean =>
  word.length >= minCorrectedLength &&
  word.length <= maxCorrectedLength &&
  lettersOnly.test(word) &&
  !isKnown(word, vocabulary);

/** The fewest letters that identify the beginning of a drug's name. */
const minBeginning = 6;

/** Drugs whose names begin with an unfinished word: "predniso" may be prednisone or prednisolone. */
const drugsBeginningWith = (word: string): readonly string[] =>
  word.length < minBeginning ? [] : [...drugsByWord.keys()].filter((drug) => drug.startsWith(word)).sort();

/** The most adjacent pairs of words examined: questions about one thing are short. */
const maxPairs = 20;

/** Removes accents, as in "ibuprofén"; words with letters of another script stay unchanged. */
const withoutAccents = (word: string): string => {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '');
  return lettersOnly.test(plain) ? plain : word;
};

/** The spelling of a question: corrections and suggestions, each by the word as written. */
type SpellingReading = {
  readonly corrections: ReadonlyMap<string, string>;
  /** Candidates where the intended word is uncertain, nearest first; they are not searched. */
  readonly suggestions: ReadonlyMap<string, readonly string[]>;
};

/**
 * Corrects the spelling of a question, by the word as written. Only words unknown to the terminology, the corpus and
 * English are corrected, to the nearest word of the terminology or the corpus with the same first letter. A drug's name
 * is never changed into another: a known drug stays unchanged, and so does a word within two edits of two drugs,
 * whatever their first letters, because look-alike names cause wrong-drug errors (ISMP List of Confused Drug Names).
 * Several names of one drug do not make a word ambiguous.
 *
 * Each word is looked up once, and only the first dozen unknown words: a question with more is not misspelled. Words in
 * capitals are abbreviations and names and stay unchanged, unless they are on the list of frequent misspellings or the
 * whole question is in capitals. A word of two scripts is read in its Latin form.
 */
export const readSpelling = (
  tokens: readonly Token[],
  vocabulary: QueryVocabulary,
  shouting: boolean,
): SpellingReading => {
  const corrections = new Map<string, string>();
  const suggestions = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  let unknown = 0;
  for (const { text: written, capitals } of tokens) {
    if (seen.has(written)) continue;
    seen.add(written);
    const text = latinFormOf(written);
    if (text !== written) corrections.set(written, text);
    const curated = listed(text);
    if (curated !== undefined) {
      corrections.set(written, curated);
      continue;
    }
    const plain = withoutAccents(text);
    if (plain !== text && !isKnown(text, vocabulary) && isKnown(plain, vocabulary)) {
      corrections.set(written, plain);
      continue;
    }
    if ((capitals && !shouting) || unknown >= maxUnknownWords || !canBeCorrected(text, vocabulary)) continue;
    unknown += 1;
    const { certainly, possibly } = resolveSpelling(text, vocabulary);
    if (certainly !== undefined) {
      corrections.set(written, certainly);
      continue;
    }
    const alike = [...new Set([...possibly, ...drugsBeginningWith(text)])].slice(0, maxPossible);
    const asked = alike.length > 0 ? alike : termsBySound(text);
    if (asked.length > 0) suggestions.set(written, asked);
  }
  for (const [at, { text: first }] of tokens.slice(0, maxPairs).entries()) {
    const second = tokens[at + 1]?.text;
    if (second === undefined || corrections.has(first) || corrections.has(second)) continue;
    const names = namesBySound(first, second);
    if (names.length > 0) suggestions.set(`${first} ${second}`, names);
  }
  return { corrections, suggestions };
};
