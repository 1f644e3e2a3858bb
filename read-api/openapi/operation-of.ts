import { z } from 'zod';
import type { FailureCode } from '../../domain/kernel/failure.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import { statusOfFailure } from '../failure-response.ts';
import { MAX_POSITION, readFields } from '../request/query-fields.ts';
import type { Route, RouteDocumentation, RouteResponse } from '../routing/define-route.ts';
import type { ResponseHeaderName } from '../routing/response-headers.ts';
import { exampleEnvelope } from './examples/example-envelope.ts';
import type { RouteExample } from './examples/route-example.ts';
import type { JsonSchema, SchemaCollector } from './schema-collector.ts';

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: unknown;
  readonly schema: unknown;
  readonly example?: unknown;
};

const withExample = (examples: Readonly<Record<string, unknown>> | undefined, name: string | number) =>
  examples?.[name] === undefined ? {} : { example: examples[name] };

const parametersOf = (
  place: 'path' | 'query',
  schema: z.ZodType,
  collector: SchemaCollector,
  examples: RouteExample['query'],
): readonly Parameter[] => {
  const { properties, required } = collector.schemaOf(schema, 'input');
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (Array.isArray(required) && required.includes(name)),
    ...(isRecord(property) && property.description !== undefined
      ? { description: property.description }
      : {}),
    schema: property,
    ...withExample(examples, name),
  }));
};

const headersOf = ({ headers }: RouteDocumentation, collector: SchemaCollector): readonly Parameter[] =>
  headers.map(({ name, description, schema }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: collector.schemaOf(schema, 'input'),
  }));

const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success', 'data', 'metadata', 'timestamp'],
  properties: {
    success: { type: 'boolean', const: true },
    data,
    metadata: { $ref: '#/components/schemas/AnswerMetadata' },
    timestamp: { type: 'string', format: 'date-time' },
  },
});

/** Headers by reference, so that each is described once. */
export const headerReferences = (names: readonly ResponseHeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The schemas of the different kinds of events, without duplicates. */
const framesOf = (frames: NonNullable<RouteResponse['frames']>, collector: SchemaCollector): JsonSchema => {
  const kinds = new Map(
    Object.values(frames).map((frame) => {
      const schema = collector.schemaOf(frame, 'output');
      return [JSON.stringify(schema), schema];
    }),
  );
  const [only] = kinds.values();
  return kinds.size === 1 && only ? only : { anyOf: [...kinds.values()] };
};

/**
 * The schema of each kind of event by its name, for generators: OpenAPI 3.1 has no keyword for that. `*` stands for
 * all other names.
 */
const eventsOf = (frames: NonNullable<RouteResponse['frames']>, collector: SchemaCollector): JsonSchema =>
  Object.fromEntries(
    Object.entries(frames).map(([event, frame]) => [
      event.startsWith('<') ? '*' : event,
      collector.schemaOf(frame, 'output'),
    ]),
  );

/** The contents of each event in words: OpenAPI 3.1 describes a stream of events only by the data of one. */
const describeFrames = (
  description: string,
  frames: NonNullable<RouteResponse['frames']>,
  collector: SchemaCollector,
): string =>
  [
    description,
    '',
    'The schema is that of the `data` of one event, which is JSON:',
    '',
    ...Object.entries(frames).map(([event, frame]) => {
      const { $ref } = collector.schemaOf(frame, 'output');
      return `- \`event: ${event}\`: ${typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : 'as below'}`;
    }),
    '',
    'Comments between them are keep-alives. Resume from any `id` with `Last-Event-ID`.',
  ].join('\n');

const describedIn = (response: RouteResponse, collector: SchemaCollector): string => {
  const { description, frames, contentType, content } = response;
  if (frames) return describeFrames(description, frames, collector);
  return contentType === 'application/x-ndjson' && content
    ? `${description} The schema is that of one line.`
    : description;
};

const contentOf = (
  { status, data, contentType, content, frames }: RouteResponse,
  collector: SchemaCollector,
  example: RouteExample | undefined,
): Readonly<Record<string, unknown>> => {
  if (data) {
    const shown = example?.answers?.[status];
    return {
      'application/json': {
        schema: envelope(collector.schemaOf(data, 'output')),
        ...(shown === undefined ? {} : { example: exampleEnvelope(shown, example?.metadata) }),
      },
    };
  }
  if (contentType === undefined) return {};
  const name = contentType.split(';')[0] ?? contentType;
  const schema = frames
    ? framesOf(frames, collector)
    : content
      ? collector.schemaOf(content, 'output')
      : { type: 'string' };
  const events = frames ? { 'x-events': eventsOf(frames, collector) } : {};
  return { [name]: { schema, ...events, ...withExample(example?.contents, name) } };
};

const everyAnswer = ['X-Trace-Id'] as const;
/** For responses to signed-in callers. */
const limitedAnswer = ['RateLimit-Policy', 'RateLimit'] as const;

const responseOf = (
  response: RouteResponse,
  always: readonly ResponseHeaderName[],
  collector: SchemaCollector,
  example: RouteExample | undefined,
) => ({
  description: describedIn(response, collector),
  headers: headerReferences([...always, ...(response.headers ?? [])]),
  content: contentOf(response, collector, example),
});

/** Merges responses with the same status in several formats into one with several contents. */
const successesOf = (
  { access, documentation: { responses } }: Route,
  collector: SchemaCollector,
  example: RouteExample | undefined,
) => {
  const byStatus: Record<string, ReturnType<typeof responseOf>> = {};
  for (const response of responses) {
    const always = access === 'open' ? everyAnswer : [...everyAnswer, ...limitedAnswer];
    const shown = responseOf(response, always, collector, example);
    byStatus[response.status] = {
      ...shown,
      ...byStatus[response.status],
      content: { ...byStatus[response.status]?.content, ...shown.content },
    };
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, { content, ...shown }]) => [
      status,
      Object.keys(content).length === 0 ? shown : { ...shown, content },
    ]),
  );
};

