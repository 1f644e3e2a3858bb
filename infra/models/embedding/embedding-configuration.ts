import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { serverAddress } from '../../installation/environment/server-address.ts';
import { type SentenceModel, sentenceModelNamed, sentenceModels } from '../installable/sentence-models.ts';
import { OPENAI_BASE_URL, openaiService, serviceAt } from './embedding-models.ts';

const positive = z.coerce.number().int().positive();

/** The variables that choose the embedder. */
export const embeddingEnvironment = {
  EMBEDDING_PROVIDER: z
    .enum(['builtin', 'onnx', 'openai', 'openai-compatible', 'transformers'])
    .optional()
    .describe(
      'provider of text vectors, `builtin` unless set; once there are documents, another model is used only after `npx anamnesis embedding change <model>`, and so is a new version of the built-in one (see `npx anamnesis embedding show`; until then documents are found by their words)',
    ),
  EMBEDDING_BASE_URL: serverAddress
    .optional()
    .describe('OpenAI-compatible endpoint (Voyage, Ollama, vLLM, TEI)'),
  EMBEDDING_MODEL: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('name of the model at that endpoint; with `onnx` that of an installed one'),
  EMBEDDING_DIMENSIONS: positive.max(16_000).optional().describe('dimensions of its vectors'),
  EMBEDDING_API_KEY: z.string().min(1).optional().describe('API key for that endpoint'),
  EMBEDDING_BATCH_SIZE: positive.max(2048).optional().describe('largest number of texts in one request'),
  EMBEDDING_MAX_CHARACTERS: positive
    .min(100)
    .max(1_000_000)
    .optional()
    .describe('longest text in characters; longer ones are truncated'),
  EMBEDDING_USD_PER_MILLION_TOKENS: z.coerce
    .number()
    .min(0)
    .max(1000)
    .optional()
    .describe('its price, for the costs shown by jobs'),
  EMBEDDING_LOCAL: flag
    .optional()
    .describe(
      'declares whether that endpoint is on the premises; default: judged by its address; documents with PHI are sent nowhere else: they are embedded on the premises or found by their words, and their job says so in `warnings`',
    ),
  TRANSFORMERS_MODEL_PATH: z
    .string()
    .min(1)
    .optional()
    .describe('folder with a sentence-transformers model, for `transformers`'),
  OPENAI_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'API key for OpenAI if `EMBEDDING_PROVIDER` or `LLM_PROVIDER` selects it without a separate key; enables nothing alone',
    ),
} as const;

type EmbeddingEnvironment = z.output<z.ZodObject<typeof embeddingEnvironment>>;

/** The configured embedder. */
export type EmbeddingConfiguration =
  | { readonly provider: 'builtin' }
  | {
      readonly provider: 'endpoint';
      readonly baseUrl: URL;
      /** `openai` if the endpoint speaks the dialect of OpenAI's own API. */
      readonly dialect: 'openai' | 'by-host';
      readonly model: string;
      readonly dimensions: number;
      readonly leavesThePremises: boolean;
      readonly apiKey?: string;
      readonly batchSize?: number;
      readonly maxInputCharacters?: number;
      readonly usdPerMillionTokens?: number;
    }
  | { readonly provider: 'onnx'; readonly model: SentenceModel }
  | {
      readonly provider: 'transformers';
      readonly model?: string;
      readonly dimensions?: number;
      readonly folder?: string;
    };

type Endpoint = Extract<EmbeddingConfiguration, { provider: 'endpoint' }>;

type Variable = keyof EmbeddingEnvironment;
const wrong = (problem: string): Choice<EmbeddingConfiguration> => ({ ok: false, problem });

/** The variables that each provider reads, besides EMBEDDING_PROVIDER. Setting any other is an error. */
const readBy: Record<NonNullable<EmbeddingEnvironment['EMBEDDING_PROVIDER']>, readonly Variable[]> = {
  builtin: [],
  onnx: ['EMBEDDING_MODEL'],
  transformers: ['EMBEDDING_MODEL', 'EMBEDDING_DIMENSIONS', 'TRANSFORMERS_MODEL_PATH'],
  openai: [
    'EMBEDDING_BASE_URL',
    'EMBEDDING_MODEL',
    'EMBEDDING_DIMENSIONS',
    'EMBEDDING_API_KEY',
    'EMBEDDING_BATCH_SIZE',
    'EMBEDDING_MAX_CHARACTERS',
    'EMBEDDING_USD_PER_MILLION_TOKENS',
    'EMBEDDING_LOCAL',
  ],
  'openai-compatible': [
    'EMBEDDING_BASE_URL',
    'EMBEDDING_MODEL',
    'EMBEDDING_DIMENSIONS',
    'EMBEDDING_API_KEY',
    'EMBEDDING_BATCH_SIZE',
    'EMBEDDING_MAX_CHARACTERS',
    'EMBEDDING_USD_PER_MILLION_TOKENS',
    'EMBEDDING_LOCAL',
  ],
};

