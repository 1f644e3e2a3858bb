import { eachAdministrable } from '../../clinical-text/names-dose.ts';
import { stem } from '../../language/stem.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import { unlistedWords } from '../../retrieval/query/unlisted-words.ts';
import { type FoundDocument, wordingOf } from '../absence/found-documents.ts';
import { brandsIn } from '../excerpt/brand-terms.ts';
import { isDrugTerm } from '../excerpt/drug-terms.ts';
import { termsIn } from '../excerpt/terms-of-text.ts';
import { isDrugLike } from '../sources/drug-like.ts';

/** A drug in a question that the terminology has no concept for, with the terms that name it in the documents found. */
export type UnlistedDrug = { readonly name: string; readonly terms: readonly string[] };

/** Where a word stands in a text as a whole word: what is before it and after it. */
type Place = { readonly before: string; readonly after: string };

/** The characters around a name that show what it is. */
const around = 60;
/** More places of a word in one passage say nothing new. */
const mostPlaces = 20;
const letter = /\p{L}/u;

const placesOf = (word: string, text: string): readonly Place[] => {
  const lower = text.toLowerCase();
  const places: Place[] = [];
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
    const end = at + word.length;
    if (letter.test(lower.charAt(at - 1)) || letter.test(lower.charAt(end))) continue;
    places.push({ before: text.slice(Math.max(0, at - around), at), after: text.slice(end, end + around) });
    if (places.length === mostPlaces) break;
  }
  return places;
};

const inParentheses = /\([^()]{1,40}\)/g;
const endOfSentence = /[.;!?]\s/;
const words = /\p{L}+/gu;
/** The form and the route that may stand between a drug and its amount: "Xenofar, tablets, by mouth, 5 mg". */
const mostBetween = 4;
const amountOf = /(?:\b(?:dos(?:e|es|age|ing)|amount) of (?:the )?|\/kg(?:\/\w{1,4})? (?:of )?)$/i;

/** Whether a text gives an amount of what stands there: "Xenofar 5 mg", "Xenofar, oral, 5 mg/kg", "the dose of Xenofar". */
const givesAmount = ({ before, after }: Place): boolean => {
  if (amountOf.test(before)) return true;
  const [amount] = eachAdministrable(after);
  if (amount === undefined) return false;
  const between = after.slice(0, amount.start).replace(inParentheses, ' ');
  return !endOfSentence.test(between) && (between.match(words) ?? []).length <= mostBetween;
};

const beforeDrug =
  /(?:^|\b(?:dos(?:e|es|age|ing)|amount|much|many [a-z]{3,12}|mgs?|mg\/kg|mcg|units?|give|giving|start|prescribe) (?:of )?(?:the |iv |im |oral )?)$/;
const afterDrug = /^ (?:[\w-]{1,20} ){0,2}(?:dos(?:e|es|age|ing)|mg|mcg|tablets?|bolus|infusion)\b/;

/** Whether a question has there the drug whose dose it asks for. */
const isPlaceOfDrug = ({ before, after }: Place): boolean => beforeDrug.test(before) || afterDrug.test(after);

const abbreviation = /^ \(([A-Z][A-Z\d]{1,5})\)/;
const explanation = /^[®™]? \(([\p{L} -]{3,40})\)/u;
const explained = /([\p{L} -]{3,40}) \($/u;

/**
 * The terms of a word's other names in the documents: its abbreviation, as in "dolutegravir (DTG)", or the drug beside
 * which it stands in parentheses, as in "soluble insulin (Actrapid)".
 */
const otherTerms = (places: readonly Place[]): readonly string[] => {
  const [abbreviated] = places.flatMap(({ after }) => abbreviation.exec(after)?.[1] ?? []);
  const beside = places.flatMap(({ before, after }) => [
    explained.exec(before)?.[1] ?? '',
    explanation.exec(after)?.[1] ?? '',
  ]);
  const drugs = new Set(beside.flatMap((text) => [...termsIn(text)].filter(isDrugTerm)));
  return [...(abbreviated === undefined ? [] : [stem(abbreviated.toLowerCase())]), ...drugs];
};

/** Passages of a document in which its brand is defined. */
const firstPassages = 6;

const brandNames = (word: string, documents: readonly FoundDocument[]): readonly string[] =>
  documents.flatMap(({ passages }) =>
    [
      ...brandsIn(passages.slice(0, firstPassages).map(({ title, text }) => ({ lines: [title, text] }))),
    ].flatMap(([brand, drug]) => (brand === word || drug.split(' ').includes(word) ? [brand, drug] : [])),
  );

const termsOfNames = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => tokenize(name).map(({ text }) => stem(text)));

/** The drugs of any question that the terminology knows by name or form alone. */
export const drugsNamedAlone = ({
  searchedFor,
}: Pick<QueryInterpretation, 'searchedFor'>): readonly UnlistedDrug[] =>
  unlistedWords(searchedFor)
    .filter((word) => drugNames.has(word) || isDrugLike(word))
    .map((name) => ({ name, terms: termsOfNames([name]) }));

/**
 * The drugs of a question about a dose that the terminology has no concept for: by the form of the name, because a
 * document defines it as a brand, or because it is no word of the language and the documents found give an amount of it,
 * or do not have it at all where the question has its drug.
 *
 * @param documents all documents found
 */
export const unlistedDrugsOf = (
  { original, searchedFor, unknownWords = [] }: QueryInterpretation,
  documents: readonly FoundDocument[],
): readonly UnlistedDrug[] => {
  const candidates = unlistedWords(searchedFor);
  if (candidates.length === 0) return [];
  const texts = documents.flatMap(({ passages }) => passages.map(wordingOf));
  const question = original.toLowerCase();
  return candidates.flatMap((word) => {
    const places = texts.flatMap((text) => placesOf(word, text));
    const brands = brandNames(word, documents);
    const isUnknown = unknownWords.includes(word);
    const isDrug =
      drugNames.has(word) ||
      isDrugLike(word) ||
      brands.length > 0 ||
      (isUnknown &&
        (places.length === 0 ? placesOf(word, question).some(isPlaceOfDrug) : places.some(givesAmount)));
    if (!isDrug) return [];
    const names = termsOfNames([word, ...brands]);
    return [{ name: word, terms: [...new Set([...names, ...otherTerms(places)])] }];
  });
};
