import { z } from 'zod';

/** Characters of a question for a search: as many as the strictest service takes. */
const MAX_QUERY = 400;

/** What every search of this folder has in common: it only reads, and needs no confirmation. */
export const searchTerms = {
  requiresPhi: false,
  requiresConfirmation: false,
  riskLevel: 'low',
  // Tools, "Rate Limiting": medical search.
  rateLimit: 30,
  timeoutSeconds: 30,
  // Of all that fall back on the knowledge base: one tool replaces another only under the same permission.
  permission: 'search:run',
  afterCrash: 'repeat',
} as const;

/** The same of those that leave the premises. */
export const outsideTerms = {
  ...searchTerms,
  sends: 'outside',
  phiOutside: 'redact',
} as const;

/** A question that holds something to search for. */
export const queryArgument = (description: string, most = MAX_QUERY) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a word or a number to search for')
    .describe(description);

/** How many results are wanted. */
export const maxResultsArgument = (usual: number, most: number) =>
  z.int().min(1).max(most).default(usual).describe(`Most results, 1 to ${most}`);

/** Asks the house where a service outside fails. */
export const guidelinesInstead = (query: string, wanted: number) => ({
  tool: 'search_medical_guidelines',
  arguments: { query: query.slice(0, MAX_QUERY), max_results: Math.min(wanted, 10) },
});
