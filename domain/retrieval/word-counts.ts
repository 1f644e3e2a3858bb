/** In how many passages each word occurs, as written. */
export type WordCounts = {
  readonly add: (words: ReadonlySet<string>) => void;
  readonly remove: (words: ReadonlySet<string>) => void;
  readonly count: (word: string) => number;
  /** Words with the given first letter and length, in no particular order. */
  readonly like: (firstLetter: string, length: number) => readonly string[];
};

const bucketOf = (word: string): string => `${word[0]}${word.length}`;

/** Empty counts. */
export const createWordCounts = (): WordCounts => {
  const counts = new Map<string, number>();
  const buckets = new Map<string, Set<string>>();
  return {
    add: (words) => {
      for (const word of words) {
        const before = counts.get(word) ?? 0;
        counts.set(word, before + 1);
        if (before > 0) continue;
        const bucket = buckets.get(bucketOf(word));
        if (bucket) bucket.add(word);
        else buckets.set(bucketOf(word), new Set([word]));
      }
    },
    remove: (words) => {
      for (const word of words) {
        const left = (counts.get(word) ?? 0) - 1;
        if (left > 0) counts.set(word, left);
        else {
          counts.delete(word);
          buckets.get(bucketOf(word))?.delete(word);
        }
      }
    },
    count: (word) => counts.get(word) ?? 0,
    like: (firstLetter, length) => [...(buckets.get(`${firstLetter}${length}`) ?? [])],
  };
};
