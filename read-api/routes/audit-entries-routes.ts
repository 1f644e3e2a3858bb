import { z } from 'zod';
import { accessorOf, withOversight } from '../../commands/runtime/ownership/require-access.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { allEvents } from '../../domain/all-events.ts';
import { roles } from '../../domain/kernel/actor.ts';
import { streamCategories } from '../../domain/kernel/event.ts';
import { streamIdSchema } from '../../domain/kernel/identifiers.ts';
import { accessBases } from '../../domain/ownership/access-grounds.ts';
import { hasOversight } from '../../domain/ownership/may-access.ts';
import { fullSubjectOf } from '../../domain/privacy/subject-reference.ts';
import { auditOutcomes } from '../../projections/audit-entries/audit-outcomes.ts';
import { listAuditEntries } from '../../projections/audit-entries/list-audit-entries.ts';
import { auditEntriesProjection } from '../../projections/audit-entries/projection.ts';
import { withReasons } from '../audit/reasons.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  auditEntryPageRepresentation,
  auditEntryRepresentation,
} from '../representations/audit-representation.ts';
import { momentAsText, momentText, spanOf } from '../request/moment.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route, type RouteRequest } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageOfBody, pageQuery } from './page-query.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity'>;

const eventTypes = allEvents.map(({ type }) => type);

const subject = z.string().min(1).max(300);

/** True for what names no person, and may therefore stand in an address. */
const isNoPerson = (text: string): boolean => fullSubjectOf(text)?.startsWith('person:') === false;

/** The filters that name no patient. Staff are named by their user ids. */
const filters = {
  order: z.enum(['asc', 'desc']).optional(),
  actorId: z.string().min(1).max(256).optional(),
  role: z.enum(roles).optional(),
  onBehalfOf: z
    .string()
    .min(1)
    .max(256)
    .meta({ description: 'The person for whom a service acted.' })
    .optional(),
  action: z.string().min(1).max(100).meta({ description: 'Words of `action`, case-insensitive.' }).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  basis: z.enum(accessBases).optional(),
  type: z.enum(eventTypes).optional(),
  streamId: streamIdSchema.meta({ description: 'A stream, including the reads of its contents.' }).optional(),
  category: z.enum(streamCategories).optional(),
  correlationId: z.string().min(1).max(128).optional(),
  from: momentText.optional(),
  to: momentText.optional(),
} as const;

const wanted = z.strictObject({
  ...filters,
  subject: subject.optional(),
  phi: z.boolean().optional(),
  ...pageOfBody,
});
type Wanted = z.output<typeof wanted>;

/** The parameters of the request, as recorded in the log. */
const asParameters = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const readEntries = async (
  { from, to, ...filter }: Wanted,
  after: number | undefined,
  request: RouteRequest,
  services: Needs,
) => {
  const view = await openReadModel(services.readModels, auditEntriesProjection.name, after, request);
  const page = await listAuditEntries(view, { ...filter, ...spanOf(from, to) });
  // Reasons may name a patient: they are shown to those who may see everyone's data, and say why they do.
  const isWhyShown = request.caller.reason !== undefined && hasOversight(accessorOf(request.caller));
  const entries = isWhyShown ? await withReasons(page.items, services.eventStore) : page.items;
  const parameters = asParameters({
    ...filter,
    after,
    from: from && momentAsText(from),
    to: to && momentAsText(to),
  });
  return {
    view,
    entries,
    nextCursor: page.nextCursor,
    beforeDelivery: () =>
      recordAccess(
        isWhyShown ? withOversight(request.caller) : request.caller,
        {
          what: { type: 'AuditTrailRead', data: { kind: 'entries', parameters } },
          // A value that is not a data subject may be a name, and is sealed with the parameters.
          subjects: [
            (filter.subject === undefined ? undefined : fullSubjectOf(filter.subject)) ?? [],
            isWhyShown ? page.items.flatMap((entry) => entry.subject ?? []) : [],
          ].flat(),
          phi: isWhyShown,
        },
        services,
      ),
  };
};

const list = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit/entries',
    access: 'audit:read',
    tag: 'Audit',
    operationId: 'listAuditEntries',
    summary:
      'The audit trail, newest first by default; to compliance with the reasons that people gave, if the request gives one itself. Access is recorded. To look for a person, send the filters in a body.',
    ownership: 'metadata',
    discloses: ['AuditTrailRead'],
    params: none,
    query: z.strictObject({
      ...pageQuery,
      ...filters,
      subject: subject
        .refine(
          isNoPerson,
          'must be document:<key>, query:<id>, conversation:<id> or tool_call:<id>: addresses are kept in logs and histories, so name a person in the body of POST /api/audit/entries',
        )
        .meta({
          description:
            'The thing concerned: `document:<key>`, `query:<id>`, `conversation:<id>`. Includes reads of lists about everyone.',
        })
        .optional(),
      phi: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
    }),
    body: none,
    response: z.array(auditEntryRepresentation).readonly(),
    handle: async ({ query: { after, ...given } }, request) => {
      const { view, entries, nextCursor, beforeDelivery } = await readEntries(
        given,
        after,
        request,
        services,
      );
      return answerData(entries, { metadata: metadataOf(view, nextCursor), beforeDelivery });
    },
  });

const search = (services: Needs): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/audit/entries',
    onlyReads: true,
    access: 'audit:read',
    tag: 'Audit',
    operationId: 'searchAuditEntries',
    summary:
      'The audit trail as `GET` gives it, with the filters in the body, so that a person can be named. Access is recorded.',
    ownership: 'metadata',
    discloses: ['AuditTrailRead'],
    params: none,
    query: z.strictObject(readFields),
    body: wanted.extend({
      subject: subject
        .meta({
          description:
            'The person or thing concerned: `person:<pseudonym>` or the pseudonym alone, `document:<key>`, `query:<id>`, `conversation:<id>`. Includes reads of lists about everyone.',
        })
        .optional(),
    }),
    response: auditEntryPageRepresentation,
    handle: async ({ query: { after }, body }, request) => {
      const { view, entries, nextCursor, beforeDelivery } = await readEntries(body, after, request, services);
      return answerData(
        { entries, nextCursor: nextCursor ?? null },
        { metadata: metadataOf(view), beforeDelivery },
      );
    },
  });

/** The list of the audit trail, filtered by an address or by a body. */
export const auditEntriesRoutes = (services: Needs): readonly Route[] => [list(services), search(services)];
