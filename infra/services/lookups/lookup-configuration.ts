import { z } from 'zod';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { serverAddress } from '../../installation/environment/server-address.ts';

/**
 * Environment variables for external services used only by tools. A service is used only if switched on here.
 */
export const lookupEnvironment = {
  ENABLE_WEB_SEARCH: flag
    .default(false)
    .describe(
      "enables the tool `web_search_medical`, which searches medical sites through Brave's Search API with BRAVE_API_KEY: words of the question leave the premises, without identifying text",
    ),
  BRAVE_URL: serverAddress
    .default(new URL('https://api.search.brave.com/res/v1/web/search'))
    .describe('endpoint for web search, for your own proxy'),
  BRAVE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be a key: letters, digits and signs, no spaces')
    .optional()
    .describe('subscription token for web search, which is not configured without it'),
  BRAVE_REQUESTS_PER_SECOND: z.coerce
    .number()
    .int()
    .positive()
    .max(50)
    .default(1)
    .describe('requests a second that your Brave plan allows, for all nodes together'),
  ENABLE_CLINICAL_TRIALS: flag
    .default(false)
    .describe(
      'enables the tool `search_clinical_trials` (ClinicalTrials.gov): conditions, interventions and places leave the premises, in URLs',
    ),
  CLINICAL_TRIALS_URL: serverAddress
    .default(new URL('https://clinicaltrials.gov/api/v2/studies'))
    .describe('endpoint for studies (API v2), for your own proxy'),
  ENABLE_ICD10_LOOKUP: flag
    .default(false)
    .describe(
      'enables the tool `lookup_icd10` (Clinical Tables of the NLM): words of a diagnosis leave the premises, in URLs',
    ),
  ICD10_URL: serverAddress
    .default(new URL('https://clinicaltables.nlm.nih.gov/api/icd10cm/v3/search'))
    .describe('endpoint for ICD-10-CM, for your own proxy'),
} as const;

type LookupEnvironment = z.output<z.ZodObject<typeof lookupEnvironment>>;

/** The external services used only by tools, and how to reach them. An absent service is not configured. */
export type LookupConfiguration = {
  readonly brave?: { readonly url: URL; readonly apiKey: string; readonly requestsPerSecond: number };
  readonly clinicalTrials?: { readonly url: URL };
  readonly icd10?: { readonly url: URL };
};

/** Chooses the services. None is used unless a variable switches it on. */
export const chooseLookups = (env: LookupEnvironment): Choice<LookupConfiguration> => {
  // Anything that leaves the premises must be encrypted.
  const open = (['BRAVE_URL', 'CLINICAL_TRIALS_URL', 'ICD10_URL'] as const).find(
    (name) => env[name].protocol === 'http:' && !isPrivateHost(env[name]),
  );
  if (open !== undefined)
    return {
      ok: false,
      problem: `${open} must be an https:// URL, because the host is not a private address`,
    };
  const { BRAVE_API_KEY: apiKey } = env;
  return {
    ok: true,
    value: {
      ...(env.ENABLE_WEB_SEARCH && apiKey !== undefined
        ? {
            brave: { url: env.BRAVE_URL, apiKey, requestsPerSecond: env.BRAVE_REQUESTS_PER_SECOND },
          }
        : {}),
      ...(env.ENABLE_CLINICAL_TRIALS ? { clinicalTrials: { url: env.CLINICAL_TRIALS_URL } } : {}),
      ...(env.ENABLE_ICD10_LOOKUP ? { icd10: { url: env.ICD10_URL } } : {}),
    },
  };
};
