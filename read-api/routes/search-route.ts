import { z } from 'zod';
import { detectPhi } from '../../domain/privacy/detect-phi.ts';
import { searchFiltersSchema } from '../../domain/retrieval/search-filters.ts';
import type { AccessRecorder } from '../access-recorder.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { searchRepresentation, toSearchRepresentation } from '../representations/search-representation.ts';
import { afterPosition } from '../request/after-position.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

const MAX_RESULTS = 100;
const DEFAULT_RESULTS = 10;

const searchBody = z.strictObject({
  query: z
    .string()
    .max(10_000)
    .refine((text) => text.trim().length > 0, 'must hold something to search for'),
  filters: searchFiltersSchema.default({}),
  limit: z.int().min(1).max(MAX_RESULTS).default(DEFAULT_RESULTS),
  debug: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether results tell which stage gave what score.' }),
  phi: z
    .boolean()
    .default(false)
    .meta({ description: 'Declares that the query holds PHI, also where none is detected.' }),
});

/** Search without an answer. */
export const searchRoute = ({ search }: Pick<HttpApiServices, 'search'>, access: AccessRecorder): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/search',
    access: 'search:run',
    tag: 'Search',
    operationId: 'search',
    summary: 'Finds passages of live documents, best first. Who searches for what is recorded.',
    params: none,
    query: z.strictObject(readFields),
    body: searchBody,
    response: searchRepresentation,
    handle: async ({ query: { after }, body }, request) => {
      const phi = body.phi || detectPhi(body.query).detected;
      const outcome = await search.search({
        ...body,
        phi,
        after: afterPosition(after, request.header('X-After-Position')),
      });
      const found = outcome.results.map(({ passage, score }) => ({ chunkId: passage.chunkId, score }));
      const reading = {
        query: body.query,
        filters: body.filters,
        found: found.slice(0, MAX_RESULTS),
        cached: outcome.cached,
      };
      return answerData(toSearchRepresentation(outcome), {
        metadata: { position: outcome.index.position, generation: outcome.index.generation },
        beforeDelivery: async () => {
          await access.knowledgeSearched(request, reading, phi);
        },
      });
    },
  });
