import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCommandRegistry } from '../../../commands/command-registry.ts';
import { apiRoutes } from '../../../read-api/api-routes.ts';
import type { RouteExample } from '../../../read-api/openapi/examples/route-example.ts';
import { routeExamples } from '../../../read-api/openapi/examples/route-examples.ts';
import type { Route, RouteResponse } from '../../../read-api/routing/define-route.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { testTokenIssue } from '../../support/token-issue.ts';

let api: HttpFixture;
let routes: readonly Route[];
// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of every shape, and fail where it is another
let document: any;
beforeAll(async () => {
  api = await openHttpApi();
  routes = apiRoutes(api.services);
  document = (await api.get('/openapi.json')).body;
});
afterAll(() => api[Symbol.asyncDispose]());

type Operation = {
  readonly operationId: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly $ref?: string }>>;
};

const operations = (): readonly Operation[] =>
  Object.values<Record<string, Operation>>(document.paths).flatMap((path) => Object.values(path));

/** Every object in the document, with its path. */
function* objectsIn(value: unknown, place = ''): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
  for (const [name, member] of Object.entries(value)) yield* objectsIn(member, `${place}/${name}`);
}

describe('the OpenAPI document', () => {
  it('contains every route and command, without a dangling reference', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const { name } of createCommandRegistry([], {
      findDocumentOfJob: async () => undefined,
      tokenIssue: testTokenIssue,
    }))
      expect(document.paths[`/api/commands/${name}`].post.operationId).toBe(name);
    expect(operations().map(({ operationId }) => operationId)).toEqual(
      routes.map(({ operationId }) => operationId),
    );
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(references.length).toBeGreaterThan(50);
    for (const reference of new Set(references)) {
      const target = reference.split('/').reduce((place, name) => place?.[name], document);
      expect(target, reference).toBeTypeOf('object');
    }
  });

  it('lists all responses of each path, including those with parameters', () => {
    const answersAt = Object.entries<Record<string, Operation>>(document.paths);
    const hidden = answersAt.flatMap(([template, operationsOf]) => {
      const matching = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/{}]+')}$`);
      return answersAt
        .filter(([path]) => path !== template && matching.test(path))
        .flatMap(([path, written]) =>
          Object.keys(operationsOf).flatMap((method) => (method in written ? [] : [`${method} ${path}`])),
        );
    });
    expect(hidden).toEqual([]);
  });

  it('names each operation once, under an explained tag, with the permission it needs', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }: { name: string }) => name);
    for (const { operationId, tags: used, description } of operations()) {
      expect(tags, operationId).toEqual(expect.arrayContaining([...used]));
      expect(description, operationId).toMatch(/^Needs /);
    }
    expect(document.servers).toMatchObject([{ url: '/' }]);
    expect(document.paths['/health/live'].get.security).toEqual([]);
  });

  it('describes every refusal as a problem document, and when to retry', () => {
    const refused = (operation: Operation) =>
      Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
    for (const operation of operations()) {
      expect(refused(operation).length, operation.operationId).toBeGreaterThan(2);
      for (const [, { $ref }] of refused(operation)) expect($ref).toMatch(/^#\/components\/responses\//);
    }
    const { responses, schemas } = document.components;
    expect(responses.unavailable.headers).toHaveProperty('Retry-After');
    expect(responses.unauthenticated.headers).toHaveProperty('WWW-Authenticate');
    expect(schemas.Problem.properties.error.properties.code.enum).toContain('rule_violated');
  });

  it('describes numbers in URLs as integers, files as files, and the items of every list', () => {
    const { paths, components } = document;
    const limit = paths['/api/documents'].get.parameters.find(
      ({ name }: { name: string }) => name === 'limit',
    );
    expect(limit.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 500 });
    const upload = paths['/api/commands/IngestDocument'].post.requestBody.content['multipart/form-data'];
    expect(upload.schema.properties.file).toEqual({
      type: 'string',
      format: 'binary',
      description: 'The file.',
    });
    const file = paths['/api/documents/{docKey}/versions/{version}/file'].get.responses;
    for (const status of [200, 206])
      expect(file[status].content['application/pdf'].schema).toEqual({ type: 'string', format: 'binary' });
    expect(components.schemas.Query.properties.citations.type).toBe('array');
    for (const [place, schema] of objectsIn({ paths, components })) {
      if (schema.type === 'array') expect(schema.items, place).toBeTypeOf('object');
      // A caller can send values that are read-only in our code.
      expect(schema, place).not.toHaveProperty('readOnly');
      expect(schema, place).not.toHaveProperty('integerBounds');
    }
  });

  it('allows the fields of an upload individually or as one JSON field', () => {
    const upload =
      document.paths['/api/commands/IngestDocument'].post.requestBody.content['multipart/form-data'].schema;
    expect(upload.required).toEqual(['file']);
    expect(upload.properties).toMatchObject({
      sourceType: { enum: expect.arrayContaining(['guideline']) },
      command: { required: ['sourceType'] },
    });
  });

  it('limits headers and paths like the server', () => {
    const parameters = operations().flatMap((operation) => operation.parameters);
    const schemasOf = (wanted: string) =>
      parameters.filter(({ name }) => name === wanted).map(({ schema }) => schema);
    const position = { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 };
    expect(schemasOf('X-After-Position').length).toBeGreaterThan(20);
    for (const schema of schemasOf('X-After-Position')) expect(schema).toEqual(position);
    // Frames between the events of a query have their own ids: `<position>.<n>`.
    for (const schema of schemasOf('Last-Event-ID')) {
      const place = z.object({ type: z.literal('string'), pattern: z.string() }).safeParse(schema);
      if (place.success) expect('17.3').toMatch(new RegExp(place.data.pattern));
      else expect(schema).toMatchObject(position);
    }
    for (const schema of schemasOf('Idempotency-Key'))
      expect(schema).toMatchObject({ type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' });
    expect(schemasOf('streamId')).toHaveLength(3);
    for (const schema of schemasOf('streamId')) {
      const { pattern } = z.object({ type: z.literal('string'), pattern: z.string() }).parse(schema);
      expect('document-note-1').toMatch(new RegExp(pattern));
      expect('no-such-category').not.toMatch(new RegExp(pattern));
    }
    // The position of a backup is not one of a read model to wait for.
    const backup = document.paths['/api/admin/backups/{backupId}/events'].get;
    expect(backup.responses).not.toHaveProperty('504');
    expect(document.paths['/api/documents'].get.responses).toHaveProperty('504');
  });

  it('types the immediate answer of a command, and the awaited one', () => {
    const dataOf = (name: string, status: number) => {
      const { schema } =
        document.paths[`/api/commands/${name}`].post.responses[status].content['application/json'];
      const reference: string = schema.properties.data.$ref;
      return document.components.schemas[reference.slice(reference.lastIndexOf('/') + 1)];
    };
    expect(dataOf('AskQuery', 202).required).toEqual(['streamId', 'revision', 'position', 'queryId']);
    expect(dataOf('AskQuery', 200).anyOf).toMatchObject([
      { properties: { status: { const: 'answered' }, citations: { type: 'array' } } },
      { properties: { status: { const: 'failed' }, message: { type: 'string' } } },
      { properties: { status: { const: 'cancelled' }, by: { type: 'string' } } },
      { properties: { status: { const: 'clarifying' }, options: { type: 'array' } } },
    ]);
    expect(dataOf('IngestDocument', 200)).toMatchObject({
      required: expect.not.arrayContaining(['state']),
      properties: { unchanged: { type: 'boolean' }, state: { enum: ['COMPLETED', 'FAILED', 'SUPERSEDED'] } },
    });
    expect(document.paths['/api/commands/WithdrawDocument'].post.responses).not.toHaveProperty('202');
    const waited = document.paths['/api/commands/AskQuery'].post.responses;
    expect(Object.keys(waited['202'].headers)).toEqual([
      'X-Trace-Id',
      'RateLimit-Policy',
      'RateLimit',
      'Idempotency-Replayed',
      'Location',
    ]);
    expect(waited['200'].headers).toHaveProperty('Preference-Applied');
  });

  it('types the lines of line-delimited responses', () => {
    for (const path of ['/api/audit/export', '/api/admin/feedback/export']) {
      const { description, content } = document.paths[path].get.responses['200'];
      expect(content['application/x-ndjson'].schema).not.toHaveProperty('type', 'string');
      expect(description).toContain('of one line');
    }
  });

  it('types the events of every stream', () => {
    const schemaOf = (path: string) =>
      document.paths[path].get.responses['200'].content['text/event-stream'].schema;
    const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(schemaOf('/api/stream')).toEqual({
      anyOf: ['EventNotification', 'StreamReset'].map(component),
    });
    expect(schemaOf('/api/admin/kb/jobs/{id}/stream')).toEqual(component('IndexingProgress'));
    expect(schemaOf('/api/queries/{id}/stream')).toEqual({
      anyOf: [
        'QueryProgress',
        'QueryEvidence',
        'QueryDraft',
        'ToolConfirmation',
        'ToolActivity',
        'QueryAnswer',
        'QueryClarification',
        'QueryFailure',
        'QueryCancellation',
      ].map(component),
    });
  });
});