const endpoint = (
  env: EmbeddingEnvironment,
  {
    dialect,
    baseUrl,
    model,
    apiKey,
  }: Pick<Endpoint, 'dialect' | 'baseUrl' | 'model'> & { readonly apiKey: string | undefined },
): Choice<EmbeddingConfiguration> => {
  const isPrivate = isPrivateHost(baseUrl);
  if (baseUrl.protocol === 'http:' && !isPrivate && env.EMBEDDING_LOCAL !== true)
    return wrong('EMBEDDING_BASE_URL must be an https:// URL, because the host is not a private address');
  const known = (dialect === 'openai' ? openaiService : serviceAt(baseUrl)).models[model];
  const dimensions = env.EMBEDDING_DIMENSIONS ?? known?.dimensions;
  if (dimensions === undefined)
    return wrong('EMBEDDING_DIMENSIONS must be set, because the dimensions of the model are not known');
  if (known && dimensions > known.dimensions && known.dimensionsField !== 'output_dimension')
    return wrong(`EMBEDDING_DIMENSIONS must be at most ${known.dimensions} for the model`);
  if (known && known.dimensionsField === undefined && dimensions !== known.dimensions)
    return wrong(`EMBEDDING_DIMENSIONS must be ${known.dimensions} for the model`);
  return {
    ok: true,
    value: {
      provider: 'endpoint',
      baseUrl,
      dialect,
      model,
      dimensions,
      leavesThePremises: env.EMBEDDING_LOCAL === undefined ? !isPrivate : !env.EMBEDDING_LOCAL,
      ...omitUndefined({
        apiKey,
        batchSize: env.EMBEDDING_BATCH_SIZE,
        maxInputCharacters: env.EMBEDDING_MAX_CHARACTERS,
        usdPerMillionTokens: env.EMBEDDING_USD_PER_MILLION_TOKENS,
      }),
    },
  };
};

/**
 * Chooses the embedder. Without EMBEDDING_PROVIDER, an EMBEDDING_BASE_URL selects an OpenAI-compatible endpoint;
 * otherwise the built-in embedder is used: an API key for answers sends no documents to the cloud. Texts count as
 * leaving the premises unless the endpoint has a private address; EMBEDDING_LOCAL overrides that either way, e.g. for a
 * proxy on this machine that forwards to a cloud.
 */
export const chooseEmbedding = (env: EmbeddingEnvironment): Choice<EmbeddingConfiguration> => {
  const provider = env.EMBEDDING_PROVIDER ?? (env.EMBEDDING_BASE_URL ? 'openai-compatible' : 'builtin');
  const unread = (Object.keys(embeddingEnvironment) as readonly Variable[]).find(
    (name) =>
      name !== 'EMBEDDING_PROVIDER' &&
      // It may be set for the language model.
      name !== 'OPENAI_API_KEY' &&
      env[name] !== undefined &&
      !readBy[provider].includes(name),
  );
  if (unread) return wrong(`${unread} has no effect with EMBEDDING_PROVIDER=${provider}`);

  switch (provider) {
    case 'builtin':
      return { ok: true, value: { provider } };
    case 'onnx': {
      const model = sentenceModelNamed(env.EMBEDDING_MODEL ?? '');
      if (model === undefined)
        return wrong(
          `EMBEDDING_MODEL must be ${Object.values(sentenceModels)
            .map(({ name }) => name)
            .join(' or ')} with EMBEDDING_PROVIDER=onnx`,
        );
      return { ok: true, value: { provider, model } };
    }
    case 'transformers': {
      if (env.EMBEDDING_MODEL !== undefined && env.EMBEDDING_DIMENSIONS === undefined)
        return wrong('EMBEDDING_DIMENSIONS must be set with EMBEDDING_MODEL');
      return {
        ok: true,
        value: {
          provider,
          ...omitUndefined({
            model: env.EMBEDDING_MODEL,
            dimensions: env.EMBEDDING_DIMENSIONS,
            folder: env.TRANSFORMERS_MODEL_PATH,
          }),
        },
      };
    }
    case 'openai': {
      const apiKey = env.EMBEDDING_API_KEY ?? env.OPENAI_API_KEY;
      if (apiKey === undefined) return wrong('OPENAI_API_KEY must be set with EMBEDDING_PROVIDER=openai');
      const baseUrl = env.EMBEDDING_BASE_URL ?? new URL(OPENAI_BASE_URL);
      return endpoint(env, {
        dialect: 'openai',
        baseUrl,
        model: env.EMBEDDING_MODEL ?? 'text-embedding-3-large',
        apiKey,
      });
    }
    case 'openai-compatible': {
      if (!env.EMBEDDING_BASE_URL)
        return wrong('EMBEDDING_BASE_URL must be set with EMBEDDING_PROVIDER=openai-compatible');
      if (!env.EMBEDDING_MODEL)
        return wrong('EMBEDDING_MODEL must be set with EMBEDDING_PROVIDER=openai-compatible');
      return endpoint(env, {
        dialect: 'by-host',
        baseUrl: env.EMBEDDING_BASE_URL,
        model: env.EMBEDDING_MODEL,
        apiKey: env.EMBEDDING_API_KEY,
      });
    }
  }
};
