import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { listParkedEvents } from '../../projections/parked-events/list-parked-events.ts';
import { parkedEventsProjection } from '../../projections/parked-events/projection.ts';
import { commandAliasRoute } from '../commands/command-routes.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  parkedEventRepresentation,
  projectionRepresentation,
} from '../representations/operations-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';

const projections = ({ projectionStatus }: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/projections',
    access: 'projections:read',
    tag: 'Operations',
    operationId: 'listProjections',
    summary: 'The lag of each projection and consumer, and the state of the search index.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: z.array(projectionRepresentation).readonly(),
    handle: async () => answerData(await projectionStatus.listCounted()),
  });

const parked = ({ readModels }: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/consumers/parked',
    access: 'consumers:read',
    tag: 'Operations',
    operationId: 'listParkedEvents',
    summary: 'Events that consumers gave up on, newest first.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({ ...pageQuery, consumer: z.string().min(1).max(64).optional() }),
    body: none,
    response: z.array(parkedEventRepresentation).readonly(),
    handle: async ({ query }, request) => {
      const view = await openReadModel(readModels, parkedEventsProjection.name, query.after, request);
      const page = await listParkedEvents(view, query);
      return answerData(page.items, { metadata: metadataOf(view, page.nextCursor) });
    },
  });

/** The state of projections and consumers, for operators. */
export const operationsRoutes = (services: HttpApiServices): readonly Route[] => [
  projections(services),
  parked(services),
  commandAliasRoute(
    {
      command: 'ReplayParkedEvent',
      path: '/api/admin/consumers/parked/:consumer/:eventId/replay',
      operationId: 'replayParkedEventOf',
      tag: 'Operations',
      params: z.strictObject({ consumer: z.string().min(1).max(64), eventId: uuidSchema }),
      inputOf: ({ consumer, eventId }) => ({ consumer, eventId }),
    },
    services,
  ),
];
