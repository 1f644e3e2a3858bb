/** A document that answers a question, with its grade: 2 is wanted first, 1 is also acceptable. */
type Judgement = { readonly file: string; readonly grade: number };

/** Retrieval quality of one question, each from 0 to 1. */
export type RetrievalScores = {
  readonly successAt1: number;
  readonly successAt3: number;
  readonly recallAt10: number;
  readonly mrrAt10: number;
  readonly ndcgAt10: number;
};

/** The distinct documents, in order of first occurrence. */
export const distinctFiles = (files: readonly string[]): readonly string[] => [...new Set(files)];

const gradesOf = (relevant: readonly Judgement[]): ReadonlyMap<string, number> => {
  const grades = new Map<string, number>();
  for (const { file, grade } of relevant) grades.set(file, Math.max(grade, grades.get(file) ?? 0));
  return grades;
};

/** 1 when one of the first `k` documents is relevant (any grade above 0), else 0. */
export const successAt = (k: number, ranked: readonly string[], relevant: readonly Judgement[]): number => {
  const grades = gradesOf(relevant);
  return distinctFiles(ranked)
    .slice(0, k)
    .some((file) => (grades.get(file) ?? 0) > 0)
    ? 1
    : 0;
};

/** The share of the relevant documents that are among the first `k`. 1 when none is relevant. */
export const recallAt = (k: number, ranked: readonly string[], relevant: readonly Judgement[]): number => {
  const wanted = [...gradesOf(relevant)].filter(([, grade]) => grade > 0).map(([file]) => file);
  if (wanted.length === 0) return 1;
  const found = new Set(distinctFiles(ranked).slice(0, k));
  return wanted.filter((file) => found.has(file)).length / wanted.length;
};

/** 1 divided by the rank of the first relevant document among the first `k`; 0 when there is none. */
export const reciprocalRankAt = (
  k: number,
  ranked: readonly string[],
  relevant: readonly Judgement[],
): number => {
  const grades = gradesOf(relevant);
  const first = distinctFiles(ranked)
    .slice(0, k)
    .findIndex((file) => (grades.get(file) ?? 0) > 0);
  return first < 0 ? 0 : 1 / (first + 1);
};

const gain = (grade: number, rank: number): number => (2 ** grade - 1) / Math.log2(rank + 1);

/**
 * Normalized discounted cumulative gain of the first `k` documents with gains of `2^grade - 1` and a logarithmic
 * discount (Järvelin and Kekäläinen, 2002; gains after Burges et al., 2005). 1 when nothing is relevant.
 */
export const ndcgAt = (k: number, ranked: readonly string[], relevant: readonly Judgement[]): number => {
  const grades = gradesOf(relevant);
  const actual = distinctFiles(ranked)
    .slice(0, k)
    .reduce((sum, file, index) => sum + gain(grades.get(file) ?? 0, index + 1), 0);
  const ideal = [...grades.values()]
    .sort((one, other) => other - one)
    .slice(0, k)
    .reduce((sum, grade, index) => sum + gain(grade, index + 1), 0);
  return ideal === 0 ? 1 : actual / ideal;
};

/** All measures of one question. `ranked` are the files of the results in rank order; repetitions are ignored. */
export const scoreRanking = (ranked: readonly string[], relevant: readonly Judgement[]): RetrievalScores => ({
  successAt1: successAt(1, ranked, relevant),
  successAt3: successAt(3, ranked, relevant),
  recallAt10: recallAt(10, ranked, relevant),
  mrrAt10: reciprocalRankAt(10, ranked, relevant),
  ndcgAt10: ndcgAt(10, ranked, relevant),
});

/** Means over questions, and their number; all zero for none. */
export const meanScores = (
  scores: readonly RetrievalScores[],
): RetrievalScores & { readonly questions: number } => {
  const mean = (pick: (one: RetrievalScores) => number): number =>
    scores.length === 0 ? 0 : scores.reduce((sum, one) => sum + pick(one), 0) / scores.length;
  return {
    questions: scores.length,
    successAt1: mean((one) => one.successAt1),
    successAt3: mean((one) => one.successAt3),
    recallAt10: mean((one) => one.recallAt10),
    mrrAt10: mean((one) => one.mrrAt10),
    ndcgAt10: mean((one) => one.ndcgAt10),
  };
};

/** Means per category in order of name, and over all under `all`. */
export const meanPerCategory = (
  scored: readonly { readonly category: string; readonly scores: RetrievalScores }[],
): ReadonlyMap<string, RetrievalScores & { readonly questions: number }> => {
  const names = [...new Set(scored.map(({ category }) => category))].sort();
  return new Map([
    ['all', meanScores(scored.map(({ scores }) => scores))],
    ...names.map(
      (name) =>
        [
          name,
          meanScores(scored.filter(({ category }) => category === name).map(({ scores }) => scores)),
        ] as const,
    ),
  ]);
};
