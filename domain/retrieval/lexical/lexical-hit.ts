/** A passage found by its words: BM25 score, 0 or more, comparable within one search only. */
export type LexicalHit = { readonly chunkId: string; readonly score: number };

/** Best first; equal scores in order of chunk ids. */
export const byScore = (one: LexicalHit, other: LexicalHit): number =>
  other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1);
