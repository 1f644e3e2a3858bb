import { z } from 'zod';
import { defineOpenRoute, none, type Route } from '../routing/define-route.ts';

const description = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.unknown()),
  components: z.looseObject({}),
});

/** Loaded on the first request: the examples need 4 MB, and most servers never get one. */
const describe = async (routes: readonly Route[], version: string): Promise<string> => {
  const [{ openApiDocument }, { routeExamples }] = await Promise.all([
    import('../openapi/open-api-document.ts'),
    import('../openapi/examples/route-examples.ts'),
  ]);
  return JSON.stringify(openApiDocument(routes, version, routeExamples));
};

/** The description of all routes, including this one. Built once, on the first request. */
export const openApiRoute = (others: readonly Route[], version: string): Route => {
  let document: Promise<string> | undefined;
  const route: Route = defineOpenRoute({
    method: 'GET',
    path: '/openapi.json',
    tag: 'Operations',
    operationId: 'getOpenApi',
    summary: 'This document. It describes the program, not what an installation holds, and needs no token.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    responses: [
      { status: 200, description: 'OpenAPI 3.1.', contentType: 'application/json', content: description },
    ],
    handle: async () => {
      document ??= describe([...others, route], version);
      return { kind: 'text', contentType: 'application/json; charset=utf-8', content: await document };
    },
  });
  return route;
};
