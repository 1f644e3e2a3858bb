/** The probability that a model of relevance was trained to give, from what its last layer gives: any number. */
export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Scores from 0 to 1, of services that may answer those or what the last layer of their model gives. */
export const unitScores = (scores: readonly number[]): readonly number[] =>
  scores.every((score) => score >= 0 && score <= 1) ? scores : scores.map(sigmoid);
