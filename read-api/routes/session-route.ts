import { sessionRepresentation } from '../representations/session-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

/** Shows callers their own identity. */
export const sessionRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/session',
  access: 'authenticated',
  tag: 'Operations',
  operationId: 'getSession',
  summary: "The identity and roles of the token's bearer, and its expiry.",
  ownership: 'none',
  discloses: 'nothing',
  params: none,
  query: none,
  body: none,
  response: sessionRepresentation,
  handle: async (_input, { principal: { id, roles, teams, onBehalfOf = null, expiresAt } }) =>
    answerData({
      id,
      roles,
      teams,
      onBehalfOf,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    }),
});
