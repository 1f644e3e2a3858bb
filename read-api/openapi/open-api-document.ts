import { z } from 'zod';
import { failureCodes } from '../../domain/kernel/failure.ts';
import { statusOfFailure } from '../failure-response.ts';
import type { Route } from '../routing/define-route.ts';
import { operationOf } from './operation-of.ts';
import { createSchemaCollector } from './schema-collector.ts';

const answerMetadata = z
  .object({
    traceId: z.string().meta({ description: 'Names this request in our logs.' }),
    position: z.int().optional().meta({ description: 'The log position that the data reflects at least.' }),
    generation: z.int().optional().meta({ description: 'The generation of the read model.' }),
    nextCursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
  })
  .meta({ id: 'AnswerMetadata' });

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    success: z.literal(false),
    error: z.object({
      code: z.enum(failureCodes),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
      component: z.string().optional(),
      retryAfter: z.number().optional().meta({ description: 'Seconds.' }),
      fallbackResponse: z.string().optional(),
    }),
    metadata: z.object({ traceId: z.string() }),
    timestamp: z.string(),
  })
  .meta({ id: 'Problem', description: 'A failure: our envelope and an RFC 9457 problem document in one.' });

/** `/a/:b` as OpenAPI writes it: `/a/{b}`. */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/**
 * The OpenAPI 3.1 document of all routes, made from the schemas that validate: what is not in it does not exist, and
 * what it says is what is checked.
 */
export const openApiDocument = (routes: readonly Route[], version: string) => {
  const collector = createSchemaCollector();
  for (const schema of [answerMetadata, problem]) collector.schemaOf(schema, 'output');
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const template = templateOf(route.path);
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: operationOf(route, collector) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Anamnesis',
      version,
      description: 'An event-sourced backend for a clinical knowledge assistant.',
    },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      responses: Object.fromEntries(
        failureCodes.map((code) => [
          code,
          {
            description: statusOfFailure[code].title,
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
      schemas: collector.components(),
    },
  };
};
