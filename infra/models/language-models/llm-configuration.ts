import { z } from 'zod';
import { timeOfFirstCall } from '../../../domain/consultation/answering/next-call.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import {
  effectiveSettings,
  LEAST_PROMPT_TOKENS,
  type PartialSettings,
} from '../../../domain/operations/consultation-settings.ts';
import type { ModelPrice } from '../../../ports/language-model.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { serverAddress } from '../../installation/environment/server-address.ts';
import { knownModel } from './known-models.ts';

const positive = z.coerce.number().int().positive();
const price = z.coerce.number().min(0).max(10_000).optional();
const address = serverAddress.optional();
const modelName = z
  .string()
  .regex(/^[\w.:/@+-]{1,200}$/, 'must be the name of a model: letters, digits and . : / @ + - _, no spaces')
  .optional();
const apiKey = z.string().min(1).optional();
const contextTokens = positive.min(1000).max(10_000_000).optional();

/** The variables that choose the language models. */
export const llmEnvironment = {
  LLM_PROVIDER: z
    .enum(['none', 'openai', 'openai-compatible'])
    .optional()
    .describe(
      'cloud model for answers without PHI, `none` unless set; `openai-compatible` is any other service or gateway with the same API',
    ),
  LLM_MODEL: modelName.describe('name of the cloud model, e.g. `gpt-4.1`'),
  LLM_API_KEY: apiKey.describe('API key for the cloud model; does not enable embedding'),
  LLM_BASE_URL: address.describe(
    'address of that service, including its version; always counts as outside the premises',
  ),
  LLM_CONTEXT_TOKENS: contextTokens.describe('context size of the model: tokens of prompt and answer'),
  LLM_USD_PER_MILLION_PROMPT_TOKENS: price.describe('price of its prompt tokens, if unknown or different'),
  LLM_USD_PER_MILLION_COMPLETION_TOKENS: price.describe('price of its completion tokens'),
  LOCAL_LLM_URL: address.describe(
    'server on the premises with the same API (Ollama, vLLM, llama.cpp), e.g. `http://localhost:11434/v1`: it writes answers that involve PHI',
  ),
  LOCAL_LLM_MODEL: modelName.describe('name of the local model, e.g. `llama3.1:8b`'),
  LOCAL_LLM_API_KEY: apiKey.describe('API key for the local model, if required'),
  LOCAL_LLM_CONTEXT_TOKENS: contextTokens.describe(
    'context size that the server was started with: tokens of prompt and answer; default: 8192',
  ),
  LOCAL_LLM_LOCAL: flag
    .optional()
    .describe(
      'declares that the server is on the premises although its address does not show it (a name, or your public address); PHI is sent there',
    ),
  LLM_TEMPERATURE: z.coerce
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe('the temperature of models, from 0 to 2; 0.3 unless set'),
  LLM_MAX_TOKENS: positive
    .min(50)
    .max(16_000)
    .optional()
    .describe('maximum tokens of an answer; 2000 unless set'),
  LLM_MONTHLY_LIMIT_USD: z.coerce
    .number()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe(
      'US dollars that cloud models may cost in a calendar month (UTC); beyond it, answers come from the local model or are excerpts, and state this',
    ),
  LLM_FIRST_TOKEN_TIMEOUT_MS: positive
    .min(100)
    .max(300_000)
    .default(10_000)
    .describe('time limit for the first token of a model'),
  LLM_TOKEN_TIMEOUT_MS: positive
    .min(100)
    .max(60_000)
    .default(5000)
    .describe('time limit for a pause within an answer'),
} as const;

type LlmEnvironment = z.output<z.ZodObject<typeof llmEnvironment>> & {
  readonly OPENAI_API_KEY?: string | undefined;
  /** Milliseconds that a question may take. */
  readonly QUERY_DEADLINE_MS?: number | undefined;
};
type Variable = keyof typeof llmEnvironment;

/** The connection to one model. */
type ModelConfiguration = {
  readonly baseUrl: URL;
  readonly model: string;
  readonly apiKey?: string;
  readonly dialect: 'openai' | 'compatible';
  readonly takesTemperature: boolean;
  readonly contextTokens: number;
  readonly usdPerMillionTokens?: ModelPrice;
  /** Milliseconds. */
  readonly timeLimits: { readonly firstToken: number; readonly betweenTokens: number };
};

/** The configured language models and their settings. */
export type LlmConfiguration = {
  readonly local?: ModelConfiguration;
  readonly cloud?: ModelConfiguration;
  /** Absent when the environment does not set it; likewise the two below. */
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly monthlyLimitUsd?: number;
};

