import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { serverAddress } from '../../installation/environment/server-address.ts';

/** The variables that choose detectors of PHI besides the built-in rules. */
export const phiEnvironment = {
  PHI_MODEL: z
    .string()
    .max(200)
    // Becomes a path below MODELS_DIR.
    .regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)?$/, 'must be the name of a model, such as names or owner/model')
    .optional()
    .describe(
      'token-classification model, in this process, that finds names that are on no list: `names` (installed by `npx anamnesis models install names`), or the name of another model in MODELS_DIR or the hub',
    ),
  PRESIDIO_URL: serverAddress
    .optional()
    .describe('Presidio analyzer on the premises for additional PHI detection, e.g. `http://127.0.0.1:5002`'),
  PRESIDIO_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2}$/, 'must be a language of two letters, such as en')
    .default('en')
    .describe('language of that analyzer'),
  PRESIDIO_MIN_SCORE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('lowest score, from 0 to 1, at which its findings count'),
  PRESIDIO_LOCAL: flag
    .optional()
    .describe(
      "declares that the analyzer is on the premises although its address does not show it, for example a container's name",
    ),
  PHI_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(60_000)
    .default(2000)
    .describe('time limit after which a text counts as PHI because such a detector has not answered'),
} as const;

type PhiEnvironment = z.output<z.ZodObject<typeof phiEnvironment>>;

/** The detectors of PHI besides the built-in rules. The timeout is in milliseconds. */
export type PhiConfiguration = {
  readonly timeout: number;
  readonly model?: string;
  readonly presidio?: { readonly url: URL; readonly language: string; readonly minScore: number };
};

/**
 * Chooses the detectors. An analyzer receives every question verbatim, so one that is not known to be on the premises
 * is refused.
 */
export const choosePhiDetectors = (env: PhiEnvironment): Choice<PhiConfiguration> => {
  const { PRESIDIO_URL: url, PRESIDIO_LOCAL: local } = env;
  if (url === undefined && local !== undefined)
    return { ok: false, problem: 'PRESIDIO_LOCAL has no effect without PRESIDIO_URL' };
  if (url !== undefined && (local === undefined ? !isPrivateHost(url) : !local))
    return {
      ok: false,
      problem:
        'PRESIDIO_URL must be on the premises, because it receives texts with PHI; set PRESIDIO_LOCAL=true if it is',
    };
  return {
    ok: true,
    value: {
      timeout: env.PHI_TIMEOUT_MS,
      ...omitUndefined({
        model: env.PHI_MODEL,
        presidio:
          url === undefined
            ? undefined
            : { url, language: env.PRESIDIO_LANGUAGE, minScore: env.PRESIDIO_MIN_SCORE },
      }),
    },
  };
};
