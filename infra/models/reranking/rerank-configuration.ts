import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { serverAddress } from '../../installation/environment/server-address.ts';

/** The variables that choose the cross-encoder. */
export const rerankEnvironment = {
  RERANK_PROVIDER: z
    .enum(['none', 'cohere-compatible', 'tei', 'transformers'])
    .optional()
    .describe(
      'cross-encoder that reranks the best 20 passages, `none` unless set; `cohere-compatible` covers Cohere, Jina, vLLM and llama.cpp',
    ),
  RERANK_URL: serverAddress
    .optional()
    .describe('endpoint with its path, e.g. `https://api.cohere.com/v2/rerank`'),
  RERANK_MODEL: z.string().min(1).max(200).optional().describe('name of the model at that endpoint'),
  RERANK_API_KEY: z.string().min(1).optional().describe('API key for that endpoint'),
  RERANK_MODEL_PATH: z.string().min(1).optional().describe('folder with a cross-encoder, for `transformers`'),
  RERANK_LOCAL: flag
    .optional()
    .describe(
      'declares whether that endpoint is on the premises; default: judged by its address; questions with PHI, documents with PHI and passages that name a patient are sent nowhere else',
    ),
  RERANK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(60_000)
    .default(2000)
    .describe('time limit after which a search keeps its own order'),
} as const;

type RerankEnvironment = z.output<z.ZodObject<typeof rerankEnvironment>>;

/** The configured cross-encoder. Timeouts in milliseconds. */
export type RerankConfiguration =
  | { readonly provider: 'none' }
  | {
      readonly provider: 'endpoint';
      readonly url: URL;
      readonly dialect: 'cohere' | 'tei';
      readonly model: string;
      readonly leavesThePremises: boolean;
      readonly timeout: number;
      readonly apiKey?: string;
    }
  | {
      readonly provider: 'transformers';
      readonly timeout: number;
      readonly model?: string;
      readonly folder?: string;
    };

const wrong = (problem: string): Choice<RerankConfiguration> => ({ ok: false, problem });

const endpoint = (env: RerankEnvironment, dialect: 'cohere' | 'tei'): Choice<RerankConfiguration> => {
  const { RERANK_URL: url, RERANK_LOCAL: local, RERANK_API_KEY: apiKey } = env;
  const provider = dialect === 'tei' ? 'tei' : 'cohere-compatible';
  if (!url) return wrong(`RERANK_URL must be set with RERANK_PROVIDER=${provider}`);
  if (dialect === 'cohere' && env.RERANK_MODEL === undefined)
    return wrong('RERANK_MODEL must be set with RERANK_PROVIDER=cohere-compatible');
  const isPrivate = isPrivateHost(url);
  if (url.protocol === 'http:' && !isPrivate && local !== true)
    return wrong('RERANK_URL must be an https:// URL, because the host is not a private address');
  return {
    ok: true,
    value: {
      provider: 'endpoint',
      url,
      dialect,
      // A server with a single model is identified by its address.
      model: env.RERANK_MODEL ?? `tei:${url.host}`,
      leavesThePremises: local === undefined ? !isPrivate : !local,
      timeout: env.RERANK_TIMEOUT_MS,
      ...omitUndefined({ apiKey }),
    },
  };
};

/**
 * Chooses the cross-encoder. Without RERANK_PROVIDER, a RERANK_URL selects an endpoint: one with Cohere's API if
 * RERANK_MODEL is set, otherwise Text Embeddings Inference, which serves one model. Without either there is none. Texts
 * count as leaving the premises unless the endpoint has a private address; RERANK_LOCAL overrides that either way.
 */
export const chooseReranking = (env: RerankEnvironment): Choice<RerankConfiguration> => {
  const provider =
    env.RERANK_PROVIDER ??
    (env.RERANK_URL ? (env.RERANK_MODEL === undefined ? 'tei' : 'cohere-compatible') : 'none');
  const read: readonly (keyof RerankEnvironment)[] =
    provider === 'none'
      ? []
      : provider === 'transformers'
        ? ['RERANK_MODEL', 'RERANK_MODEL_PATH']
        : ['RERANK_URL', 'RERANK_MODEL', 'RERANK_API_KEY', 'RERANK_LOCAL'];
  const unread = (
    ['RERANK_URL', 'RERANK_MODEL', 'RERANK_API_KEY', 'RERANK_LOCAL', 'RERANK_MODEL_PATH'] as const
  ).find((name) => env[name] !== undefined && !read.includes(name));
  if (unread) return wrong(`${unread} has no effect with RERANK_PROVIDER=${provider}`);

  switch (provider) {
    case 'none':
      return { ok: true, value: { provider } };
    case 'transformers':
      return {
        ok: true,
        value: {
          provider,
          timeout: env.RERANK_TIMEOUT_MS,
          ...omitUndefined({ model: env.RERANK_MODEL, folder: env.RERANK_MODEL_PATH }),
        },
      };
    case 'cohere-compatible':
      return endpoint(env, 'cohere');
    case 'tei':
      return endpoint(env, 'tei');
  }
};
