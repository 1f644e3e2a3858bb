/** Converts a logit to the probability that a relevance model was trained to predict. */
export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Normalises the scores of services that may return probabilities or logits. */
export const unitScores = (scores: readonly number[]): readonly number[] =>
  scores.every((score) => score >= 0 && score <= 1) ? scores : scores.map(sigmoid);
