import { z } from 'zod';
import { queryIntents } from '../../domain/retrieval/query-interpretation.ts';
import { searchFiltersSchema } from '../../domain/retrieval/search-filters.ts';
import { type SearchOutcome, type SearchResult, searchSources } from '../../ports/knowledge-search.ts';

const changes = z.array(z.object({ from: z.string(), to: z.string() })).readonly();
const names = z.array(z.string()).readonly();

const interpretation = z.object({
  original: z.string(),
  searchedFor: z.string(),
  intent: z.enum(queryIntents),
  confidence: z.number(),
  expansions: changes,
  corrections: changes,
  protocolNumbers: names,
  population: z.enum(['adult', 'pediatric', 'neonatal']).optional(),
  entities: z.object({ drugs: names, conditions: names, procedures: names, routes: names }),
  specialties: names,
  variations: names,
  impliedFilters: searchFiltersSchema,
});

const result = z
  .object({
    chunkId: z.string(),
    docKey: z.string(),
    version: z.int(),
    fileName: z.string(),
    title: z.string(),
    sourceType: z.string(),
    pages: z.array(z.int()).meta({ description: 'From 1.' }),
    section: z.string(),
    score: z.number().meta({ description: 'From 0 to 1; comparable within one search only.' }),
    text: z.string(),
    stages: z.record(z.string(), z.number()).optional(),
  })
  .meta({ id: 'SearchResult' });

const source = z.object({
  source: z.enum(searchSources),
  outcome: z.enum(['ok', 'failed', 'timeout']),
  found: z.int(),
  milliseconds: z.number(),
  reason: z.string().optional(),
});

/** What a search found, and how the query was understood. */
export const searchRepresentation = z
  .object({
    results: z.array(result),
    interpretation,
    sources: z.array(source).readonly(),
    cached: z.boolean().meta({
      description:
        'Whether an equal search on the same documents was remembered; `sources` tells how that one went.',
    }),
  })
  .meta({ id: 'SearchOutcome' });

const MAX_PAGES_LISTED = 100;

const pagesOf = (first: number, last: number): number[] =>
  Array.from({ length: Math.min(last - first + 1, MAX_PAGES_LISTED) }, (_, index) => first + index);

const toResult = ({ passage, score, stages }: SearchResult): z.input<typeof result> => ({
  chunkId: passage.chunkId,
  docKey: passage.docKey,
  version: passage.version,
  fileName: passage.fileName,
  title: passage.title,
  sourceType: passage.sourceType,
  pages: pagesOf(passage.firstPage, passage.lastPage),
  section: passage.sectionPath.join(' > '),
  score,
  text: passage.text,
  ...(stages === undefined ? {} : { stages: { ...stages } }),
});

/** An outcome as the API shows it. */
export const toSearchRepresentation = (outcome: SearchOutcome): z.input<typeof searchRepresentation> => ({
  results: outcome.results.map(toResult),
  interpretation: outcome.interpretation,
  sources: outcome.sources,
  cached: outcome.cached,
});
