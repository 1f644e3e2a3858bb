import { withImplied } from '../../language/terminology/concepts.ts';
import { tokenize } from '../../language/tokenize.ts';
import type { Passage } from '../passage.ts';
import {
  protocolFamily,
  protocolNumberKey,
  protocolNumbersOf,
  sectionNumbersOf,
} from '../protocol-numbers.ts';
import { analyzeText, analyzeTokens, type TextAnalysis } from './analyze-text.ts';
import { conceptTerm } from './lexical-query.ts';
import type { Frequencies } from './postings.ts';
import { titleWords } from './title-words.ts';

/** The indexed form of a passage. */
type PassageTerms = {
  readonly terms: ReadonlyMap<string, Frequencies>;
  /** Terms in the body, including repetitions. */
  readonly length: number;
  /** Plain words of the body as written, for spelling correction. */
  readonly words: ReadonlySet<string>;
};

const minWordLength = 4;
const plainWord = /^[a-z]+$/;

const termsOf = ({ words, concepts }: TextAnalysis): readonly string[] => [
  ...words,
  ...withImplied(concepts).map(conceptTerm),
];

/**
 * The terms that name a document: those of its title and file name, and its protocol numbers with their key and family.
 */
export const titleTermsOf = (
  document: Pick<Passage, 'title' | 'fileName' | 'protocolNumber'>,
): ReadonlySet<string> => {
  const terms = new Set(termsOf(analyzeText(titleWords(document))));
  for (const number of protocolNumbersOf(document))
    terms.add(number).add(protocolNumberKey(number)).add(protocolFamily(number));
  return terms;
};

/** The terms of a passage's headings, with the protocol numbers in them. */
export const sectionTermsOf = ({ sectionPath }: Pick<Passage, 'sectionPath'>): ReadonlySet<string> =>
  new Set([
    ...termsOf(analyzeText(sectionPath.join(' \n '))),
    ...sectionNumbersOf(sectionPath).flatMap((number) => [number, protocolNumberKey(number)]),
  ]);

/** The terms of a passage's text. */
export const bodyTermsOf = (passage: Pick<Passage, 'text'>): readonly string[] =>
  termsOf(analyzeText(passage.text));

/**
 * Analyzes a passage for the index. Each term of a title or heading counts once, because repetition there does not make
 * it more relevant.
 *
 * @param titleTerms those of its document, shared by all its passages
 */
export const passageTermsOf = (
  passage: Pick<Passage, 'sectionPath' | 'text'>,
  titleTerms: ReadonlySet<string>,
): PassageTerms => {
  const terms = new Map<string, Frequencies>();
  const entry = (term: string): Frequencies => {
    const known = terms.get(term);
    if (known) return known;
    const fresh = { body: 0, title: 0, section: 0 };
    terms.set(term, fresh);
    return fresh;
  };
  const tokens = tokenize(passage.text);
  const body = termsOf(analyzeTokens(tokens));
  for (const term of body) entry(term).body += 1;
  for (const term of titleTerms) entry(term).title = 1;
  for (const term of sectionTermsOf(passage)) entry(term).section = 1;
  const words = new Set<string>();
  for (const { text } of tokens) if (text.length >= minWordLength && plainWord.test(text)) words.add(text);
  return { terms, length: body.length, words };
};
