/** Facts about a model that a service offers. */
type KnownModel = {
  /** Default dimensions of its vectors. */
  readonly dimensions: number;
  /** The request field for fewer dimensions; absent when the model has a fixed size. */
  readonly dimensionsField?: 'dimensions' | 'output_dimension';
  /** Maximum input in tokens. */
  readonly maxTokens: number;
  /** US dollars per million tokens. */
  readonly usdPerMillionTokens: number;
};

/** The limits and dialect of a service. */
export type EmbeddingService = {
  readonly name: 'openai' | 'voyage' | 'other';
  /** Maximum number of texts in a request. */
  readonly batchSize: number;
  /** Maximum number of tokens in a request, over all texts. */
  readonly requestTokens?: number;
  /** Whether vectors can be requested as base64 of 32-bit floats: exact, and a quarter of the size. */
  readonly base64: boolean;
  /** Whether `input_type` distinguishes questions from passages. */
  readonly inputType: boolean;
  readonly models: Readonly<Record<string, KnownModel>>;
};

/**
 * Limits: OpenAI API reference, "Create embeddings" (8,192 tokens per text, one of them reserved as in the
 * specification; 300,000 tokens per request). Batches of 100 and the price of text-embedding-3-large: knowledge base
 * specification, "Embedding Generation"; the other prices: platform.openai.com/docs/pricing.
 */
const openai: EmbeddingService = {
  name: 'openai',
  batchSize: 100,
  requestTokens: 300_000,
  base64: true,
  inputType: false,
  models: {
    'text-embedding-3-large': {
      dimensions: 3072,
      dimensionsField: 'dimensions',
      maxTokens: 8191,
      usdPerMillionTokens: 0.13,
    },
    'text-embedding-3-small': {
      dimensions: 1536,
      dimensionsField: 'dimensions',
      maxTokens: 8191,
      usdPerMillionTokens: 0.02,
    },
    'text-embedding-ada-002': { dimensions: 1536, maxTokens: 8191, usdPerMillionTokens: 0.1 },
  },
};

/**
 * Batches of 128: protocol guide, "Embedding Model". Prices: docs.voyageai.com/docs/pricing. Tokens are counted with a
 * tokenizer other than Voyage's, so the limits stay below the real ones (120,000 tokens per request).
 */
const voyage: EmbeddingService = {
  name: 'voyage',
  batchSize: 128,
  requestTokens: 90_000,
  base64: true,
  inputType: true,
  models: {
    'voyage-large-2': { dimensions: 1536, maxTokens: 12_000, usdPerMillionTokens: 0.12 },
    'voyage-2': { dimensions: 1024, maxTokens: 3000, usdPerMillionTokens: 0.1 },
    'voyage-3': { dimensions: 1024, maxTokens: 24_000, usdPerMillionTokens: 0.06 },
    'voyage-3-lite': { dimensions: 512, maxTokens: 24_000, usdPerMillionTokens: 0.02 },
    'voyage-3-large': {
      dimensions: 1024,
      dimensionsField: 'output_dimension',
      maxTokens: 24_000,
      usdPerMillionTokens: 0.18,
    },
  },
};

/** Any other endpoint. 32 is the default batch limit of Text Embeddings Inference. */
const other: EmbeddingService = {
  name: 'other',
  batchSize: 32,
  base64: false,
  inputType: false,
  models: {},
};

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** The service behind a base URL, by its host. */
export const serviceAt = (baseUrl: URL): EmbeddingService => {
  if (baseUrl.hostname === 'api.openai.com') return openai;
  if (baseUrl.hostname === 'api.voyageai.com') return voyage;
  return other;
};

/** The dialect of endpoints with another address that behave like OpenAI's, such as a proxy. */
export const openaiService = openai;
