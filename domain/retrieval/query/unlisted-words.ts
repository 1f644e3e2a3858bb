import { matchConcepts } from '../../language/concept-matcher.ts';
import { stem } from '../../language/stem.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';
import { readDrugName } from './read-drug-name.ts';

/** Shorter words are abbreviations and parts of names. */
const nameOfDrug = /^[a-z]{5,24}$/;

/**
 * Returns the words of a question that may name a drug without being a concept of the terminology: names that it knows
 * by spelling only, and words that it does not know at all.
 */
export const unlistedWords = (searchedFor: string): readonly string[] => {
  const tokens = tokenize(searchedFor);
  const covered = new Set(
    matchConcepts(
      tokens,
      tokens.map((token) => stem(token.text)),
      true,
    ).flatMap(({ start, length }) => Array.from({ length }, (_, at) => start + at)),
  );
  const words = tokens.flatMap(({ text }, at) => (covered.has(at) || !nameOfDrug.test(text) ? [] : [text]));
  return [...new Set(words)].filter((word) => drugNames.has(word) || readDrugName(word).kind === 'unlisted');
};
