import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { roles } from '../../domain/kernel/actor.ts';
import type { Revision, StreamId } from '../../domain/kernel/event.ts';
import { streamIdSchema, uuidSchema } from '../../domain/kernel/identifiers.ts';
import {
  breakGlassOpened,
  breakGlassOutcomes,
  breakGlassReviewed,
} from '../../domain/ownership/break-glass-events.ts';
import type { BreakGlassRow } from '../../projections/break-glass/entity.ts';
import { breakGlassStates, listGrants, stateOfGrant } from '../../projections/break-glass/list-grants.ts';
import { breakGlassProjection } from '../../projections/break-glass/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity' | 'sharedClock'>;

const grantRepresentation = z
  .object({
    grantId: uuidSchema,
    state: z.enum(breakGlassStates),
    holder: z.string().meta({ description: 'Who opened it.' }),
    holderRole: z.enum(roles),
    conversationId: uuidSchema.nullable(),
    queryId: uuidSchema.nullable(),
    aboutSubject: z
      .string()
      .nullable()
      .meta({ description: 'The data subject of everything that it opens.' }),
    reason: z.string().nullable(),
    approvedBy: z.string().nullable().meta({
      description: 'The person who approved it, if an earlier grant of the holder was found unjustified.',
    }),
    openedAt: z.string().meta({ description: 'While it awaits approval, the time of the request.' }),
    expiresAt: z.string(),
    outcome: z.enum(breakGlassOutcomes).nullable(),
    reviewedBy: z.string().nullable(),
    reviewedAt: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'BreakGlassGrant' });

/** The data of one event in the log. */
const dataAt = async (streamId: StreamId, fromRevision: Revision, { eventStore }: Needs): Promise<unknown> =>
  (await eventStore.readStreamPage(streamId, { fromRevision, limit: 1 })).events[0]?.data;

const shown = async (
  row: BreakGlassRow,
  now: string,
  services: Needs,
): Promise<z.input<typeof grantRepresentation>> => {
  const streamId = streamIdSchema.parse(row.streamId);
  const opened = breakGlassOpened.schema.safeParse(await dataAt(streamId, row.openedRevision, services));
  const reviewed =
    row.reviewedRevision === null
      ? undefined
      : breakGlassReviewed.schema.safeParse(await dataAt(streamId, row.reviewedRevision, services));
  return {
    grantId: row.grantId,
    state: stateOfGrant(row, now),
    holder: row.holder,
    holderRole: row.holderRole,
    conversationId: row.conversationId,
    queryId: row.queryId,
    aboutSubject: row.aboutSubject,
    reason: opened.data?.reason ?? null,
    approvedBy: row.approvedBy,
    openedAt: row.openedAt,
    expiresAt: row.expiresAt,
    outcome: row.outcome,
    reviewedBy: row.reviewedBy,
    reviewedAt: row.reviewedAt,
    note: reviewed?.data?.note ?? null,
  };
};

/** Break-glass grants and their reviews. */
export const breakGlassRoute = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit/break-glass',
    access: 'access:review',
    tag: 'Audit',
    operationId: 'listBreakGlass',
    summary:
      'Break-glass grants with their reasons, approvals and reviews, newest first. Access is recorded.',
    ownership: 'metadata',
    discloses: ['AuditTrailRead'],
    params: none,
    query: z.strictObject({ ...pageQuery, state: z.enum(breakGlassStates).optional() }),
    body: none,
    response: z.array(grantRepresentation).readonly(),
    handle: async ({ query }, request) => {
      const view = await openReadModel(services.readModels, breakGlassProjection.name, query.after, request);
      const now = await services.sharedClock.now();
      const page = await listGrants(view, { ...query, now });
      const items: z.input<typeof grantRepresentation>[] = [];
      for (const row of page.items) items.push(await shown(row, now, services));
      return answerData(items, {
        metadata: metadataOf(view, page.nextCursor),
        beforeDelivery: () =>
          recordAccess(
            request.caller,
            {
              what: {
                type: 'AuditTrailRead',
                data: {
                  kind: 'break-glass',
                  parameters: query.state === undefined ? {} : { state: query.state },
                },
              },
              subjects: [...new Set(page.items.map(({ subject }) => subject))],
              phi: page.items.length > 0,
            },
            services,
          ),
      });
    },
  });
