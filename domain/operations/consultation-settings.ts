import { z } from 'zod';
import { type SourceName, sourceNames } from '../consultation/sources/source-name.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { toolAccessSchema } from '../tools/tool-access.ts';
import { toolsInQuestions as toolUses } from '../tools/tools-in-questions.ts';
import { selfCheckQuestionsSchema } from './known-question.ts';

/** A model name as endpoints write it: `llama3.1:8b`, `openai/gpt-4.1`. */
const modelName = z
  .string()
  .regex(/^[\w.:/@+-]{1,200}$/, 'must be the name of a model: letters, digits and . : / @ + - _, no spaces');

const routing = z.enum(['hybrid', 'local-only', 'cloud-only']);
const enabledSources = z
  .array(z.enum(sourceNames))
  .min(1)
  .max(sourceNames.length)
  .refine((names) => new Set(names).size === names.length, 'must name each source once');
/** Milliseconds for one source, within the minute of a question. */
const searchTimeoutMs = z.int().min(1).max(60_000);
const confidenceThreshold = z.number().min(0).max(1);
const maxTokens = z.int().min(50).max(32_000);
const temperature = z.number().min(0).max(2);
const monthlyCostLimitUsd = z.number().min(0).max(1_000_000);
const phiDetection = z.enum(['strict', 'lenient', 'off']);
const toolsInQuestions = z.enum(toolUses);

/** The settings that an admin can change at run time; unset ones are absent. */
export const partialSettingsSchema = z.strictObject({
  routing: routing.optional(),
  localModel: modelName.optional(),
  cloudModel: modelName.optional(),
  enabledSources: enabledSources.optional(),
  searchTimeoutMs: searchTimeoutMs.optional(),
  confidenceThreshold: confidenceThreshold.optional(),
  maxTokens: maxTokens.optional(),
  temperature: temperature.optional(),
  monthlyCostLimitUsd: monthlyCostLimitUsd.optional(),
  phiDetection: phiDetection.optional(),
  toolsInQuestions: toolsInQuestions.optional(),
  /** The tools that only some may call. */
  toolAccess: toolAccessSchema.optional(),
  /** Asked of a rebuilt index before it takes over; document titles fill them up to ten. */
  selfCheckQuestions: selfCheckQuestionsSchema.optional(),
});
export type PartialSettings = z.output<typeof partialSettingsSchema>;
export type SettingName = keyof PartialSettings;
export const settingNames = partialSettingsSchema.keyof().options;

/** A change of the settings: `null` resets one to the environment's value, absent ones stay. */
export const settingsChangeSchema = z.strictObject({
  routing: routing.nullable().optional(),
  localModel: modelName.nullable().optional(),
  cloudModel: modelName.nullable().optional(),
  enabledSources: enabledSources.nullable().optional(),
  searchTimeoutMs: searchTimeoutMs.nullable().optional(),
  confidenceThreshold: confidenceThreshold.nullable().optional(),
  maxTokens: maxTokens.nullable().optional(),
  temperature: temperature.nullable().optional(),
  monthlyCostLimitUsd: monthlyCostLimitUsd.nullable().optional(),
  phiDetection: phiDetection.nullable().optional(),
  toolsInQuestions: toolsInQuestions.nullable().optional(),
  toolAccess: toolAccessSchema.nullable().optional(),
  selfCheckQuestions: selfCheckQuestionsSchema.nullable().optional(),
});
export type SettingsChange = z.output<typeof settingsChangeSchema>;

type MayBeMissing = 'localModel' | 'cloudModel' | 'monthlyCostLimitUsd' | 'toolAccess' | 'selfCheckQuestions';

/** The settings of answering. Without a model name the endpoint's default applies; without a limit, cost is unlimited. */
export type ConsultationSettings = Pick<PartialSettings, MayBeMissing> & {
  readonly [Name in Exclude<SettingName, MayBeMissing>]: NonNullable<PartialSettings[Name]>;
};

/** Orchestration, "Configuration" and "Decision Points": threshold 0.3, 5 s a source, 2000 tokens, temperature 0.3. */
const defaults: ConsultationSettings = {
  routing: 'hybrid',
  enabledSources: [...sourceNames],
  searchTimeoutMs: 5000,
  confidenceThreshold: 0.3,
  maxTokens: 2000,
  temperature: 0.3,
  phiDetection: 'strict',
  toolsInQuestions: 'all',
};

/** The models and sources of this installation; only these can be chosen. */
export type Configured = {
  readonly localModel: boolean;
  readonly cloudModel: boolean;
  /** Tokens of prompt and answer together that the smallest model takes; absent without a model. */
  readonly contextTokens?: number;
  readonly sources: readonly SourceName[];
};

/** The basis of changes: the values set by the environment, and the equipment of the installation. */
export type SettingsBasis = { readonly environment: PartialSettings; readonly configured: Configured };

/** Nothing set: no model, and only the knowledge base as a source. */
export const emptySettingsBasis: SettingsBasis = {
  environment: {},
  configured: { localModel: false, cloudModel: false, sources: ['knowledge_base', 'guidelines', 'notes'] },
};

/** The settings in force: the changed value, or else the environment's, or else the default. */
export const effectiveSettings = (
  environment: PartialSettings,
  changed: PartialSettings,
): ConsultationSettings => ({
  ...defaults,
  ...omitUndefined(environment),
  ...omitUndefined(changed),
});

/** The rules, a question, and a passage to answer from. */
export const LEAST_PROMPT_TOKENS = 2000;

/** Whether unscreened questions could go to a model in the cloud. */
export const isUnscreened = ({
  routing: chosen,
  phiDetection: mode,
}: Pick<ConsultationSettings, 'routing' | 'phiDetection'>): boolean =>
  mode === 'off' && chosen !== 'local-only';