const wrong = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem });

const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** A common context size of servers on the premises; Ollama's own default is smaller (`num_ctx`). */
const LOCAL_CONTEXT_TOKENS = 8192;
/** The assumed context size of an unlisted cloud model. */
const CLOUD_CONTEXT_TOKENS = 32_768;

/** The variables that each provider reads. Setting any other is an error. */
const readBy: Record<NonNullable<LlmEnvironment['LLM_PROVIDER']>, readonly Variable[]> = {
  none: [],
  openai: [
    'LLM_MODEL',
    'LLM_API_KEY',
    'LLM_BASE_URL',
    'LLM_CONTEXT_TOKENS',
    'LLM_USD_PER_MILLION_PROMPT_TOKENS',
    'LLM_USD_PER_MILLION_COMPLETION_TOKENS',
  ],
  'openai-compatible': [
    'LLM_MODEL',
    'LLM_API_KEY',
    'LLM_BASE_URL',
    'LLM_CONTEXT_TOKENS',
    'LLM_USD_PER_MILLION_PROMPT_TOKENS',
    'LLM_USD_PER_MILLION_COMPLETION_TOKENS',
  ],
};
const ofCloud = readBy.openai;
const ofLocal = [
  'LOCAL_LLM_MODEL',
  'LOCAL_LLM_API_KEY',
  'LOCAL_LLM_CONTEXT_TOKENS',
  'LOCAL_LLM_LOCAL',
] as const satisfies readonly Variable[];

const timeLimitsOf = (env: LlmEnvironment): ModelConfiguration['timeLimits'] => ({
  firstToken: env.LLM_FIRST_TOKEN_TIMEOUT_MS,
  betweenTokens: env.LLM_TOKEN_TIMEOUT_MS,
});

const priceOf = (env: LlmEnvironment, model: string): Choice<ModelPrice> => {
  const listed = knownModel(model)?.usdPerMillionTokens;
  const prompt = env.LLM_USD_PER_MILLION_PROMPT_TOKENS ?? listed?.prompt;
  const completion = env.LLM_USD_PER_MILLION_COMPLETION_TOKENS ?? listed?.completion;
  const missing = prompt === undefined ? 'PROMPT' : completion === undefined ? 'COMPLETION' : undefined;
  if (prompt === undefined || completion === undefined)
    return wrong(
      `LLM_USD_PER_MILLION_${missing}_TOKENS must be set (0 where it costs nothing), because the price of the model is not known`,
    );
  return { ok: true, value: { prompt, completion } };
};

const cloudOf = (env: LlmEnvironment): Choice<ModelConfiguration | undefined> => {
  const provider = env.LLM_PROVIDER ?? (env.LLM_BASE_URL ? 'openai-compatible' : 'none');
  const unread = ofCloud.find((name) => env[name] !== undefined && !readBy[provider].includes(name));
  if (unread) {
    const hint = env.LLM_PROVIDER === undefined ? '; set it to openai or openai-compatible' : '';
    return wrong(`${unread} has no effect with LLM_PROVIDER=${provider}${hint}`);
  }
  if (provider === 'none') return { ok: true, value: undefined };
  const isOpenAi = provider === 'openai';
  const key = env.LLM_API_KEY ?? (isOpenAi ? env.OPENAI_API_KEY : undefined);
  if (isOpenAi && key === undefined) return wrong('LLM_API_KEY must be set with LLM_PROVIDER=openai');
  const baseUrl = env.LLM_BASE_URL ?? (isOpenAi ? new URL(OPENAI_BASE_URL) : undefined);
  if (baseUrl === undefined) return wrong(`LLM_BASE_URL must be set with LLM_PROVIDER=${provider}`);
  if (baseUrl.protocol === 'http:' && !isPrivateHost(baseUrl))
    return wrong('LLM_BASE_URL must be an https:// URL, because the host is not a private address');
  const model = env.LLM_MODEL;
  if (model === undefined) return wrong(`LLM_MODEL must be set with LLM_PROVIDER=${provider}`);
  const usd = priceOf(env, model);
  if (!usd.ok) return usd;
  const known = knownModel(model);
  return {
    ok: true,
    value: {
      baseUrl,
      model,
      dialect: isOpenAi ? 'openai' : 'compatible',
      takesTemperature: known?.takesTemperature ?? true,
      contextTokens: env.LLM_CONTEXT_TOKENS ?? known?.contextTokens ?? CLOUD_CONTEXT_TOKENS,
      usdPerMillionTokens: usd.value,
      timeLimits: timeLimitsOf(env),
      ...omitUndefined({ apiKey: key }),
    },
  };
};

