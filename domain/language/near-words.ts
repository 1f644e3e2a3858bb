import { damerauLevenshtein } from './damerau-levenshtein.ts';

/** A word and its number of single-letter edits from the requested one. */
export type NearWord = { readonly word: string; readonly distance: number };

/** A set of words of the letters a to z that finds similar words without trying all of them. */
export type NearWords = {
  /** Adds a word that is not in the set. */
  readonly add: (word: string) => void;
  /** Does nothing when the word is not in the set. */
  readonly remove: (word: string) => void;
  /**
   * The words within this many edits, in no particular order.
   *
   * @param firstLetters the letters that they may begin with
   */
  readonly near: (word: string, maxEdits: number, firstLetters: string) => readonly NearWord[];
};

const twice = 'eaion';

/** One bit for each letter of a word, and one for each of the most common letters that occur twice. */
export const lettersOf = (word: string): number => {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) {
    const bit = 1 << (word.charCodeAt(at) - 97);
    if ((bits & bit) === 0) bits |= bit;
    else {
      const again = twice.indexOf(word.charAt(at));
      if (again >= 0) bits |= 1 << (26 + again);
    }
  }
  return bits;
};

const bitsIn = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

type Bucket = { readonly words: string[]; readonly letters: number[] };

/**
 * Creates an empty set. Words are grouped by first letter and length, each with its letter bits: adding or dropping a
 * letter changes at most one bit, a replacement two and a swap none, so that few words remain to compare letter by
 * letter.
 */
export const createNearWords = (): NearWords => {
  const buckets = new Map<string, Bucket>();
  const places = new Map<string, number>();
  const bucketOf = (word: string): string => `${word[0]}${word.length}`;
  return {
    add: (word) => {
      let bucket = buckets.get(bucketOf(word));
      if (!bucket) {
        bucket = { words: [], letters: [] };
        buckets.set(bucketOf(word), bucket);
      }
      places.set(word, bucket.words.length);
      bucket.words.push(word);
      bucket.letters.push(lettersOf(word));
    },
    remove: (word) => {
      const place = places.get(word);
      const bucket = buckets.get(bucketOf(word));
      if (place === undefined || !bucket) return;
      places.delete(word);
      const lastWord = bucket.words.pop();
      const lastLetters = bucket.letters.pop();
      if (lastWord === undefined || lastLetters === undefined || lastWord === word) return;
      bucket.words[place] = lastWord;
      bucket.letters[place] = lastLetters;
      places.set(lastWord, place);
    },
    near: (word, maxEdits, firstLetters) => {
      const found: NearWord[] = [];
      const letters = lettersOf(word);
      for (let difference = -maxEdits; difference <= maxEdits; difference += 1) {
        const maxBits = 2 * maxEdits - Math.abs(difference);
        for (const first of firstLetters) {
          const bucket = buckets.get(`${first}${word.length + difference}`);
          if (!bucket) continue;
          for (let at = 0; at < bucket.letters.length; at += 1) {
            if (bitsIn(letters ^ (bucket.letters[at] ?? 0)) > maxBits) continue;
            const candidate = bucket.words[at] ?? '';
            const distance = damerauLevenshtein(word, candidate, maxEdits);
            if (distance <= maxEdits) found.push({ word: candidate, distance });
          }
        }
      }
      return found;
    },
  };
};
