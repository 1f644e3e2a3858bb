import { plainTerms } from './plain-terms.ts';

/** A text under its file name for judging. */
export type PlainText = { readonly fileName: string; readonly text: string };

/** The usual defaults of search engines: saturation and length normalization as in Lucene. */
const K1 = 1.2;
const B = 0.75;

type Posting = { readonly text: number; readonly count: number };

const countTerms = (terms: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
};

/**
 * Plain Okapi BM25 over whole texts, for comparison: k1 1.2, b 0.75, and the inverse document frequency of Robertson
 * and Zaragoza (2009), which Lucene keeps above 0. A repeated query term counts repeatedly.
 *
 * @returns the best `limit` texts that share a term with a question, best first; ties in order of the texts
 */
export const createPlainBm25 = (
  texts: readonly PlainText[],
): ((question: string, limit: number) => readonly PlainText[]) => {
  const counts = texts.map(({ text }) => countTerms(plainTerms(text)));
  const lengths = counts.map((terms) => [...terms.values()].reduce((sum, count) => sum + count, 0));
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  const postings = new Map<string, Posting[]>();
  counts.forEach((terms, text) => {
    for (const [term, count] of terms) {
      const list = postings.get(term);
      if (list) list.push({ text, count });
      else postings.set(term, [{ text, count }]);
    }
  });

  return (question, limit) => {
    const scores = new Map<number, number>();
    for (const term of plainTerms(question)) {
      const list = postings.get(term) ?? [];
      const rarity = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5));
      for (const { text, count } of list) {
        const length = 1 - B + (B * (lengths[text] ?? 0)) / meanLength;
        const score = (rarity * count * (K1 + 1)) / (count + K1 * length);
        scores.set(text, (scores.get(text) ?? 0) + score);
      }
    }
    return [...scores]
      .sort(([one, score], [other, otherScore]) => otherScore - score || one - other)
      .slice(0, limit)
      .flatMap(([text]) => texts[text] ?? []);
  };
};
