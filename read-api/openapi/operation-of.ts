import { z } from 'zod';
import type { FailureCode } from '../../domain/kernel/failure.ts';
import { statusOfFailure } from '../failure-response.ts';
import type { Route, RouteDocumentation, RouteResponse } from '../routing/define-route.ts';
import type { JsonSchema, SchemaCollector } from './schema-collector.ts';

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: unknown;
  readonly schema: unknown;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parametersOf = (
  place: 'path' | 'query',
  schema: z.ZodType,
  collector: SchemaCollector,
): readonly Parameter[] => {
  const { properties, required } = collector.schemaOf(schema, 'input');
  return Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (Array.isArray(required) && required.includes(name)),
    ...(isObject(property) && property.description !== undefined
      ? { description: property.description }
      : {}),
    schema: property,
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
    success: { const: true },
    data,
    metadata: { $ref: '#/components/schemas/AnswerMetadata' },
    timestamp: { type: 'string', format: 'date-time' },
  },
});

const responseOf = ({ description, data, contentType }: RouteResponse, collector: SchemaCollector) => {
  if (data)
    return {
      description,
      content: { 'application/json': { schema: envelope(collector.schemaOf(data, 'output')) } },
    };
  return contentType
    ? { description, content: { [contentType]: { schema: { type: 'string' } } } }
    : { description };
};

/** Answers with the same status in several formats are one answer with several contents. */
const successesOf = ({ responses }: RouteDocumentation, collector: SchemaCollector) => {
  const byStatus: Record<string, { description: string; content?: Record<string, unknown> }> = {};
  for (const response of responses) {
    const shown = responseOf(response, collector);
    const known = byStatus[response.status];
    byStatus[response.status] = {
      description: shown.description,
      ...(shown.content || known?.content ? { content: { ...known?.content, ...shown.content } } : {}),
    };
  }
  return byStatus;
};

const failuresOf = (route: Route): readonly FailureCode[] => {
  const { params, query, body } = route.documentation;
  const reads = query instanceof z.ZodObject && 'after' in query.shape;
  const addressed = params instanceof z.ZodObject && Object.keys(params.shape).length > 0;
  return [
    'validation_error',
    ...(route.access === 'open' ? [] : (['unauthenticated', 'permission_denied'] as const)),
    ...(addressed || route.method === 'POST' ? (['not_found'] as const) : []),
    ...(route.method === 'POST' ? (['conflict', 'rule_violated'] as const) : []),
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    'rate_limit_exceeded',
    'internal_error',
    'unavailable',
    ...(reads ? (['timeout'] as const) : []),
  ];
};

const afterHeader: Parameter = {
  name: 'X-After-Position',
  in: 'header',
  required: false,
  description: 'Wait until the read model has reached this log position.',
  schema: { type: 'integer', minimum: 0 },
};

/** How one route looks in the OpenAPI document. */
export const operationOf = (route: Route, collector: SchemaCollector) => {
  const { params, query, body } = route.documentation;
  const failures = failuresOf(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    ...(route.access === 'open' ? { security: [] } : {}),
    ...(route.access === 'open' || route.access === 'authenticated'
      ? {}
      : { description: `Needs the permission \`${route.access}\`.` }),
    parameters: [
      ...parametersOf('path', params, collector),
      ...parametersOf('query', query, collector),
      ...headersOf(route.documentation, collector),
      ...(failures.includes('timeout') ? [afterHeader] : []),
    ],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { [body.contentType]: { schema: collector.schemaOf(body.schema, 'input') } },
          },
        }
      : {}),
    responses: {
      ...successesOf(route.documentation, collector),
      ...Object.fromEntries(
        failures.map((code) => [statusOfFailure[code].status, { $ref: `#/components/responses/${code}` }]),
      ),
    },
  };
};
