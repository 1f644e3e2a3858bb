import { z } from 'zod';
import type { LiteratureSearch } from '../../../ports/literature-search.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import type { RememberResult } from './remember-result.ts';
import { externalTerms, guidelinesInstead, maxResultsArgument, queryArgument } from './search-terms.ts';

type PubmedServices = {
  /** Absent when PubMed is turned off. */
  readonly literature?: LiteratureSearch | undefined;
  readonly remember: RememberResult;
};

const isDay = (text: string): boolean => {
  const time = Date.parse(`${text.replaceAll('/', '-')}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text.replaceAll('/', '-');
};
const day = (description: string) =>
  z
    .string()
    .regex(/^\d{4}\/\d{2}\/\d{2}$/, 'must be a day such as 2024/01/31')
    .refine(isDay, 'must be a day that exists')
    .optional()
    .describe(description);

const argumentsSchema = z
  .strictObject({
    query: queryArgument(
      "What to search for, in words or in PubMed's query language (AND, OR, [tiab], [mh]); nothing about a patient",
    ),
    max_results: maxResultsArgument(10, 25),
    publication_types: z
      .array(z.string().regex(/^[A-Za-z][A-Za-z ,&/-]{1,98}$/, 'must be a publication type such as Review'))
      .max(10)
      .optional()
      .describe('Only articles of one of these types, e.g. "Clinical Trial", "Review", "Practice Guideline"'),
    date_from: day('Only articles published on this day or later, YYYY/MM/DD'),
    date_to: day('Only articles published on this day or earlier, YYYY/MM/DD'),
  })
  .refine(({ date_from: from, date_to: to }) => from === undefined || to === undefined || from <= to, {
    path: ['date_to'],
    message: 'must not be before date_from',
  });

const resultSchema = z.strictObject({
  articles: z.array(
    z.strictObject({
      pmid: z.string(),
      title: z.string(),
      authors: z.array(z.string()),
      journal: z.string(),
      publication_date: z.string(),
      abstract: z.string().nullable(),
      doi: z.string().nullable(),
      url: z.string(),
    }),
  ),
  total_count: z.int().min(0),
  query: z.string(),
});

/** Searches the literature in PubMed. Retracted articles are left out. */
export const searchPubmed = ({ literature, remember }: PubmedServices): RegisteredTool =>
  defineTool({
    name: 'search_pubmed',
    category: 'medical',
    description:
      'Searches PubMed for medical literature: articles with authors, journal, date, abstract and link, most relevant first. Retracted articles are omitted unless that publication type is requested.',
    arguments: argumentsSchema,
    result: resultSchema,
    ...externalTerms,
    impersonal: ['date_from', 'date_to'],
    unavailable:
      literature === undefined ? 'PubMed is not switched on here: set ENABLE_PUBMED=true.' : undefined,
    citations: ({ articles }) =>
      articles.map(({ pmid, title, journal, publication_date: published, abstract, doi, url }) => ({
        text: abstract ?? title,
        sourceType: 'pubmed',
        sourceTitle: title,
        sourceUrl: url,
        metadata: {
          pmid,
          journal,
          publication_date: published,
          ...(doi === null ? {} : { doi }),
        },
      })),
    fallback: ({ query, max_results: wanted }) => guidelinesInstead(query, wanted),
    handler: async (args, { user, signal }) =>
      remember({ tool: 'search_pubmed', user, arguments: args }, resultSchema, async () => {
        const {
          query,
          max_results: limit,
          publication_types: types = [],
          date_from: from,
          date_to: to,
        } = args;
        // Without it the tool is not available.
        if (literature === undefined) return { articles: [], total_count: 0, query };
        const found = await literature({ query, publicationTypes: types, from, to, limit, signal });
        return {
          articles: found.articles.map((article) => {
            const { pmid, title, authors, journal = '', published = '', abstract, doi, url } = article;
            const shown = [...article.notices, ...(abstract === undefined ? [] : [abstract])].join('\n');
            return {
              pmid,
              title,
              authors: [...authors],
              journal,
              publication_date: published,
              abstract: shown === '' ? null : shown,
              doi: doi ?? null,
              url,
            };
          }),
          total_count: found.total,
          query,
        };
      }),
  });
