/** What identifies the vectors of an embedding model: vectors of different models are never compared. */
export type EmbeddingModel = {
  readonly name: string;
  readonly dimensions: number;
  /** Longest input in characters that the model reads; longer texts are cut by the adapter. */
  readonly maxInputCharacters: number;
  /** Most texts in one request. */
  readonly batchSize: number;
  /** Whether texts leave the machine. Texts with PHI must not be given to such a model. */
  readonly leavesTheMachine: boolean;
};

/** Turns texts into unit-length vectors, in the order given. */
export type Embedder = {
  readonly model: EmbeddingModel;
  /** Embeds passages of documents. `texts.length` must not exceed `model.batchSize`. */
  readonly embedPassages: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  /** Embeds one question. */
  readonly embedQuery: (text: string) => Promise<Float32Array>;
};
