import { z } from 'zod';
import { ocrConfidenceOf } from '../../domain/consultation/ocr-mark.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { stageScales } from '../../domain/retrieval/query/disease-stages.ts';
import { queryIntents } from '../../domain/retrieval/query/query-intent.ts';
import { questionDepths } from '../../domain/retrieval/query/question-depth.ts';
import { subIntents } from '../../domain/retrieval/query/sub-intent.ts';
import { sourceDetailsOf, sourceDetailsShape } from '../../domain/retrieval/source-details.ts';
import {
  type SearchOutcome,
  type SearchResult,
  searchSources,
  warningWithout,
} from '../../ports/knowledge-search.ts';
import { imageUrlsOf } from './figure-link.ts';
import { imageUrlsShape } from './image-urls-shape.ts';

const changes = z.array(z.object({ from: z.string(), to: z.string() })).readonly();
const names = z.array(z.string()).readonly();

const ageUnits = ['years', 'months', 'weeks', 'days', 'hours'] as const;

const entities = z.object({
  drugs: names,
  conditions: names,
  procedures: names,
  routes: names,
  ages: z
    .array(z.object({ value: z.number(), unit: z.enum(ageUnits) }))
    .readonly()
    .meta({ description: 'Ages of patients as written, in order of mention; no durations.' }),
  weights: z
    .array(z.object({ value: z.number(), unit: z.enum(['kg', 'lb']) }))
    .readonly()
    .meta({ description: 'Body weights as written, in order of mention.' }),
  doses: z
    .array(
      z.object({
        amount: z.number(),
        to: z.number().optional().meta({ description: 'The upper end of a range.' }),
        unit: z.string(),
        per: names.meta({
          description: 'The denominators of the amount, e.g. `kg`, `min`; empty for a plain amount.',
        }),
        route: z.string().optional(),
      }),
    )
    .readonly()
    .meta({
      description: 'Doses that the query names, in order of mention; energy in joules counts as a dose.',
    }),
  stages: z
    .array(
      z.object({
        scale: z.enum(stageScales),
        stage: z.string(),
        condition: z.string().optional(),
      }),
    )
    .readonly()
    .meta({ description: 'Stages of diseases that the query names, e.g. `3b` of chronic kidney disease.' }),
});

const interpretation = z.object({
  original: z.string(),
  searchedFor: z.string(),
  intent: z.enum(queryIntents),
  subIntent: z.enum(subIntents).optional().meta({
    description: 'The requested part of the intent, if stated.',
  }),
  depth: z.enum(questionDepths).meta({
    description: 'Whether the query looks up a fact, or considers a case or a choice.',
  }),
  confidence: z.number(),
  expansions: changes,
  corrections: changes,
  suggestions: z
    .array(z.object({ from: z.string(), to: z.array(z.string()).readonly() }))
    .readonly()
    .meta({
      description:
        'Did you mean: words that may be misspelled, with candidates, the nearest first. They are searched as written, because one drug is never taken for another.',
    }),
  protocolNumbers: names,
  population: z.enum(['adult', 'pediatric', 'neonatal']).optional(),
  entities,
  specialties: names,
  variations: names,
});

const passage = z
  .object({
    chunkId: z.string(),
    docKey: z.string(),
    version: z.int(),
    fileName: z.string(),
    title: z.string(),
    sourceType: z.string(),
    specialty: z.array(z.string()).meta({ description: 'Specialty of the document, from its metadata.' }),
    pages: z.array(z.int()).meta({ description: 'From 1.' }),
    section: z.string(),
    score: z.number().meta({ description: 'From 0 to 1; comparable within one search only.' }),
    text: z.string(),
    tokens: z.int().optional().meta({ description: 'Length of the text in cl100k_base tokens.' }),
    indexedAt: z
      .string()
      .optional()
      .meta({ description: "The time at which its document's version was fully indexed." }),
    ocrConfidence: z.number().optional().meta({
      description: 'The lowest confidence of its pages read by OCR, from 0 to 1.',
    }),
    ...imageUrlsShape,
    ...sourceDetailsShape,
    weak: z.literal(true).optional().meta({
      description: 'Present when the passage matches so little that it is probably about something else.',
    }),
    stages: z.record(z.string(), z.number()).optional(),
  })
  .meta({ id: 'FoundPassage' });

