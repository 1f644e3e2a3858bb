import { z } from 'zod';
import { type SourceName, sourceNames } from '../../../domain/consultation/sources/source-name.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { serverAddress } from '../../installation/environment/server-address.ts';

/** Keys are sent verbatim in headers and form fields. */
const key = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be a key: letters, digits and signs, no spaces');

/** Environment variables for external sources. A source is used only if switched on here. */
export const sourceEnvironment = {
  ENABLE_GUIDELINES: flag
    .default(true)
    .describe(
      "treat the knowledge base's guidelines as a separate source, unless ENABLED_SOURCES or an admin decides otherwise",
    ),
  ENABLE_PUBMED: flag
    .default(false)
    .describe(
      'search PubMed (NCBI E-utilities) for questions and `search_pubmed`: names of drugs, conditions and procedures leave the premises (plain words if a question names none, never numbers or patients), and the arguments of `search_pubmed` without identifying text',
    ),
  PUBMED_URL: serverAddress
    .default(new URL('https://eutils.ncbi.nlm.nih.gov/entrez/eutils/'))
    .describe('address of the E-utilities, for a proxy or your own mirror'),
  PUBMED_API_KEY: key
    .optional()
    .describe('API key of an NCBI account: 10 requests a second instead of 3, for all nodes together'),
  PUBMED_EMAIL: z
    .email()
    .max(200)
    .optional()
    .describe('address that NCBI contacts before it blocks this installation for excessive requests'),
  ENABLE_OPENFDA: flag
    .default(false)
    .describe('search drug labels in openFDA: drug names leave the premises'),
  OPENFDA_URL: serverAddress
    .default(new URL('https://api.fda.gov/drug/label.json'))
    .describe('endpoint for labels, for a proxy or your own mirror'),
  OPENFDA_API_KEY: key.optional().describe('API key for openFDA: 120,000 requests a day instead of 1,000'),
  ENABLE_UPTODATE: flag
    .default(false)
    .describe(
      'search UpToDate through a gateway that you run under your licence, because it has no public interface; requires `UPTODATE_URL` and `UPTODATE_API_KEY`',
    ),
  UPTODATE_URL: serverAddress
    .optional()
    .describe('address of that gateway; `docs/operations/tools.md` describes its requests'),
  UPTODATE_API_KEY: key.optional().describe('API key for that gateway'),
  ENABLE_OPENEVIDENCE: flag
    .default(false)
    .describe('the same for OpenEvidence, and for the tool `search_openevidence`'),
  OPENEVIDENCE_URL: serverAddress.optional().describe('gateway to OpenEvidence under your licence'),
  OPENEVIDENCE_API_KEY: key.optional().describe('API key for that gateway'),
  MAX_PARALLEL_SEARCHES: z.coerce
    .number()
    .int()
    .positive()
    .max(20)
    .default(5)
    .describe('external sources searched in parallel for one question'),
  RESULT_LIMIT_PER_SOURCE: z.coerce
    .number()
    .int()
    .positive()
    .max(50)
    .default(10)
    .describe('largest number of results from each external source'),
} as const;

type SourceEnvironment = z.output<z.ZodObject<typeof sourceEnvironment>>;

/** The address of a service. */
type Endpoint = { readonly url: URL };
type Gateway = Endpoint & { readonly apiKey: string };

/** The external sources that are switched on and how to reach them. An absent source is not configured. */
export type SourceConfiguration = {
  readonly pubmed?: Endpoint & { readonly apiKey?: string; readonly email?: string };
  readonly openfda?: Endpoint & { readonly apiKey?: string };
  readonly uptodate?: Gateway;
  readonly openevidence?: Gateway;
  /** All sources that are switched on, even if not fully configured. */
  readonly switchedOn: readonly SourceName[];
  readonly maxParallel: number;
  readonly limit: number;
};

/** Returns a folder's address with a trailing slash, as file names are resolved against it. */
const folder = (url: URL): URL => new URL(url.href.endsWith('/') ? url.href : `${url.href}/`);

const gateway = (isOn: boolean, url: URL | undefined, apiKey: string | undefined): Gateway | undefined =>
  isOn && url !== undefined && apiKey !== undefined ? { url, apiKey } : undefined;

/** Returns the variable with an unencrypted address outside the premises, if any. */
const openAddress = (env: SourceEnvironment): string | undefined =>
  (['PUBMED_URL', 'OPENFDA_URL', 'UPTODATE_URL', 'OPENEVIDENCE_URL'] as const).find((name) => {
    const url = env[name];
    return url !== undefined && url.protocol === 'http:' && !isPrivateHost(url);
  });

/** Chooses the external sources. None is used unless a variable switches it on. */
export const chooseSources = (env: SourceEnvironment): Choice<SourceConfiguration> => {
  const wrong = openAddress(env);
  if (wrong !== undefined)
    return {
      ok: false,
      problem: `${wrong} must be an https:// URL, because the host is not a private address`,
    };
  const {
    ENABLE_PUBMED: pubmed,
    ENABLE_OPENFDA: openfda,
    ENABLE_UPTODATE: uptodate,
    ENABLE_OPENEVIDENCE: openevidence,
  } = env;
  return {
    ok: true,
    value: {
      ...omitUndefined({
        pubmed: pubmed
          ? {
              url: folder(env.PUBMED_URL),
              ...omitUndefined({ apiKey: env.PUBMED_API_KEY, email: env.PUBMED_EMAIL }),
            }
          : undefined,
        openfda: openfda
          ? { url: env.OPENFDA_URL, ...omitUndefined({ apiKey: env.OPENFDA_API_KEY }) }
          : undefined,
        uptodate: gateway(uptodate, env.UPTODATE_URL, env.UPTODATE_API_KEY),
        openevidence: gateway(openevidence, env.OPENEVIDENCE_URL, env.OPENEVIDENCE_API_KEY),
      }),
      switchedOn: [
        ...(pubmed ? (['pubmed'] as const) : []),
        ...(openfda ? (['openfda'] as const) : []),
        ...(uptodate ? (['uptodate'] as const) : []),
        ...(openevidence ? (['openevidence'] as const) : []),
      ],
      maxParallel: env.MAX_PARALLEL_SEARCHES,
      limit: env.RESULT_LIMIT_PER_SOURCE,
    },
  };
};

/** Returns the sources enabled by default when the guidelines are not a separate source. */
export const withoutGuidelines = ({
  ENABLE_GUIDELINES,
  ENABLED_SOURCES,
}: Pick<SourceEnvironment, 'ENABLE_GUIDELINES'> & {
  readonly ENABLED_SOURCES?: readonly SourceName[] | undefined;
}): { enabledSources?: SourceName[] } =>
  ENABLE_GUIDELINES || ENABLED_SOURCES !== undefined
    ? {}
    : { enabledSources: sourceNames.filter((name) => name !== 'guidelines') };
