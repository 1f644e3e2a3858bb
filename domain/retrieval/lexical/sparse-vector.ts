import { fnv1a } from '../../kernel/fnv-1a.ts';
import type { Passage } from '../passage.ts';
import { bodyLengthNormalization, saturation, sectionWeight, titleWeight } from './bm25-parameters.ts';
import type { LexicalTerm } from './lexical-query.ts';
import { passageTermsOf } from './passage-terms.ts';

/** Weights at a few of 2^32 places: indices ascending and distinct, one value each. */
export type SparseVector = { readonly indices: readonly number[]; readonly values: readonly number[] };

/** What a passage's words are taken from. */
export type PassageWords = Pick<Passage, 'title' | 'fileName' | 'protocolNumber' | 'sectionPath' | 'text'>;

/**
 * Terms that a passage is taken to have on average: a vector must not change when other documents come. Our chunkers
 * make passages of about 120 terms.
 */
const usualLength = 120;

/** Terms that share a place, about one pair in 100,000 terms, add up. */
const sparseVectorOf = (weights: Iterable<readonly [term: string, weight: number]>): SparseVector => {
  const places = new Map<number, number>();
  for (const [term, weight] of weights) {
    const place = fnv1a(term);
    places.set(place, (places.get(place) ?? 0) + weight);
  }
  const sorted = [...places].sort(([one], [other]) => one - other);
  return { indices: sorted.map(([place]) => place), values: sorted.map(([, weight]) => weight) };
};

/**
 * A passage's words as weights: the term frequency part of BM25F with the lexical index's own fields and parameters.
 * The rarity of a term is left to the index that has all vectors, so that the dot product with `querySparseVector` is the
 * BM25 score.
 *
 * @param titleTerms those of its document, which are the same for all of its passages
 */
export const passageSparseVector = (passage: PassageWords, titleTerms: ReadonlySet<string>): SparseVector => {
  const { terms, length } = passageTermsOf(passage, titleTerms);
  const norm = 1 - bodyLengthNormalization + (bodyLengthNormalization * length) / usualLength;
  return sparseVectorOf(
    [...terms].map(([term, { body, title, section }]) => {
      const frequency = body / norm + titleWeight * title + sectionWeight * section;
      return [term, ((saturation + 1) * frequency) / (frequency + saturation)];
    }),
  );
};

/** A question's weighted terms as a vector to compare with those of passages. */
export const querySparseVector = (terms: readonly LexicalTerm[]): SparseVector =>
  sparseVectorOf(terms.map(({ term, weight }) => [term, weight]));
