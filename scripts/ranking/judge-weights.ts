import { shareAfter } from '../../domain/retrieval/ranking/rank-passages.ts';
import type { Example } from './example.ts';

/** The weights of the learned signals, in their order. */
export type Weights = Float64Array;

/** Shares of the questions, 0 to 1: the first, or one of the first three, is on a labelled page; and so on. */
export type Figures = {
  readonly pageAt1: number;
  readonly pageAt3: number;
  readonly mrrAt10: number;
  readonly documentAt1: number;
};

/** The score of a candidate before it is scaled. */
const sumOf = ({ values, given }: Example[number], weights: Weights): number => {
  let sum = given;
  for (let at = 0; at < weights.length; at += 1) sum += (weights[at] ?? 0) * (values[at] ?? 0);
  return sum;
};

/** The candidates as a search would show them: further passages of a document are lowered. */
const ranked = (example: Example, weights: Weights): Example => {
  const byScore = example
    .map((candidate) => ({ candidate, score: Math.max(0, sumOf(candidate, weights)) }))
    .sort((one, other) => other.score - one.score);
  const before = new Map<string, number>();
  return byScore
    .map(({ candidate, score }) => {
      const better = before.get(candidate.docKey) ?? 0;
      before.set(candidate.docKey, better + 1);
      return { candidate, score: score * shareAfter(better) };
    })
    .sort((one, other) => other.score - one.score)
    .map(({ candidate }) => candidate);
};

/** Ranks the candidates of each question by some weights, and judges the results. */
export const judgeWeights = (examples: readonly Example[], weights: Weights): Figures => {
  let [pageAt1, pageAt3, mrrAt10, documentAt1] = [0, 0, 0, 0];
  for (const example of examples) {
    const results = ranked(example, weights);
    const right = results.findIndex(({ isRight }) => isRight);
    if (right === 0) pageAt1 += 1;
    if (right >= 0 && right < 3) pageAt3 += 1;
    if (right >= 0 && right < 10) mrrAt10 += 1 / (right + 1);
    if (results[0]?.isRightDocument) documentAt1 += 1;
  }
  const all = Math.max(1, examples.length);
  return {
    pageAt1: pageAt1 / all,
    pageAt3: pageAt3 / all,
    mrrAt10: mrrAt10 / all,
    documentAt1: documentAt1 / all,
  };
};