const asText = (values: RouteExample['query'] = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** A schema drops unknown members: an example with extra members does not match. */
const isLike = (schemas: readonly z.ZodType[], example: unknown): boolean =>
  schemas.some((schema) => isDeepStrictEqual(schema.safeParse(example).data, example));

describe('the examples of the OpenAPI document', () => {
  it('show a call of every route, and nothing else', () => {
    expect(Object.keys(routeExamples).toSorted()).toEqual(
      routes.map(({ operationId }) => operationId).toSorted(),
    );
  });

  it('are requests that the routes accept', () => {
    for (const { operationId, documentation } of routes) {
      const { params, query, body } = routeExamples[operationId] ?? {};
      expect(documentation.params.safeParse(asText(params)).error, `${operationId}: path`).toBeUndefined();
      expect(documentation.query.safeParse(asText(query)).error, `${operationId}: query`).toBeUndefined();
      if (!documentation.body) {
        expect(body, `${operationId} has no body`).toBeUndefined();
        continue;
      }
      const { schema, contentType } = documentation.body;
      const accepted =
        contentType === 'multipart/form-data' && schema instanceof z.ZodObject
          ? schema.extend({ file: z.string() })
          : schema;
      expect(accepted.safeParse(body).error, `${operationId}: body`).toBeUndefined();
    }
  });

  it('are answers that the routes give, for every answer of JSON, JSON lines or events', () => {
    const shown = ({ operationId }: Route, { status, data, contentType, content, frames }: RouteResponse) => {
      const { answers, contents } = routeExamples[operationId] ?? {};
      if (data) return { example: answers?.[status], schemas: [data] };
      const name = contentType?.split(';')[0] ?? '';
      if (frames) return { example: contents?.[name], schemas: Object.values(frames) };
      if (name.endsWith('json') && content) return { example: contents?.[name], schemas: [content] };
      return undefined;
    };
    let looked = 0;
    for (const route of routes)
      for (const response of route.documentation.responses) {
        const { example, schemas } = shown(route, response) ?? {};
        if (!schemas) continue;
        expect(example, `${route.operationId} ${response.status} has none`).toBeDefined();
        expect(isLike(schemas, example), `${route.operationId} ${response.status}`).toBe(true);
        looked += 1;
      }
    expect(looked).toBeGreaterThan(50);
  });
});
