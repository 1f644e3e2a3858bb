import { z } from 'zod';
import { sourceNames } from '../../../domain/consultation/sources/source-name.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import {
  type PartialSettings,
  partialSettingsSchema,
} from '../../../domain/operations/consultation-settings.ts';

const { shape } = partialSettingsSchema;

/** The variables with the values of settings that no admin has changed (`ChangeSettings`). */
export const settingsEnvironment = {
  AI_ROUTER_MODE: shape.routing.describe(
    'where answers are made: `hybrid` (in the cloud unless there is PHI), `local-only` or `cloud-only`; `hybrid` unless set',
  ),
  ENABLED_SOURCES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(shape.enabledSources.unwrap())
    .optional()
    .describe(
      `comma-separated sources that questions may search: ${sourceNames.join(', ')}; all configured ones unless set`,
    ),
  CONFIDENCE_THRESHOLD: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'from 0 to 1: below this confidence the intent of a question counts as unknown, and all sources are searched; 0.3 unless set',
    ),
  PHI_DETECTION_MODE: shape.phiDetection.describe(
    'what counts as PHI: `strict` (every detection), `lenient` (detections with some confidence), `off` (everything, without detection); default: `strict`',
  ),
  TOOLS_IN_QUESTIONS: shape.toolsInQuestions.describe(
    'tools that may be called for a question: `all` that can be called, `read_only` (none that asks a person first), `off`; `all` unless set',
  ),
} as const;

type Environment = z.output<z.ZodObject<typeof settingsEnvironment>>;

/** The settings that the environment sets. */
export const settingsOf = (env: Environment, searchTimeoutMs: number | undefined): PartialSettings =>
  omitUndefined({
    routing: env.AI_ROUTER_MODE,
    enabledSources: env.ENABLED_SOURCES,
    confidenceThreshold: env.CONFIDENCE_THRESHOLD,
    phiDetection: env.PHI_DETECTION_MODE,
    toolsInQuestions: env.TOOLS_IN_QUESTIONS,
    searchTimeoutMs,
  });

/**
 * Returns what is wrong if questions are not screened but may leave the premises. `services` are those that embed and
 * rank.
 */
export const unscreenedProblem = (
  { AI_ROUTER_MODE, PHI_DETECTION_MODE }: Pick<Environment, 'AI_ROUTER_MODE' | 'PHI_DETECTION_MODE'>,
  services: readonly { readonly provider: string; readonly leavesThePremises?: boolean }[],
): string | undefined => {
  if (PHI_DETECTION_MODE !== 'off') return undefined;
  if (AI_ROUTER_MODE !== 'local-only') return 'PHI_DETECTION_MODE=off needs AI_ROUTER_MODE=local-only';
  return services.some(({ leavesThePremises }) => leavesThePremises)
    ? 'PHI_DETECTION_MODE=off needs embedding and reranking on the premises, without a service outside'
    : undefined;
};
