import { z } from 'zod';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import { parseJson } from '../outside/parse-json.ts';
import { retryAfterOf } from '../outside/retry-after.ts';
import { fhirFailure } from './fhir-failure.ts';

/** Issue codes come from a closed set of short words (hl7.org/fhir/R4/valueset-issue-type.html). */
const issueCode = z.string().regex(/^[a-z][a-z-]{1,40}$/);
const outcomeSchema = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z
    .array(z.object({ severity: z.string().max(20), code: issueCode.catch('unknown') }))
    .max(100)
    .catch([]),
});

/** Returns the issue codes of an OperationOutcome; its texts are not repeated. */
const issuesOf = (answer: unknown): readonly string[] | undefined => {
  const { data } = outcomeSchema.safeParse(answer);
  return data && [...new Set(data.issue.map(({ code }) => code))].slice(0, 5);
};

/** The longest wait honoured, in seconds. */
const LONGEST_WAIT = 3600;

/** Converts an unsuccessful response into a failure. */
export const refusalOf = (response: Response, text: string) => {
  const { status, headers } = response;
  const seconds = retryAfterOf(headers.get('retry-after'));
  const details = {
    status,
    issues: issuesOf(parseJson(text)),
    retryAfter: seconds === undefined ? undefined : Math.min(Math.ceil(seconds), LONGEST_WAIT),
  };
  if (status === 401 || status === 403)
    return fhirFailure(
      'external_api_error',
      `The server of patient records refused the request (${status}). Check FHIR_TOKEN, or FHIR_CLIENT_ID and its scopes.`,
      details,
    );
  if (status === 404)
    return fhirFailure('not_found', 'The server of patient records has nothing of that kind.', details);
  if (status === 410) return fhirFailure('not_found', 'The patient record was deleted.', details);
  if (status === 429)
    return fhirFailure(
      'rate_limit_exceeded',
      'The server of patient records is limiting requests at the moment.',
      details,
    );
  if (status >= 500 && status !== 501)
    return fhirFailure(
      'unavailable',
      `The server of patient records answered with an error (${status}).`,
      details,
    );
  return fhirFailure(
    'external_api_error',
    `The server of patient records answered with an error (${status}).`,
    details,
  );
};

const linkSchema = z.object({ relation: z.string().max(40), url: z.string().max(4000) });
const bundleSchema = z.object({
  resourceType: z.literal('Bundle'),
  type: z.literal('searchset'),
  link: z.array(linkSchema).max(20).default([]).catch([]),
  entry: z
    .array(
      z.object({
        fullUrl: z.string().max(4000).optional().catch(undefined),
        resource: z.unknown(),
        search: z
          .object({ mode: z.string().max(20) })
          .optional()
          .catch(undefined),
      }),
    )
    .max(1000)
    .default([]),
});

/** One page of search results. */
export type BundlePage = {
  /** Each with the `fullUrl` of its entry, by which other resources in the bundle may refer to it. */
  readonly resources: readonly unknown[];
  /** The address of the next page. */
  readonly next?: string;
};

/**
 * Parses a page. Throws `external_api_error` for anything else, and for a fatal outcome among the entries.
 */
export const readBundle = (text: string): BundlePage => {
  const answer = parseJson(text);
  const { data } = bundleSchema.safeParse(answer);
  if (data === undefined)
    throw fhirFailure('external_api_error', 'The server of patient records returned an invalid response.', {
      issues: issuesOf(answer),
    });
  const outcomes = data.entry
    .filter(({ search }) => search?.mode === 'outcome')
    .map(({ resource }) => resource);
  const isFatal = outcomes.some((one) =>
    outcomeSchema
      .safeParse(one)
      .data?.issue.some(({ severity }) => severity === 'fatal' || severity === 'error'),
  );
  if (isFatal)
    throw fhirFailure('external_api_error', 'The server of patient records could not perform the search.', {
      issues: outcomes.flatMap((one) => issuesOf(one) ?? []),
    });
  const next = data.link.find(({ relation }) => relation === 'next')?.url;
  return {
    resources: data.entry
      .filter(({ search }) => search?.mode !== 'outcome')
      .map(({ fullUrl, resource }) =>
        fullUrl !== undefined && isRecord(resource) ? { ...resource, fullUrl } : resource,
      ),
    ...(next === undefined ? {} : { next }),
  };
};
