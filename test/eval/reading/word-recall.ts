/** Words of a text with their numbers of occurrences; letters and digits only, so that signs and spaces do not matter. */
const countWords = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const word of text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** The number of words of another program's reading, and those of them that ours lacks. */
export type WordRecall = { readonly words: number; readonly missing: readonly string[] };

/** Compares our reading of a file with another program's. A word that occurs five times must be read five times. */
export const recallWords = (read: string, expected: string): WordRecall => {
  const present = countWords(read);
  let words = 0;
  const missing: string[] = [];
  for (const [word, count] of countWords(expected)) {
    words += count;
    const lacking = Math.max(0, count - (present.get(word) ?? 0));
    missing.push(...Array.from({ length: lacking }, () => word));
  }
  return { words, missing };
};
