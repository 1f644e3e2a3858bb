import type { HttpApiServices } from '../http-api-services.ts';
import { nodesRepresentation } from '../representations/operations-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

/** For operators: the nodes and their work. */
export const nodesRoute = ({ listNodes }: Pick<HttpApiServices, 'listNodes'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/nodes',
    access: 'projections:read',
    tag: 'Operations',
    operationId: 'listNodes',
    summary: 'The nodes that share the database, and their work.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: nodesRepresentation,
    handle: async () => {
      const { nodes, missing } = await listNodes();
      return answerData({ nodes: nodes.map(({ offers: _, ...node }) => node), missing });
    },
  });