const result = passage
  .extend({
    more: z.array(passage).optional().meta({
      description: 'With `groupByDocument`: further passages of the same document, best first.',
    }),
  })
  .meta({ id: 'SearchResult' });

const source = z.object({
  source: z.enum(searchSources),
  outcome: z.enum(['ok', 'failed', 'timeout']),
  found: z.int(),
  milliseconds: z.number(),
  reason: z.string().optional(),
});

/** The results of a search, and how the query was understood. */
export const searchRepresentation = z
  .object({
    results: z.array(result),
    interpretation,
    sources: z.array(source).readonly(),
    warnings: z.array(z.string()).readonly().meta({
      description: 'Caveats about the results. Empty when there are none.',
    }),
    degraded: z.boolean().meta({
      description: 'True if a step of the search failed, so that results may be missing; `sources` names it.',
    }),
    cached: z.boolean().meta({
      description:
        'True if the result of your identical search on the same documents was cached; `sources` then describes that search.',
    }),
    milliseconds: z.number().meta({ description: 'The total time of the search.' }),
  })
  .meta({ id: 'SearchOutcome' });

const MAX_PAGES_LISTED = 100;

const pagesOf = (first: number, last: number): number[] =>
  Array.from({ length: Math.min(last - first + 1, MAX_PAGES_LISTED) }, (_, index) => first + index);

/** A result: a passage, or a document with its best passage and further ones. */
export type SearchGroup = { readonly best: SearchResult; readonly more?: readonly SearchResult[] };

const toPassage = ({ passage: found, score, weak, stages }: SearchResult): z.input<typeof passage> => ({
  chunkId: found.chunkId,
  docKey: found.docKey,
  version: found.version,
  fileName: found.fileName,
  title: found.title,
  sourceType: found.sourceType,
  specialty: [...found.specialty],
  pages: pagesOf(found.firstPage, found.lastPage),
  section: found.sectionPath.join(' > '),
  score,
  text: found.text,
  ...omitUndefined({
    tokens: found.tokens,
    indexedAt: found.indexedAt,
    ocrConfidence: ocrConfidenceOf([found]),
  }),
  ...imageUrlsOf(found, found.figures),
  ...sourceDetailsOf(found),
  ...(weak ? { weak } : {}),
  ...(stages === undefined ? {} : { stages: { ...stages } }),
});

/** The interpretation as shown: unknown words serve only the choice of what is quoted. */
const withoutUnknownWords = ({
  unknownWords: _,
  ...shown
}: SearchOutcome['interpretation']): Omit<SearchOutcome['interpretation'], 'unknownWords'> => shown;

/** An outcome as the API shows it, with single passages unless they are grouped. */
export const toSearchRepresentation = (
  outcome: SearchOutcome,
  groups: readonly SearchGroup[] = outcome.results.map((best) => ({ best })),
): z.input<typeof searchRepresentation> => {
  const failed = outcome.sources.filter((step) => step.outcome !== 'ok');
  return {
    results: groups.map(({ best, more }) => ({
      ...toPassage(best),
      ...(more === undefined ? {} : { more: more.map(toPassage) }),
    })),
    interpretation: withoutUnknownWords(outcome.interpretation),
    sources: outcome.sources,
    warnings: [...failed.map((step) => warningWithout[step.source]), ...outcome.warnings],
    degraded: failed.length > 0,
    cached: outcome.cached,
    milliseconds: outcome.milliseconds,
  };
};
