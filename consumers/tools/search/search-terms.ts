import { z } from 'zod';

/** Characters of a question for a search: the limit of the strictest service. */
const MAX_QUERY = 400;

/** The common terms of the searches in this folder: they only read, and need no confirmation. */
export const searchTerms = {
  requiresPhi: false,
  requiresConfirmation: false,
  riskLevel: 'low',
  // Tools, "Rate Limiting": medical search.
  rateLimit: 30,
  timeoutSeconds: 30,
  // The same for all that fall back on the knowledge base: a tool replaces another only under the same permission.
  permission: 'search:run',
  afterCrash: 'repeat',
} as const;

/** The common terms of searches that leave the premises. */
export const externalTerms = {
  ...searchTerms,
  sends: 'outside',
  phiOutside: 'redact',
} as const;

/** A question with at least one word to search for. */
export const queryArgument = (description: string, most = MAX_QUERY) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a word or a number to search for')
    .describe(description);

/** The argument for the number of results. */
export const maxResultsArgument = (usual: number, most: number) =>
  z.int().min(1).max(most).default(usual).describe(`Most results, 1 to ${most}`);

/** Falls back on the knowledge base when an external service fails. */
export const guidelinesInstead = (query: string, wanted: number) => ({
  tool: 'search_medical_guidelines',
  arguments: { query: query.slice(0, MAX_QUERY), max_results: Math.min(wanted, 10) },
});
