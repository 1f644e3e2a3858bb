/** What identifies the vectors of an embedding model: vectors of different models are never compared. */
export type EmbeddingModel = {
  /** Changes whenever the vectors would: two models of one name give comparable vectors. */
  readonly name: string;
  readonly dimensions: number;
  /** Longest input in characters that the model reads; longer texts are cut by the adapter. */
  readonly maxInputCharacters: number;
  /** Most texts in one request. The adapter divides longer lists. */
  readonly batchSize: number;
  /** Whether texts leave the premises: the hospital's own machines and networks. Texts with PHI must not be given to such a model. */
  readonly leavesThePremises: boolean;
};

/** Most texts in one call of `embedPassages`. */
export const MAX_PASSAGES = 4096;

/** The vectors of passages, in the order of the texts, and their cost. */
export type PassageEmbeddings = {
  readonly vectors: readonly Float32Array[];
  /** Tokens that were billed or counted by a service; 0 where none is counted. */
  readonly tokens: number;
  /** US dollars; 0 for local models and for cached vectors; null where the price is not known. */
  readonly costUsd: number | null;
};

/** A service's answer to one of the requests into which a call of `embedPassages` is divided. */
export type EmbeddedPart = PassageEmbeddings & { readonly texts: readonly string[] };

export type EmbeddingOptions = {
  /** The texts hold PHI: nothing that is made of them is kept beyond the call. */
  readonly phi?: boolean;
  readonly signal?: AbortSignal;
  /**
   * Called, and awaited, for each part as soon as a service has answered it, in any order: it is paid for even if the
   * call as a whole fails later. An embedder that works in one piece does not call it.
   */
  readonly onPart?: (part: EmbeddedPart) => void | Promise<void>;
};

/**
 * Turns texts into vectors of length one.
 *
 * Rejects with a Failure: `timeout`, `rate_limit_exceeded` or `external_api_error` when a service does not answer as
 * it should, after the adapter has tried again where that makes sense. Errors contain no text and no key. A failing
 * call sends no further requests, and lets those already sent be answered.
 */
export type Embedder = {
  readonly model: EmbeddingModel;
  /** Embeds passages of documents, at most MAX_PASSAGES of them (RangeError beyond). */
  readonly embedPassages: (
    texts: readonly string[],
    options?: EmbeddingOptions,
  ) => Promise<PassageEmbeddings>;
  /** Embeds one question. Gives up sooner than `embedPassages`, because a person waits. */
  readonly embedQuery: (text: string, options?: EmbeddingOptions) => Promise<Float32Array>;
};