const localOf = (env: LlmEnvironment): Choice<ModelConfiguration | undefined> => {
  const { LOCAL_LLM_URL: baseUrl, LOCAL_LLM_MODEL: model, LOCAL_LLM_LOCAL: saysLocal } = env;
  if (baseUrl === undefined) {
    const unread = ofLocal.find((name) => env[name] !== undefined);
    return unread === undefined
      ? { ok: true, value: undefined }
      : wrong(`${unread} has no effect without LOCAL_LLM_URL`);
  }
  if (saysLocal === false)
    return wrong(
      'LOCAL_LLM_URL must be on the premises, because PHI is sent there; set a model elsewhere as LLM_BASE_URL',
    );
  if (!isPrivateHost(baseUrl) && saysLocal !== true)
    return wrong(
      'LOCAL_LLM_URL must have a private address, because PHI is sent there; if the server is on the premises anyway, set LOCAL_LLM_LOCAL=true',
    );
  if (model === undefined) return wrong('LOCAL_LLM_MODEL must be set with LOCAL_LLM_URL');
  return {
    ok: true,
    value: {
      baseUrl,
      model,
      dialect: 'compatible',
      takesTemperature: true,
      contextTokens: env.LOCAL_LLM_CONTEXT_TOKENS ?? LOCAL_CONTEXT_TOKENS,
      usdPerMillionTokens: { prompt: 0, completion: 0 },
      timeLimits: timeLimitsOf(env),
      ...omitUndefined({ apiKey: env.LOCAL_LLM_API_KEY }),
    },
  };
};

/** What is wrong with a limit of time that a question is over before. */
const firstTokenProblem = (
  { QUERY_DEADLINE_MS: deadline, ...env }: LlmEnvironment,
  { local, cloud }: { readonly local?: ModelConfiguration; readonly cloud?: ModelConfiguration },
): string | undefined => {
  if (deadline === undefined || (local === undefined && cloud === undefined)) return undefined;
  const place = cloud === undefined ? 'local' : 'cloud';
  const most = timeOfFirstCall(deadline, place);
  const name = 'LLM_FIRST_TOKEN_TIMEOUT_MS';
  if (env[name] < most) return undefined;
  const share = place === 'cloud' ? ' (another call may have to follow it)' : '';
  return `${name} (${env[name]}) must be less than the ${most} ms that a call of a model has of QUERY_DEADLINE_MS (${deadline})${share}; raise QUERY_DEADLINE_MS or lower ${name}`;
};

/**
 * Chooses the language models; without any, answers are excerpts. An API key alone selects nothing. The local model
 * receives PHI, so it must have a private address or be declared to be on the premises. The cloud model always counts
 * as outside: a private address may be that of a gateway.
 */
export const chooseLanguageModels = (env: LlmEnvironment): Choice<LlmConfiguration> => {
  const cloud = cloudOf(env);
  if (!cloud.ok) return cloud;
  const local = localOf(env);
  if (!local.ok) return local;
  const models = omitUndefined({ cloud: cloud.value, local: local.value });
  const { maxTokens } = effectiveSettings(omitUndefined({ maxTokens: env.LLM_MAX_TOKENS }), {});
  const small = [models.local, models.cloud].find(
    (one) => one !== undefined && one.contextTokens - maxTokens < LEAST_PROMPT_TOKENS,
  );
  if (small)
    return wrong(
      `LLM_MAX_TOKENS (${maxTokens}) must leave room for a prompt of ${LEAST_PROMPT_TOKENS} tokens in the ${small.contextTokens} tokens that ${small === models.local ? 'LOCAL_LLM_MODEL' : 'LLM_MODEL'} takes`,
    );
  const tooLate = firstTokenProblem(env, models);
  if (tooLate !== undefined) return wrong(tooLate);
  return {
    ok: true,
    value: {
      ...models,
      ...omitUndefined({
        temperature: env.LLM_TEMPERATURE,
        maxTokens: env.LLM_MAX_TOKENS,
        monthlyLimitUsd: env.LLM_MONTHLY_LIMIT_USD,
      }),
    },
  };
};

/** The settings that an admin can change at runtime. */
export const generationSettingsOf = ({
  temperature,
  maxTokens,
  monthlyLimitUsd,
}: LlmConfiguration): Pick<PartialSettings, 'temperature' | 'maxTokens' | 'monthlyCostLimitUsd'> =>
  omitUndefined({ temperature, maxTokens, monthlyCostLimitUsd: monthlyLimitUsd });
