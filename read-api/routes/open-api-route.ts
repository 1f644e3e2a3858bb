import { z } from 'zod';
import { routeExamples } from '../openapi/examples/route-examples.ts';
import { openApiDocument } from '../openapi/open-api-document.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';

const description = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.unknown()),
  components: z.looseObject({}),
});

/** The description of all routes, itself included. Made once, at the first request for it. */
export const openApiRoute = (others: readonly Route[], version: string): Route => {
  let document: string | undefined;
  const route: Route = defineRoute({
    method: 'GET',
    path: '/openapi.json',
    access: 'authenticated',
    tag: 'Operations',
    operationId: 'getOpenApi',
    summary: 'This document.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    responses: [
      { status: 200, description: 'OpenAPI 3.1.', contentType: 'application/json', content: description },
    ],
    handle: async () => {
      document ??= JSON.stringify(openApiDocument([...others, route], version, routeExamples));
      return { kind: 'text', contentType: 'application/json; charset=utf-8', content: document };
    },
  });
  return route;
};
