import { stem } from './stem.ts';
import { tokenize } from './tokenize.ts';

/** Words per shingle. */
const shingleLength = 4;
/** Share of common shingles from which two texts say the same. */
export const nearDuplicateOverlap = 0.85;

const shinglesOf = (text: string): ReadonlySet<string> => {
  const words = tokenize(text).map((token) => stem(token.text));
  const shingles = new Set<string>();
  if (words.length < shingleLength) return shingles.add(words.join(' '));
  for (let at = 0; at + shingleLength <= words.length; at += 1) {
    shingles.add(words.slice(at, at + shingleLength).join(' '));
  }
  return shingles;
};

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common += 1;
  return common / (one.size + other.size - common || 1);
};

/**
 * Drops every item whose text nearly repeats that of an item before it (Jaccard similarity of word 4-grams). Numbers
 * are words here: two texts that differ in a dose overlap less, and short ones are then both kept.
 *
 * @param items best first; pairs are compared, so give a few dozen, not thousands
 */
export const withoutNearDuplicates = <Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  most: number = nearDuplicateOverlap,
): readonly Item[] => {
  const kept: { readonly item: Item; readonly shingles: ReadonlySet<string> }[] = [];
  for (const item of items) {
    const shingles = shinglesOf(textOf(item));
    if (kept.every((other) => overlap(shingles, other.shingles) < most)) kept.push({ item, shingles });
  }
  return kept.map(({ item }) => item);
};
