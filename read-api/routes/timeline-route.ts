import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { fullSubjectOf } from '../../domain/privacy/subject-reference.ts';
import { listAuditEntries } from '../../projections/audit-entries/list-audit-entries.ts';
import { auditEntriesProjection } from '../../projections/audit-entries/projection.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../projections/page-of-rows.ts';
import { reasonOf, withEvents } from '../audit/reasons.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { timelineRepresentation } from '../representations/audit-representation.ts';
import { momentAsText, momentText, spanOf } from '../request/moment.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity'>;
type Listed = Awaited<ReturnType<typeof listAuditEntries>>['items'][number];

const body = z
  .strictObject({
    subject: z.string().min(1).max(300).optional().meta({
      description:
        'The person or thing concerned: `person:<pseudonym>`, the pseudonym alone, or `query:<id>`.',
    }),
    actorId: z.string().min(1).max(256).optional().meta({ description: 'The person who acted.' }),
    readings: z.boolean().default(false).meta({ description: 'Only reads of content.' }),
    from: momentText.optional(),
    to: momentText.optional(),
    order: z.enum(['asc', 'desc']).default('desc'),
    limit: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    cursor: z.string().min(1).max(1024).optional(),
  })
  .refine(({ subject, actorId }) => (subject === undefined) !== (actorId === undefined), {
    message: 'must name either `subject` or `actorId`',
  });

const grantOf = (data: object): string | null =>
  'grantId' in data && typeof data.grantId === 'string' ? data.grantId : null;

/** Entries with the reasons, grants and details that only the log has. */
const explained = (entries: readonly Listed[], { eventStore }: Needs) =>
  withEvents(entries, eventStore, ({ category }, event) => {
    const data = event?.data ?? {};
    return {
      reason: reasonOf(data),
      grantId: grantOf(data),
      details: category === 'access' ? { ...data } : null,
    };
  });

/**
 * The audit trail of one person, with the reasons that readers gave. The person is named in the body: URLs are kept in
 * logs and histories.
 */
export const timelineRoute = (services: Needs): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/audit/timeline',
    onlyReads: true,
    access: 'audit:read',
    tag: 'Audit',
    operationId: 'readTimeline',
    summary:
      'Who saw what of a person or thing and why, or what a person saw and did, newest first. Access is recorded.',
    ownership: 'oversight',
    discloses: ['AuditTrailRead'],
    params: none,
    query: z.strictObject(readFields),
    body,
    response: timelineRepresentation,
    handle: async ({ query: { after }, body: wanted }, request) => {
      const view = await openReadModel(services.readModels, auditEntriesProjection.name, after, request);
      const { from, to, readings, ...filter } = wanted;
      const page = await listAuditEntries(view, {
        ...filter,
        ...spanOf(from, to),
        ...(readings ? { category: 'access' } : {}),
      });
      const entries = await explained(page.items, services);
      const { subject, actorId } = wanted;
      return answerData(
        { entries, nextCursor: page.nextCursor ?? null },
        {
          metadata: metadataOf(view),
          beforeDelivery: () =>
            recordAccess(
              request.caller,
              {
                what: {
                  type: 'AuditTrailRead',
                  data: {
                    kind: 'entries',
                    parameters: omitUndefined({
                      subject,
                      actorId,
                      from: from && momentAsText(from),
                      to: to && momentAsText(to),
                    }),
                  },
                },
                subjects: [
                  (subject === undefined ? undefined : fullSubjectOf(subject)) ?? [],
                  ...entries.map((entry) => entry.subject ?? []),
                ].flat(),
                phi: entries.some(({ phi, reason }) => phi || reason !== null),
              },
              services,
            ),
        },
      );
    },
  });
