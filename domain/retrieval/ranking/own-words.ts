import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { saturation } from '../lexical/bm25-parameters.ts';
import type { Passage } from '../passage.ts';
import type { Candidate, RankContext } from './rank-context.ts';

/** The length, in characters, of a passage whose words count as they are; those of longer ones count for less. */
const usualLength = 1500;
const lengthNormalization = 0.6;

/**
 * How much of the query is in the passage itself, 0 to 1: BM25 without the title, the headings and the rest of the
 * document, which are the same for all its passages.
 */
export const ownWords = ({ passage, fields }: Candidate, { terms, rarityOf }: RankContext): number => {
  const norm = 1 - lengthNormalization + (lengthNormalization * passage.text.length) / usualLength;
  let found = 0;
  let all = 0;
  for (const { term, weight } of terms) {
    const rarity = weight * rarityOf(term);
    const { times } = fields(term);
    all += rarity;
    if (times > 0) found += (rarity * times) / (times + saturation * norm);
  }
  return all === 0 ? 0 : found / all;
};

const lowerCase = weakMemoize(({ text }: Passage): string => text.toLowerCase().replace(/\s+/g, ' '));

/** Two adjacent words of at least so many letters each; "of the" says nothing. */
const shortestWord = 3;

const pairsOf = weakMemoize(({ interpretation: { searchedFor } }: RankContext): readonly string[] => {
  const words = searchedFor.toLowerCase().split(/\s+/);
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? '';
    return word.length >= shortestWord && next.length >= shortestWord ? [`${word} ${next}`] : [];
  });
});

/** The share of the question's neighbouring words that are neighbours in the passage, 0 to 1. */
export const wordPairs = ({ passage }: Candidate, context: RankContext): number => {
  const pairs = pairsOf(context);
  if (pairs.length === 0) return 0;
  const text = lowerCase(passage);
  return pairs.filter((pair) => text.includes(pair)).length / pairs.length;
};
