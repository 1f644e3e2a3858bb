/** How the similarities of an embedding model are read. */
export type SimilarityScale = {
  /** The similarity of two passages that have nothing to do with each other: it counts as 0. */
  readonly unrelated: number;
  /** The weight of similarity in ranking; that of the built-in vectors is 1. */
  readonly weight: number;
};

/** Similarities as they are: for the built-in vectors, and for models that were not measured. */
const plainScale: SimilarityScale = { unrelated: 0, weight: 1 };

/**
 * Models that were measured. The similarity of unrelated passages is the median of 2,000 random pairs of passages from
 * different documents: a property of the model, because four corpora differ by 0.014 (e5) and three by 0.07 (MiniLM). The
 * weight is the greatest of 1, 2.5 and 5 at which no corpus finds fewer pages with the first result than at 1: see
 * docs/operations/models.md.
 */
const measuredScales: Readonly<Record<string, SimilarityScale>> = {
  'all-minilm-l6-v2-int8': { unrelated: 0.36, weight: 1 },
  'e5-small-v2-int8': { unrelated: 0.845, weight: 2.5 },
};

/** The scale of a model by its name. */
export const similarityScaleOf = (model: string): SimilarityScale =>
  (Object.hasOwn(measuredScales, model) ? measuredScales[model] : undefined) ?? plainScale;

/** Reads a similarity on a scale: 0 for unrelated passages, 1 for the same text. */
export const scaledSimilarity = ({ unrelated }: SimilarityScale, similarity: number): number =>
  (similarity - unrelated) / (1 - unrelated);
