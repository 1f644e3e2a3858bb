import { fnv1a } from '../../kernel/fnv-1a.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { tokenize } from '../../language/tokenize.ts';

/** Words per shingle. */
const shingleLength = 4;
/** Share of common shingles from which two texts count as the same. */
export const nearDuplicateOverlap = 0.85;

const wordPattern = /[\p{L}\p{N}.]+/gu;

/** The hashes of all word 4-grams of a text; of the whole text when it is shorter. */
const shinglesOf = (text: string): ReadonlySet<number> => {
  const words = (text.toLowerCase().match(wordPattern) ?? []).map((word) => fnv1a(word));
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

/** Whether two texts count as the same by their common shingles; texts of very different length cannot. */
const overlaps = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean => {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size < large.size * nearDuplicateOverlap) return false;
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common += 1;
  return common >= nearDuplicateOverlap * (one.size + other.size - common);
};

type Written = { readonly text: string };

/** Odd factors, one for each way of shuffling the shingles (multiplicative hashing). */
const factors = Uint32Array.from(
  { length: 16 },
  (_, index) => Math.imul(index * 2 + 1, 0x9e3779b1) ^ (index * 0x85ebca6a),
).map((factor) => factor | 1);

/**
 * The least shingle of a text under each of 16 shufflings (Broder, "On the resemblance and containment of documents",
 * 1997). Two texts agree in one of them with a chance of their share of common shingles: of texts that share 0.85 one
 * pair in seven million agrees in fewer than five, and of those that share 0.1 one in sixty in more.
 */
const sketchOf = weakMemoize(({ text }: Written): Uint32Array => {
  const sketch = new Uint32Array(factors.length).fill(0xffffffff);
  for (const shingle of shinglesOf(text)) {
    for (let at = 0; at < factors.length; at += 1) {
      const product = Math.imul(shingle, factors[at] ?? 1);
      const shuffled = (product ^ (product >>> 15)) >>> 0;
      if (shuffled < (sketch[at] ?? 0)) sketch[at] = shuffled;
    }
  }
  return sketch;
});

/** Ways of shuffling in which texts that share `nearDuplicateOverlap` agree. */
const leastAgreeing = 5;

const mayOverlap = (one: Uint32Array, other: Uint32Array): boolean => {
  let agreeing = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] === other[at]) agreeing += 1;
  return agreeing >= leastAgreeing;
};

const measure = /^\d.*[\p{L}.:/]/u;

/** All doses, rates, ratios and decimals of a text, in one order. */
const measuresOf = ({ text }: Written): string =>
  tokenize(text)
    .map((token) => token.text)
    .filter((token) => measure.test(token))
    .sort()
    .join(' ');

/**
 * Drops every item whose text nearly repeats that of an item before it (Jaccard similarity of word 4-grams). Texts
 * whose measures differ are never taken for each other, however alike: "0.3 mg" and "3 mg" is the difference that
 * matters. Sketches, which are kept for each passage, show which pairs are worth comparing.
 *
 * @param items best first; pairs are compared, so give a few dozen, not thousands
 */
export const withoutNearDuplicates = <Item>(
  items: readonly Item[],
  passageOf: (item: Item) => Written,
): readonly Item[] => {
  const shingles = weakMemoize(({ text }: Written) => shinglesOf(text));
  const kept: Written[] = [];
  return items.filter((item) => {
    const passage = passageOf(item);
    const sketch = sketchOf(passage);
    const repeats = kept.some(
      (other) =>
        mayOverlap(sketch, sketchOf(other)) &&
        overlaps(shingles(passage), shingles(other)) &&
        measuresOf(passage) === measuresOf(other),
    );
    if (!repeats) kept.push(passage);
    return !repeats;
  });
};
