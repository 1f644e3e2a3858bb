import { type Evaluation, type Figures, measures } from './evaluation.ts';

/** The measures in which the full search must beat plain BM25. */
const required = new Set<keyof Figures>(['successAt1', 'recallAt10', 'mrrAt10']);

/** The measures in which the full search does not beat plain BM25, each as a sentence. */
export const notBetterThanBm25 = ({
  figures,
  plainBm25,
}: Pick<Evaluation, 'figures' | 'plainBm25'>): readonly string[] => {
  const [whole, plain] = [figures.all, plainBm25?.figures.all];
  if (!whole || !plain) return [];
  return measures.flatMap(([name, measure]) => {
    const [ours, theirs] = [whole[measure] ?? 0, plain[measure] ?? 0];
    // A perfect score cannot be beaten.
    if (!required.has(measure) || ours > theirs || (ours === 1 && theirs === 1)) return [];
    return [`${name} is ${ours.toFixed(3)}, and ${theirs.toFixed(3)} with plain BM25.`];
  });
};
