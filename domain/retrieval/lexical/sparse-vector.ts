import { fnv1a } from '../../kernel/fnv-1a.ts';
import type { Passage } from '../passage.ts';
import { bodyLengthNormalization, saturation, sectionWeight, titleWeight } from './bm25-parameters.ts';
import type { LexicalTerm } from './lexical-query.ts';
import { passageTermsOf } from './passage-terms.ts';

/** A sparse vector over 2^32 dimensions: ascending, distinct indices with one value each. */
export type SparseVector = { readonly indices: readonly number[]; readonly values: readonly number[] };

/** The parts of a passage that its terms come from. */
export type PassageWords = Pick<Passage, 'title' | 'fileName' | 'protocolNumber' | 'sectionPath' | 'text'>;

/**
 * The assumed average length of a passage in terms: a constant, because a vector must not change when other documents
 * arrive. Our chunkers make passages of about 120 terms.
 */
const usualLength = 120;

/** Builds a vector. Terms that collide, about one pair in 100,000 terms, add up. */
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
 * Encodes a passage's words as weights: the term frequency part of BM25F with the lexical index's own fields and
 * parameters. The index that has all vectors applies the rarity of a term, so that the dot product with
 * `querySparseVector` is the BM25 score.
 *
 * @param titleTerms those of its document, shared by all its passages
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

/** Encodes a question's weighted terms as a vector to compare with those of passages. */
export const querySparseVector = (terms: readonly LexicalTerm[]): SparseVector =>
  sparseVectorOf(terms.map(({ term, weight }) => [term, weight]));
