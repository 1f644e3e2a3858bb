/** The properties of a sentence model that its vectors depend on. */
export type SentenceModel = {
  /** Its folder in MODELS_DIR, and the name of its vectors. Changes whenever they would. */
  readonly name: string;
  readonly dimensions: number;
  /** Maximum input in word pieces, with the two that frame a text. */
  readonly maxTokens: number;
  /** Texts before questions and passages, as the model was trained. */
  readonly prefixes: { readonly question: string; readonly passage: string };
};

/**
 * The sentence models that run in this process, by the name used on the command line. Vectors are the normalised mean
 * over the word pieces, as the model cards state: all-MiniLM-L6-v2 reads 256 pieces and no prefix; e5-small-v2
 * (Wang et al., 2022) reads 512 and was trained with a prefix for each side.
 */
export const sentenceModels = {
  minilm: {
    name: 'all-minilm-l6-v2-int8',
    dimensions: 384,
    maxTokens: 256,
    prefixes: { question: '', passage: '' },
  },
  e5: {
    name: 'e5-small-v2-int8',
    dimensions: 384,
    maxTokens: 512,
    prefixes: { question: 'query: ', passage: 'passage: ' },
  },
} as const satisfies Readonly<Record<string, SentenceModel>>;

/** The sentence model with a name; undefined when there is none. */
export const sentenceModelNamed = (name: string): SentenceModel | undefined =>
  Object.values(sentenceModels).find((model) => model.name === name);
