import type { RankedPassage } from './rank-passages.ts';

/** Passages that the cross-encoder looks at. */
export const passagesToRerank = 20;
/**
 * Share of the cross-encoder in the blended score. It reads question and passage together but knows nothing of
 * protocol numbers, populations and priorities, so neither has the last word.
 */
const rerankShare = 0.5;
/** From this score on the cross-encoder, which has read the passage, takes it for an answer: it is not a weak match. */
const answering = 0.5;

/**
 * Orders the first passages by their own score blended with the cross-encoder's; those beyond follow in their order,
 * none of them with a higher score than the last of the first.
 *
 * @param ranked best first
 * @param scores 0 to 1, of the first passages in order; undefined for one that was not shown to the cross-encoder,
 *   which keeps its score
 */
export const blendRerankScores = (
  ranked: readonly RankedPassage[],
  scores: readonly (number | undefined)[],
): readonly RankedPassage[] => {
  const first = ranked
    .slice(0, scores.length)
    .map((passage, index): RankedPassage => {
      const rerank = scores[index];
      if (rerank === undefined) return passage;
      const { weak, ...read } = passage;
      return {
        ...read,
        ...(weak && rerank < answering ? { weak } : {}),
        score: passage.score + rerankShare * (rerank - passage.score),
        ...(passage.stages === undefined ? {} : { stages: { ...passage.stages, rerank } }),
      };
    })
    .sort((one, other) => other.score - one.score || (one.passage.chunkId < other.passage.chunkId ? -1 : 1));
  const most = first.at(-1)?.score ?? 1;
  const beyond = ranked
    .slice(scores.length)
    .map((passage) => (passage.score > most ? { ...passage, score: most } : passage));
  return [...first, ...beyond];
};
