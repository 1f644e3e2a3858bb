/** Words per shingle. */
const shingleLength = 4;
/** Share of common shingles from which two texts say the same. */
export const nearDuplicateOverlap = 0.85;

const wordPattern = /[\p{L}\p{N}.]+/gu;

/** FNV-1a, 32 bits. */
const hashOf = (word: string): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return value;
};

/** The hashes of all word 4-grams of a text; of the whole text when it is shorter. */
const shinglesOf = (text: string): ReadonlySet<number> => {
  const words = (text.toLowerCase().match(wordPattern) ?? []).map(hashOf);
  const shingles = new Set<number>();
  const last = Math.max(1, words.length - shingleLength + 1);
  for (let at = 0; at < last; at += 1) {
    let value = 0x811c9dc5;
    for (let word = at; word < Math.min(at + shingleLength, words.length); word += 1) {
      value = Math.imul(value ^ (words[word] ?? 0), 0x01000193);
    }
    shingles.add(value);
  }
  return shingles;
};

/** Whether the share of common shingles reaches `least`; texts of very different length cannot. */
const overlaps = (one: ReadonlySet<number>, other: ReadonlySet<number>, least: number): boolean => {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size < large.size * least) return false;
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common += 1;
  return common >= least * (one.size + other.size - common);
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
  least: number = nearDuplicateOverlap,
): readonly Item[] => {
  const kept: { readonly item: Item; readonly shingles: ReadonlySet<number> }[] = [];
  for (const item of items) {
    const shingles = shinglesOf(textOf(item));
    if (!kept.some((other) => overlaps(shingles, other.shingles, least))) kept.push({ item, shingles });
  }
  return kept.map(({ item }) => item);
};
