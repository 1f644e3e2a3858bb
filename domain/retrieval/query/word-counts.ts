import { createNearWords, type NearWord } from '../../language/near-words.ts';
import { createTermNumbers } from '../../language/term-numbers.ts';

/** The number of passages with each word, as written. */
export type WordCounts = {
  readonly add: (words: ReadonlySet<string>) => void;
  readonly remove: (words: ReadonlySet<string>) => void;
  readonly count: (word: string) => number;
  /** Words in enough passages with the same first letter, within this many edits, in no particular order. */
  readonly near: (word: string, maxEdits: number) => readonly NearWord[];
};

/** A word in only one passage may itself be a misspelling. */
export const minPassagesOfWord = 2;

/**
 * Creates empty counts. Words with a count of zero keep their numbers until they are the majority.
 *
 * @param minPassages the number of passages from which a word is a near match; 1 when others are counted elsewhere
 * @param seed of the table of words, see `term-numbers.ts`
 */
export const createWordCounts = (minPassages = minPassagesOfWord, seed = 0): WordCounts => {
  let numbers = createTermNumbers(seed);
  /** The counts, by word number. */
  let counts = new Uint32Array(64);
  /** The number of words that occur in some passage. */
  let held = 0;
  const common = createNearWords();
  const count = (word: string): number => {
    const number = numbers.find(word);
    return number < 0 ? 0 : (counts[number] ?? 0);
  };
  const set = (word: string, to: number): void => {
    const number = numbers.add(word);
    if (number >= counts.length) {
      const wider = new Uint32Array(counts.length * 2);
      wider.set(counts);
      counts = wider;
    }
    counts[number] = to;
  };
  const sweep = (): void => {
    if (held * 2 >= numbers.size()) return;
    const [formerNumbers, formerCounts] = [numbers, counts];
    numbers = createTermNumbers(seed);
    counts = new Uint32Array(64);
    for (let number = 0; number < formerNumbers.size(); number += 1) {
      const kept = formerCounts[number] ?? 0;
      if (kept > 0) set(formerNumbers.termAt(number), kept);
    }
  };
  return {
    add: (words) => {
      for (const word of words) {
        const now = count(word) + 1;
        if (now === 1) held += 1;
        set(word, now);
        if (now === minPassages) common.add(word);
      }
    },
    remove: (words) => {
      for (const word of words) {
        const left = count(word) - 1;
        if (left < 0) continue;
        set(word, left);
        if (left === 0) held -= 1;
        if (left === minPassages - 1) common.remove(word);
      }
      sweep();
    },
    count,
    near: (word, maxEdits) => common.near(word, maxEdits, word.charAt(0)),
  };
};
