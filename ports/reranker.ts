/** The identity of a cross-encoder. */
type RerankModel = {
  /** Changes whenever the scores would. */
  readonly name: string;
  /** Maximum length of a passage in characters; the adapter cuts longer ones. */
  readonly maxPassageCharacters: number;
  /** Whether texts leave the premises. Questions and passages with PHI must not be given to such a model. */
  readonly leavesThePremises: boolean;
};

/** Maximum passages in one call. */
export const MAX_RERANKED = 100;

type RerankOptions = { readonly signal?: AbortSignal };

/**
 * Reads a question together with each passage and scores how well it answers: slower and better than comparing
 * vectors.
 *
 * Rejects with a Failure: `timeout`, `rate_limit_exceeded` or `external_api_error` when a service does not answer as
 * it should. Nothing is tried twice, because a person waits. Errors contain no text and no key.
 */
export type Reranker = {
  readonly model: RerankModel;
  /**
   * @param passages at most MAX_RERANKED (RangeError beyond)
   * @returns from 0 to 1, higher is better, in the order of the passages
   */
  readonly rerank: (
    query: string,
    passages: readonly string[],
    options?: RerankOptions,
  ) => Promise<readonly number[]>;
};
