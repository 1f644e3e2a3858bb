/** What identifies the vectors of an embedding model: vectors of different models are never compared. */
export type EmbeddingModel = {
  /** Changes whenever the vectors would: two models of one name give comparable vectors. */
  readonly name: string;
  readonly dimensions: number;
  /** Longest input in characters that the model reads; longer texts are cut by the adapter. */
  readonly maxInputCharacters: number;
  /** Most texts in one request. The adapter divides what it is given. */
  readonly batchSize: number;
  /** Whether texts leave the machine. Texts with PHI must not be given to such a model. */
  readonly leavesTheMachine: boolean;
};

/** Most texts in one call of `embedPassages`. */
export const MOST_PASSAGES = 4096;

export type EmbeddingOptions = {
  /** The texts hold PHI: nothing that is made of them is kept beyond the call. */
  readonly phi?: boolean;
  readonly signal?: AbortSignal;
};

/** The vectors of passages, in the order of the texts, and what they cost. */
export type PassageEmbeddings = {
  readonly vectors: readonly Float32Array[];
  /** Tokens that were billed or counted by a service; 0 where none is counted. */
  readonly tokens: number;
  /** US dollars; 0 for local models and for what a cache knew. */
  readonly costUsd: number;
};

/**
 * Turns texts into vectors of length one.
 *
 * Rejects with a Failure: `timeout`, `rate_limit_exceeded` or `external_api_error` when a service does not answer as
 * it should, after the adapter has tried again where that makes sense. No text and no key is part of an error.
 */
export type Embedder = {
  readonly model: EmbeddingModel;
  /** Embeds passages of documents, at most MOST_PASSAGES of them (RangeError beyond). */
  readonly embedPassages: (
    texts: readonly string[],
    options?: EmbeddingOptions,
  ) => Promise<PassageEmbeddings>;
  /** Embeds one question. Gives up sooner than `embedPassages`, because a person waits. */
  readonly embedQuery: (text: string, options?: EmbeddingOptions) => Promise<Float32Array>;
};
