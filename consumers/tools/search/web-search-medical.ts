import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isOnSites, sitesWithin } from '../../../domain/tools/search/medical-sites.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import type { WebSearch } from '../../../ports/web-search.ts';
import { defineTool } from '../define-tool.ts';
import type { RememberResult } from './remember-result.ts';
import { externalTerms, guidelinesInstead, maxResultsArgument, queryArgument } from './search-terms.ts';

type WebSearchServices = {
  /** Absent when no service is configured. */
  readonly web?: WebSearch | undefined;
  readonly remember: RememberResult;
};

/** Labels of letters, digits and hyphens (RFC 1123); IDNs in their ASCII form. */
const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?){0,10}$/,
    'must be a domain such as nih.gov',
  );

const resultSchema = z.strictObject({
  results: z.array(
    z.strictObject({
      title: z.string(),
      url: z.string(),
      snippet: z.string(),
      domain: z.string(),
      date: z.string().nullable(),
    }),
  ),
  total_count: z.int().min(0),
  query: z.string(),
});

/**
 * Searches only medical sites on the web. It uses Brave's index: Google closes its Custom Search API
 * on 1 January 2027.
 */
export const webSearchMedical = ({ web, remember }: WebSearchServices): RegisteredTool =>
  defineTool({
    name: 'web_search_medical',
    category: 'search',
    description:
      'Searches medical websites only (authorities, societies, journals) for current information. Returns titles, links and snippets; the content of the snippets has not been checked.',
    arguments: z.strictObject({
      query: queryArgument('What to search for, in words; nothing about a patient'),
      max_results: maxResultsArgument(5, 20),
      domain_filter: z
        .array(domainSchema)
        .max(20)
        .optional()
        .describe('Only pages on these domains, e.g. ["nih.gov", "cdc.gov"]; this narrows the medical sites'),
    }),
    result: resultSchema,
    ...externalTerms,
    unavailable:
      web === undefined
        ? 'Search of the web is not configured here: set ENABLE_WEB_SEARCH=true and BRAVE_API_KEY.'
        : undefined,
    citations: ({ results }) =>
      results.map(({ title, url, snippet, domain, date }) => ({
        text: snippet === '' ? title : snippet,
        sourceType: 'web',
        sourceTitle: title,
        sourceUrl: url,
        metadata: { domain, ...(date === null ? {} : { date }) },
      })),
    fallback: ({ query, max_results: wanted }) => guidelinesInstead(query, wanted),
    handler: async (args, { user, signal }) => {
      const { query, max_results: limit, domain_filter: wanted } = args;
      const sites = sitesWithin(wanted);
      if (sites.length === 0)
        throw new Failure(
          failure('validation_error', 'None of the domains is one of the medical sites that are searched.', {
            details: { issues: [{ path: 'domain_filter', message: 'must name a medical site' }] },
          }),
        );
      return remember({ tool: 'web_search_medical', user, arguments: args }, resultSchema, async () => {
        const pages = (await web?.({ query, sites, signal })) ?? [];
        const results = pages
          // Enforced here, whatever the request named.
          .filter(({ url }) => isOnSites(url.hostname, sites))
          .slice(0, limit)
          .map(({ title, url, snippet, published }) => ({
            title,
            url: url.href,
            snippet,
            domain: url.hostname,
            date: published ?? null,
          }));
        return { results, total_count: results.length, query };
      });
    },
  });
