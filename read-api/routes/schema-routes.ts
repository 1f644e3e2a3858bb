import { z } from 'zod';
import { allEvents } from '../../domain/all-events.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { type PublishedSchema, publishedSchemas } from '../../domain/publication/published-schemas.ts';
import { publishedSchemaRepresentation } from '../representations/schema-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

/** The media type of JSON Schema documents (draft 2020-12, section 14). */
const SCHEMA_TYPE = 'application/schema+json';
/** Seconds. A version can only gain members that readers ignore. */
const CACHED_SECONDS = 3600;

const pathOf = ({ type, version }: Pick<PublishedSchema, 'type' | 'version'>): string =>
  `/api/schemas/${type}/${version}`;

let made: readonly PublishedSchema[] | undefined;
/** Built on the first request. */
const all = (): readonly PublishedSchema[] => {
  made ??= publishedSchemas(allEvents);
  return made;
};

// Schemas reveal no events: every permitted listener may read them.
const common = {
  method: 'GET',
  access: 'stream:read',
  tag: 'Operations',
  ownership: 'none',
  discloses: 'nothing',
  query: none,
  body: none,
} as const;

const list = defineRoute({
  ...common,
  path: '/api/schemas',
  operationId: 'listEventSchemas',
  summary: 'Every version of every published event type, with the address of its JSON Schema.',
  params: none,
  response: z.array(publishedSchemaRepresentation),
  handle: async () =>
    answerData(all().map(({ type, version }) => ({ type, version, path: pathOf({ type, version }) }))),
});

const one = defineRoute({
  ...common,
  path: '/api/schemas/:type/:version',
  operationId: 'getEventSchema',
  summary: 'The JSON Schema of the published data of one version of an event type.',
  params: z.strictObject({ type: z.string().min(1).max(100), version: z.coerce.number().int().min(1) }),
  responses: [
    {
      status: 200,
      description: 'A JSON Schema (2020-12), without the envelope and without sensitive fields.',
      contentType: SCHEMA_TYPE,
      content: z.looseObject({}),
    },
  ],
  handle: async ({ params: { type, version } }) => {
    const found = all().find((known) => known.type === type && known.version === version);
    if (!found)
      throw new Failure(
        failure('not_found', 'There is no such version of an event type. GET /api/schemas lists them.'),
      );
    return {
      kind: 'text',
      contentType: `${SCHEMA_TYPE}; charset=utf-8`,
      content: JSON.stringify(found.schema),
      headers: { 'Cache-Control': `private, max-age=${CACHED_SECONDS}` },
    };
  },
});

/** The schemas of the events that other systems receive; see docs/events-outside.md. */
export const schemaRoutes: readonly Route[] = [list, one];
