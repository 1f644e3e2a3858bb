/** The constant of Cormack, Clarke and Büttcher (SIGIR 2009); greater values smooth between the rankings. */
export const rrfConstant = 60;

/**
 * Joins several rankings into one score per id: the sum over the rankings of `weight / (k + rank)`, rank from 1. An id
 * that occurs twice in a ranking counts at its first place.
 *
 * @returns ids with their scores, best first, equal scores in order of id
 */
export const reciprocalRankFusion = (
  rankings: readonly { readonly ids: readonly string[]; readonly weight?: number }[],
  k: number = rrfConstant,
): readonly { readonly id: string; readonly score: number }[] => {
  const scores = new Map<string, number>();
  for (const { ids, weight = 1 } of rankings) {
    [...new Set(ids)].forEach((id, index) => {
      scores.set(id, (scores.get(id) ?? 0) + weight / (k + index + 1));
    });
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
};
