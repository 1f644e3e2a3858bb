import { z } from 'zod';
import { type ClinicalEvidenceSearch, evidenceLevels } from '../../../ports/clinical-evidence-search.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import type { RememberResult } from './remember-result.ts';
import { externalTerms, guidelinesInstead, maxResultsArgument, queryArgument } from './search-terms.ts';

type OpenEvidenceServices = {
  /** Absent when no gateway is configured. */
  readonly evidence?: ClinicalEvidenceSearch | undefined;
  readonly remember: RememberResult;
};

const resultSchema = z.strictObject({
  results: z.array(
    z.strictObject({
      title: z.string(),
      summary: z.string(),
      /** `ungraded` when the service does not say. */
      evidence_level: z.enum([...evidenceLevels, 'ungraded']),
      source: z.string(),
      pubmed_id: z.string().nullable(),
      url: z.string(),
      date: z.string().nullable(),
    }),
  ),
  total_count: z.int().min(0),
  query: z.string(),
});

/** As the requirements define it: the service ranks its answers but gives no score. */
const RELEVANCE = 0.95;

const addressOf = (url: string | undefined, pmid: string | undefined): string =>
  url ?? (pmid === undefined ? '' : `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`);

/** Asks OpenEvidence through a gateway under the operator's licence. */
export const searchOpenEvidence = ({ evidence, remember }: OpenEvidenceServices): RegisteredTool =>
  defineTool({
    name: 'search_openevidence',
    category: 'medical',
    description:
      'Searches OpenEvidence for summaries of medical evidence, each with its level (high, moderate, low) and its source.',
    arguments: z.strictObject({
      query: queryArgument('A medical question; nothing about a patient'),
      max_results: maxResultsArgument(5, 20),
      evidence_level: z.enum(evidenceLevels).optional().describe('Only evidence of this level'),
    }),
    result: resultSchema,
    ...externalTerms,
    unavailable:
      evidence === undefined
        ? 'OpenEvidence is not configured here: set ENABLE_OPENEVIDENCE=true, OPENEVIDENCE_URL and OPENEVIDENCE_API_KEY.'
        : undefined,
    citations: ({ results }) =>
      results.map(({ title, summary, evidence_level: level, pubmed_id: pmid, source, url, date }) => ({
        text: summary,
        sourceType: 'openevidence',
        sourceTitle: title,
        sourceUrl: url,
        relevanceScore: RELEVANCE,
        metadata: {
          evidence_level: level,
          source,
          ...(pmid === null ? {} : { pubmed_id: pmid }),
          ...(date === null ? {} : { date }),
        },
      })),
    fallback: ({ query, max_results: wanted }) => guidelinesInstead(query, wanted),
    handler: async (args, { user, signal }) =>
      remember({ tool: 'search_openevidence', user, arguments: args }, resultSchema, async () => {
        const { query, max_results: limit, evidence_level: level } = args;
        const findings = (await evidence?.({ query, level, limit, signal })) ?? [];
        const results = findings.map((finding) => ({
          title: finding.title,
          summary: finding.summary,
          evidence_level: finding.level ?? ('ungraded' as const),
          source: finding.source,
          pubmed_id: finding.pmid ?? null,
          url: addressOf(finding.url, finding.pmid),
          date: finding.published ?? null,
        }));
        return { results, total_count: results.length, query };
      }),
  });
