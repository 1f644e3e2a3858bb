import { createNearWords, type NearWord } from '../../language/near-words.ts';

/** In how many passages each word occurs, as written. */
export type WordCounts = {
  readonly add: (words: ReadonlySet<string>) => void;
  readonly remove: (words: ReadonlySet<string>) => void;
  readonly count: (word: string) => number;
  /** Words of enough passages with the same first letter, within this many edits, in no particular order. */
  readonly near: (word: string, maxEdits: number) => readonly NearWord[];
};

/** A word that a single passage has may itself be a slip. */
export const minPassagesOfWord = 2;

/**
 * Empty counts.
 *
 * @param minPassages passages from which on a word is near others; 1 where others are counted elsewhere
 */
export const createWordCounts = (minPassages = minPassagesOfWord): WordCounts => {
  const counts = new Map<string, number>();
  const common = createNearWords();
  return {
    add: (words) => {
      for (const word of words) {
        const now = (counts.get(word) ?? 0) + 1;
        counts.set(word, now);
        if (now === minPassages) common.add(word);
      }
    },
    remove: (words) => {
      for (const word of words) {
        const left = (counts.get(word) ?? 0) - 1;
        if (left > 0) counts.set(word, left);
        else counts.delete(word);
        if (left === minPassages - 1) common.remove(word);
      }
    },
    count: (word) => counts.get(word) ?? 0,
    near: (word, maxEdits) => common.near(word, maxEdits, word.charAt(0)),
  };
};
