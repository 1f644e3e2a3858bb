/** The identity of an embedding model: vectors of different models are never compared. */
export type EmbeddingModel = {
  /** Changes whenever the vectors would: models of the same name produce comparable vectors. */
  readonly name: string;
  readonly dimensions: number;
  /** Maximum input in characters; the adapter cuts longer texts. */
  readonly maxInputCharacters: number;
  /** Maximum number of texts in a request. The adapter splits longer lists. */
  readonly batchSize: number;
  /** Whether texts leave the premises: the hospital's own machines and networks. Texts with PHI must not be given to such a model. */
  readonly leavesThePremises: boolean;
};

/** Maximum number of texts in one call of `embedPassages`. */
export const MAX_PASSAGES = 4096;

/** The vectors of passages, in the order of the texts, and their cost. */
export type PassageEmbeddings = {
  readonly vectors: readonly Float32Array[];
  /** Tokens billed or counted by a service; 0 without a count. */
  readonly tokens: number;
  /** US dollars; 0 for local models and cached vectors; null if the price is not known. */
  readonly costUsd: number | null;
};

/** A service's answer to one of the requests into which a call of `embedPassages` is divided. */
export type EmbeddedPart = PassageEmbeddings & { readonly texts: readonly string[] };

export type EmbeddingOptions = {
  /** The texts contain PHI: nothing derived from them is kept beyond the call. */
  readonly phi?: boolean;
  readonly signal?: AbortSignal;
  /**
   * Called, and awaited, for each part as soon as a service has returned it, in any order: it is paid for even if the
   * call as a whole fails later. An embedder without parts does not call it.
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
