import { fnv1a } from '../kernel/fnv-1a.ts';

/** Words that make a shingle: three in a row are rarely those of another document, and survive most revisions. */
const WORDS = 3;
/** Shingles below which what is replaced is too short to be compared: two notes of some lines share nothing by right. */
const MIN_SHINGLES = 60;
/**
 * Share of common shingles (Jaccard) below which two versions are rather two documents. Measured on the 138 protocols of one
 * agency, which share letterheads and phrases: 96 in 100 of the 9,180 pairs of different ones have less; all revisions in
 * which half of the lines are others have 0.15 or more.
 */
const ALIKE = 0.1;

/** The shingles of a text by their hashes; of a long one every so-manieth. */
export const addShingles = (shingles: Set<number>, text: string, every = 1): void => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  for (let at = 0; at + WORDS <= words.length; at += 1) {
    const hash = fnv1a(words.slice(at, at + WORDS).join(' '));
    if (hash % every === 0) shingles.add(hash);
  }
};

/** From 0 for nothing in common to 1 for the same words. */
export const likenessOf = (one: ReadonlySet<number>, other: ReadonlySet<number>): number => {
  const common = one.intersection(other).size;
  return common / (one.size + other.size - common || 1);
};

/**
 * Whether two versions are rather two documents. Not said where the one before is short; a short one after it counts, for
 * a stub, a cover page or another file would take all that it says out of search.
 */
export const areDissimilar = (now: ReadonlySet<number>, before: ReadonlySet<number>): boolean =>
  before.size >= MIN_SHINGLES && likenessOf(now, before) < ALIKE;
