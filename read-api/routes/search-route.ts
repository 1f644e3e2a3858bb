import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { countQuestion } from '../../domain/consultation/counted-question.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { specialtySchema } from '../../domain/knowledge/source-type.ts';
import { personSubject, subjectSchema } from '../../domain/privacy/data-subject.ts';
import { variationChoices } from '../../domain/retrieval/query/query-variations.ts';
import { groupByDocument } from '../../domain/retrieval/ranking/group-by-document.ts';
import { searchFiltersSchema } from '../../domain/retrieval/search-filters.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  type SearchGroup,
  searchRepresentation,
  toSearchRepresentation,
} from '../representations/search-representation.ts';
import { afterPosition } from '../request/after-position.ts';
import { readFields } from '../request/query-fields.ts';
import { normalizeSearchNames } from '../request/search-names.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

const MAX_RESULTS = 100;
const DEFAULT_RESULTS = 10;
/** Passages to search per requested document, so that enough documents and further passages are found. */
const PASSAGES_PER_DOCUMENT = 5;

const searchBody = z.strictObject({
  query: z
    .string()
    .max(10_000)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a word or a number to search for'),
  filters: searchFiltersSchema.default({}),
  limit: z.int().min(1).max(MAX_RESULTS).default(DEFAULT_RESULTS),
  threshold: z.number().min(0).max(1).optional().meta({
    description: 'Omits results with a lower `score`. Scores are comparable within one search only.',
  }),
  variations: z.enum(variationChoices).default('auto').meta({
    description:
      'Searches other wordings of the query too: if useful (doses, contraindications, several topics), always, or never.',
  }),
  clinicalContext: z
    .strictObject({
      specialty: z.union([
        specialtySchema.transform((one) => [one]),
        z.array(specialtySchema).min(1).max(20),
      ]),
    })
    .optional()
    .meta({ description: 'The specialty of the query; comes first in `interpretation.specialties`.' }),
  narrowToSpecialty: z.boolean().default(false).meta({
    description:
      "Searches only documents of the clinical context's specialties, or else of the query's. `filters.specialty` takes precedence.",
  }),
  debug: z.boolean().default(false).meta({ description: 'Adds the score of each stage to the results.' }),
  groupByDocument: z.boolean().default(false).meta({
    description:
      'Returns one result per document: its best passage, with its other passages in `more`. `limit` then counts documents.',
  }),
  subject: subjectSchema.optional().meta({
    description:
      "The pseudonym of the person concerned: the record of the search is sealed with that person's key and erased with them. Without it, the record is sealed with a key of the searcher.",
  }),
  phi: z
    .boolean()
    .default(false)
    .meta({ description: 'Declares that the query contains PHI even if none is detected.' }),
});

/** Search without an answer. */
export const searchRoute = (
  services: Pick<HttpApiServices, 'search' | 'fingerprint' | 'eventStore' | 'identity' | 'commandServices'>,
): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/search',
    access: 'search:run',
    tag: 'Search',
    operationId: 'search',
    summary: 'Finds passages of live documents, best first. Searches are recorded.',
    ownership: 'none',
    discloses: ['KnowledgeSearched'],
    params: none,
    query: z.strictObject(readFields),
    body: searchBody,
    respell: normalizeSearchNames,
    response: searchRepresentation,
    handle: async (
      { query: { after }, body: { groupByDocument: grouped, clinicalContext, threshold, subject, ...body } },
      request,
    ) => {
      const { phiDetector } = services.commandServices;
      const phi = body.phi || subject !== undefined || (await phiDetector.screen(body.query)).detected;
      const outcome = await services.search.search({
        ...body,
        ...omitUndefined({ threshold, specialties: clinicalContext?.specialty }),
        limit: grouped ? Math.min(MAX_RESULTS, body.limit * PASSAGES_PER_DOCUMENT) : body.limit,
        phi,
        askedBy: responsibleUserId(request.caller.actor),
        after: afterPosition(after, request.header('X-After-Position')),
      });
      const groups = grouped
        ? groupByDocument(outcome.results).slice(0, body.limit)
        : outcome.results.map((best) => ({ best }));
      const shown = groups.flatMap(({ best, more = [] }: SearchGroup) => [best, ...more]);
      const found = shown.map(({ passage, score }) => ({ chunkId: passage.chunkId, score }));
      const reading = {
        query: body.query,
        counted: countQuestion(body.query, outcome.interpretation, services.fingerprint),
        filters: outcome.filters,
        found: found.slice(0, MAX_RESULTS),
        cached: outcome.cached,
        milliseconds: outcome.milliseconds,
        sources: outcome.sources.map(({ source, outcome: ended, found: count, milliseconds }) => ({
          source,
          outcome: ended,
          found: count,
          milliseconds,
        })),
      };
      return answerData(toSearchRepresentation(outcome, groups), {
        metadata: { position: outcome.index.position, generation: outcome.index.generation },
        beforeDelivery: () =>
          recordAccess(
            request.caller,
            {
              what: { type: 'KnowledgeSearched', data: reading },
              phi: phi || shown.some(({ passage }) => passage.phi),
              ...(subject === undefined ? {} : { about: personSubject(subject) }),
            },
            services,
          ),
      });
    },
  });
