import { z } from 'zod';
import { type FailureCode, failure, failureCodes } from '../../domain/kernel/failure.ts';
import { statusOfFailure } from '../failure-response.ts';
import { FHIR_JSON, operationOutcome } from '../operation-outcome.ts';
import type { Route } from '../routing/define-route.ts';
import { responseHeaders } from '../routing/response-headers.ts';
import { tags } from '../routing/route-tags.ts';
import { exampleProblem, exampleTraceId } from './examples/example-envelope.ts';
import type { RouteExample } from './examples/route-example.ts';
import { answersInFhir, failuresOf, headerReferences, operationOf } from './operation-of.ts';
import { createSchemaCollector } from './schema-collector.ts';

const answerMetadata = z
  .object({
    traceId: z.string().meta({ description: "Identifies this request in the server's logs." }),
    position: z
      .int()
      .optional()
      .meta({ description: 'The data reflects the log at least up to this position.' }),
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

const description = `An event-sourced backend for a clinical knowledge assistant.

Every answer in JSON has the same envelope. A command answers with the log \`position\` that it reached: send it as
\`X-After-Position\` (or \`?after=\`) to read what you have written. Every refusal is at the same time an RFC 9457 problem
document; its \`error.code\` is one of a closed set.`;

/** Failure codes whose responses may have `Retry-After`. */
const passing: readonly FailureCode[] = [
  'conflict',
  'rate_limit_exceeded',
  'external_api_error',
  'unavailable',
  'timeout',
];

const exampleMessages: Readonly<Record<FailureCode, string>> = {
  validation_error: 'The body is not valid. See details.issues for the fields.',
  unauthenticated: 'Send a token: the header Authorization with the value "Bearer <token>".',
  permission_denied: 'This needs the permission documents:ingest, which your roles do not have.',
  not_found: 'There is no such document.',
  method_not_allowed: 'This route answers POST only.',
  conflict: 'The resource is at revision 4, not 3. Read it again and retry.',
  payload_too_large: 'The file is larger than 52428800 bytes.',
  unsupported_media_type: 'Send application/json.',
  rule_violated: 'A COMPLETED indexing job cannot be retried.',
  rate_limit_exceeded: 'You have too many open streams. Close one first.',
  internal_error: 'An internal error occurred. Report it with the trace id.',
  external_api_error: 'The embedding endpoint did not answer as expected.',
  unavailable: 'The server is starting. Try again shortly.',
  timeout: 'The read model has not reached the position in time. Try again.',
};

/** How a failure is written: as a problem, or under `/fhir` as FHIR has it. */
const failureForms = {
  problem: (code: FailureCode) => ({
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: exampleProblem({ code, ...statusOfFailure[code] }, exampleMessages[code]),
    },
  }),
  fhir: (code: FailureCode) => ({
    [FHIR_JSON]: {
      schema: {
        type: 'object',
        required: ['resourceType', 'issue'],
        properties: {
          resourceType: { type: 'string', const: 'OperationOutcome' },
          id: { type: 'string', description: 'The trace id of the request.' },
          issue: {
            type: 'array',
            items: {
              type: 'object',
              required: ['severity', 'code', 'diagnostics'],
              properties: {
                severity: { type: 'string', const: 'error' },
                code: { type: 'string' },
                diagnostics: { type: 'string' },
                expression: { type: 'array', items: { type: 'string' } },
              },
            },
          },
        },
      },
      example: operationOutcome(failure(code, exampleMessages[code]), exampleTraceId),
    },
  }),
} as const;

const refusal = (code: FailureCode, form: keyof typeof failureForms) => {
  const { title } = statusOfFailure[code];
  return {
    description: title,
    headers: headerReferences([
      'X-Trace-Id',
      ...(passing.includes(code) ? (['Retry-After'] as const) : []),
      ...(code === 'rate_limit_exceeded' ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
      ...(code === 'unauthenticated' ? (['WWW-Authenticate'] as const) : []),
    ]),
    content: failureForms[form](code),
  };
};

/** `/a/:b` as OpenAPI writes it: `/a/{b}`. */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/**
 * The OpenAPI 3.1 document of all routes. It is generated from the validating schemas, so it describes every route
 * and exactly the checks that are made.
 */
export const openApiDocument = (
  routes: readonly Route[],
  version: string,
  examples: Readonly<Record<string, RouteExample>>,
) => {
  const collector = createSchemaCollector();
  for (const schema of [answerMetadata, problem]) collector.schemaOf(schema, 'output');
  const inFhir = new Set(routes.filter(answersInFhir).flatMap(failuresOf));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const template = templateOf(route.path);
    const operation = operationOf(route, collector, examples[route.operationId]);
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Anamnesis',
      version,
      description,
      contact: { name: 'The operator of this installation' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The server that provides this document.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A named token (see CreateToken), or a JWT with `sub`, `exp` and `roles`.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'anamnesis_session',
          description:
            'The session of a browser (see signIn); behind TLS, the name begins with `__Host-`. Everything but GET and HEAD also needs `X-CSRF-Token`.',
        },
      },
      headers: Object.fromEntries(
        Object.entries(responseHeaders).map(([name, { description, schema }]) => [
          name,
          { description, schema: collector.schemaOf(schema, 'output') },
        ]),
      ),
      // 405 is for a method without an operation, so no operation responds with it.
      responses: Object.fromEntries(
        failureCodes
          .filter((code) => code !== 'method_not_allowed')
          .flatMap((code) => [
            [code, refusal(code, 'problem')],
            ...(inFhir.has(code) ? [[`fhir_${code}`, refusal(code, 'fhir')]] : []),
          ]),
      ),
      schemas: collector.components(),
    },
  };
};