/** Whether a route waits for a read model; in other routes `after` may have another meaning. */
const waitsForReadModel = ({ query }: RouteDocumentation): boolean =>
  query instanceof z.ZodObject && query.shape.after === readFields.after;

/** Whether the failures of a route are resources of FHIR, as its callers expect. */
export const answersInFhir = ({ path }: Pick<Route, 'path'>): boolean => path.startsWith('/fhir/');

/** The failures that a route can answer with. */
export const failuresOf = (route: Route): readonly FailureCode[] => {
  const { params, body, failures = [] } = route.documentation;
  const addressed = params instanceof z.ZodObject && Object.keys(params.shape).length > 0;
  const general: readonly FailureCode[] = [
    'validation_error',
    ...(route.access === 'open' ? [] : (['unauthenticated', 'permission_denied'] as const)),
    ...(addressed || route.method === 'POST' ? (['not_found'] as const) : []),
    ...(route.method === 'POST' ? (['conflict', 'rule_violated'] as const) : []),
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    'rate_limit_exceeded',
    'internal_error',
    'external_api_error',
    'unavailable',
    ...(waitsForReadModel(route.documentation) ? (['timeout'] as const) : []),
  ];
  return [...new Set([...general, ...failures])];
};

const afterHeader: Parameter = {
  name: 'X-After-Position',
  in: 'header',
  required: false,
  description:
    'Wait until the read model has reached this log position. The later of this and `after` counts.',
  schema: { type: 'integer', minimum: 0, maximum: MAX_POSITION },
};

const accessOf = ({ access }: Route): string => {
  if (access === 'open') return 'Needs no token.';
  if (access === 'authenticated') return 'Needs a token with any role.';
  return `Needs the permission \`${access}\`.`;
};

/** The OpenAPI operation of a route. */
export const operationOf = (route: Route, collector: SchemaCollector, example: RouteExample | undefined) => {
  const { params, query, body } = route.documentation;
  const failures = failuresOf(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    ...(route.access === 'open' ? { security: [] } : {}),
    description: accessOf(route),
    parameters: [
      ...parametersOf('path', params, collector, example?.params),
      ...parametersOf('query', query, collector, example?.query),
      ...headersOf(route.documentation, collector),
      ...(waitsForReadModel(route.documentation) ? [afterHeader] : []),
    ],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              [body.contentType]: {
                schema: collector.schemaOf(body.schema, 'input'),
                ...(example?.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }
      : {}),
    responses: {
      ...successesOf(route, collector, example),
      ...Object.fromEntries(
        failures.map((code) => [
          statusOfFailure[code].status,
          { $ref: `#/components/responses/${answersInFhir(route) ? 'fhir_' : ''}${code}` },
        ]),
      ),
    },
  };
};
