import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { disclosedStreamSubject } from '../../domain/audit/disclosed-subjects.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { categoryOf, streamIdSchema } from '../../domain/kernel/identifiers.ts';
import { isPersonalCategory } from '../../domain/ownership/personal-categories.ts';
import { inOrder } from '../../ports/event-store.ts';
import { decodeCursor, encodeCursor, integerPlace } from '../../projections/page-cursor.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../projections/page-of-rows.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  streamReplayRepresentation,
  toEventRepresentation,
} from '../representations/audit-representation.ts';
import { momentText, positionUpTo, rangeBetween } from '../request/moment.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { auditEntriesRoutes } from './audit-entries-routes.ts';
import { auditReviewRoute } from './audit-review-route.ts';
import { disclosuresRoute } from './disclosures-route.ts';
import { explainRoute } from './explain-route.ts';
import { type ExportFormat, exportFormatNames, exportFormats } from './export-formats.ts';
import { found } from './not-found.ts';
import { pageQuery } from './page-query.ts';
import { stateRoute } from './state-route.ts';
import { timelineRoute } from './timeline-route.ts';

type Needs = Pick<
  HttpApiServices,
  'readModels' | 'eventStore' | 'identity' | 'hasher' | 'logger' | 'answerRerun' | 'clock'
>;

const replay = ({ eventStore, identity }: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit/streams/:streamId',
    access: 'audit:read',
    tag: 'Audit',
    operationId: 'replayStream',
    summary: 'The history of one stream, as of a moment. Access is recorded.',
    ownership: 'oversight',
    isPersonal: ({ streamId }) => isPersonalCategory(categoryOf(streamId)),
    discloses: ['AuditTrailRead'],
    params: z.strictObject({ streamId: streamIdSchema }),
    query: z.strictObject({
      asOf: momentText.optional(),
      limit: pageQuery.limit,
      cursor: pageQuery.cursor,
    }),
    body: none,
    response: streamReplayRepresentation,
    handle: async ({ params: { streamId }, query }, request) => {
      const head = await eventStore.head();
      const asOf = query.asOf ? Math.min(await positionUpTo(query.asOf, eventStore), head) : head;
      const [fromRevision] = query.cursor === undefined ? [0] : decodeCursor(integerPlace, query.cursor);
      const page = await eventStore.readStreamPage(streamId, {
        fromRevision,
        toPosition: asOf,
        limit: query.limit ?? DEFAULT_PAGE_SIZE,
      });
      const events = inOrder(page);
      if (query.cursor === undefined) found(events[0], 'stream at that moment');
      return answerData(
        { streamId, asOf, events: events.map(toEventRepresentation) },
        {
          metadata: {
            position: asOf,
            ...(page.next === undefined ? {} : { nextCursor: encodeCursor([page.next]) }),
          },
          beforeDelivery: () =>
            recordAccess(
              request.caller,
              {
                what: {
                  type: 'AuditTrailRead',
                  data: {
                    kind: 'stream',
                    parameters: { streamId, asOf: String(asOf) },
                  },
                },
                subjects: [
                  ...[disclosedStreamSubject(streamId) ?? []].flat(),
                  ...events.flatMap(({ metadata }) =>
                    typeof metadata === 'string' ? [] : (metadata.subject ?? []),
                  ),
                ],
                phi: events.some(({ metadata }) => typeof metadata !== 'string' && metadata.phi),
              },
              { eventStore, identity },
            ),
        },
      );
    },
  });

async function* exported(
  format: ExportFormat,
  { after, to }: { readonly after: Position; readonly to: Position },
  signal: AbortSignal,
  eventStore: Needs['eventStore'],
): AsyncGenerator<string> {
  if (format.header !== '') yield format.header;
  for (let from = after; from < to; ) {
    const page = await eventStore.readPage(from, MAX_PAGE_SIZE);
    for (const event of inOrder(page)) {
      if (event.position > to) return;
      // A normal end would make a partial export look complete.
      if (signal.aborted)
        throw new Failure(failure('unavailable', 'The export was cut short.', { component: 'http' }));
      yield format.line(event);
    }
    if (page.scannedTo <= from) return;
    from = page.scannedTo;
  }
}

const exportLog = ({ eventStore, identity }: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit/export',
    access: 'audit:export',
    tag: 'Audit',
    operationId: 'exportAudit',
    summary: 'The log with all its content between two moments, both included. The export is recorded.',
    ownership: 'oversight',
    discloses: ['AuditTrailRead'],
    params: none,
    query: z.strictObject({
      format: z.enum(exportFormatNames).default('ndjson'),
      from: momentText.optional(),
      to: momentText.optional(),
    }),
    body: none,
    responses: Object.values(exportFormats).map(({ contentType, content }) => ({
      status: 200,
      description:
        'One event per line; an event that this version cannot read is marked and returned as stored. ' +
        'A broken connection means that the export is incomplete.',
      contentType,
      ...(content ? { content } : {}),
      headers: ['Content-Disposition', 'X-Last-Position'] as const,
    })),
    handle: async ({ query }, request) => {
      const { after, to } = await rangeBetween(query.from, query.to, eventStore);
      await recordAccess(
        request.caller,
        {
          what: {
            type: 'AuditTrailRead',
            data: {
              kind: 'export',
              parameters: { format: query.format, from: String(after + 1), to: String(to) },
            },
          },
          phi: true,
        },
        { eventStore, identity },
      );
      const format = exportFormats[query.format];
      return {
        kind: 'stream',
        live: false,
        contentType: format.contentType,
        headers: {
          'Content-Disposition': `attachment; filename="audit-${after + 1}-${to}.${format.extension}"`,
          'X-Last-Position': String(to),
        },
        content: (signal) => exported(format, { after, to }, signal, eventStore),
      };
    },
  });

/** The routes of the audit trail, for compliance officers. */
export const auditRoutes = (services: Needs): readonly Route[] => [
  ...auditEntriesRoutes(services),
  timelineRoute(services),
  disclosuresRoute(services),
  replay(services),
  stateRoute(services),
  exportLog(services),
  explainRoute(services),
  auditReviewRoute(services),
];
