import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import {
  ACCOUNTING_YEARS,
  type Disclosure,
  disclosureKinds,
  notCounted,
} from '../../domain/audit/disclosures/disclosure.ts';
import { disclosingEvents, disclosuresOf } from '../../domain/audit/disclosures/disclosures-of.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { streamIdSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { fullSubjectOf } from '../../domain/privacy/subject-reference.ts';
import {
  type AuditEntryDto,
  type ListAuditEntries,
  listAuditEntries,
} from '../../projections/audit-entries/list-audit-entries.ts';
import { auditEntriesProjection } from '../../projections/audit-entries/projection.ts';
import { encodePositionCursor } from '../../projections/page-cursor.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../projections/page-of-rows.ts';
import type { ReadModelView } from '../../projections/read-model-reader.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { disclosuresRepresentation } from '../representations/disclosure-representation.ts';
import { momentAsText, momentText, spanOf } from '../request/moment.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity' | 'clock'>;

const body = z.strictObject({
  subject: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .meta({ description: 'The person or thing: a pseudonym, or `person:…`, `document:…`. All without it.' }),
  kind: z.enum(disclosureKinds).optional(),
  recipient: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Words of the recipient or its address, case-insensitive.' }),
  onlyCounted: z
    .boolean()
    .default(false)
    .meta({ description: 'Only those for which the law names no exemption.' }),
  from: momentText
    .optional()
    .meta({ description: 'Six years ago by default when a subject is given (45 CFR 164.528).' }),
  to: momentText.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  cursor: z.string().min(1).max(1024).optional(),
});
type Wanted = z.output<typeof body>;
type Listed = Disclosure &
  Pick<AuditEntryDto, 'position' | 'about' | 'streamId' | 'eventId'> & {
    readonly at: string;
    readonly by: string;
  };

/** Entries that are read at a time, and at most for one page: most searches and calls send nothing outside. */
const BATCH = 100;
const MAX_SCANNED = 2000;
const types = disclosingEvents.map(({ type }) => type);

/** The streams of entries, each up to its last one: what was sent is often stated by an earlier event. */
const streamsOf = async (
  entries: readonly AuditEntryDto[],
  { eventStore }: Needs,
): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> => {
  const last = new Map<string, number>();
  for (const { streamId, revision } of entries)
    last.set(streamId, Math.max(revision, last.get(streamId) ?? 0));
  const streams = new Map<string, RecordedEvent[]>([...last.keys()].map((streamId) => [streamId, []]));
  const ranges = [...last].map(([streamId, toRevision]) => ({
    streamId: streamIdSchema.parse(streamId),
    fromRevision: 0,
    toRevision,
  }));
  for await (const { events } of eventStore.readRanges(ranges))
    for (const event of events) streams.get(event.streamId)?.push(event);
  return streams;
};

const isWanted =
  ({ kind, recipient, onlyCounted }: Wanted) =>
  (disclosure: Disclosure): boolean =>
    (kind === undefined || disclosure.kind === kind) &&
    (!onlyCounted || disclosure.exemption === null) &&
    (recipient === undefined ||
      `${disclosure.recipient} ${disclosure.address ?? ''}`.toLowerCase().includes(recipient.toLowerCase()));

const listedOf = (
  entry: AuditEntryDto,
  events: readonly RecordedEvent[],
  wanted: Wanted,
): readonly Listed[] => {
  const event = events.find(({ revision }) => revision === entry.revision);
  // An event that this version cannot read is in the audit trail; it states nothing here.
  if (!event) return [];
  const before = events.filter(({ revision }) => revision < entry.revision);
  const { position, about, streamId, eventId, recordedAt: at } = entry;
  return disclosuresOf({ event, before })
    .filter(isWanted(wanted))
    .map((disclosure) => ({
      ...disclosure,
      position,
      at,
      by: entry.onBehalfOf ?? entry.actorId,
      about,
      streamId,
      eventId,
    }));
};

type Page = { readonly disclosures: readonly Listed[]; readonly nextCursor: string | undefined };

/** All disclosures of one event are on one page, so that a page may have a few more than asked for. */
const pageOf = async (
  view: ReadModelView,
  wanted: Wanted,
  period: Pick<ListAuditEntries, 'from' | 'to' | 'firstPosition' | 'lastPosition'>,
  services: Needs,
): Promise<Page> => {
  const { subject, order, limit } = wanted;
  const disclosures: Listed[] = [];
  let { cursor } = wanted;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += BATCH) {
    const page = await listAuditEntries(view, { ...period, subject, types, order, limit: BATCH, cursor });
    const streams = await streamsOf(page.items, services);
    for (const [index, entry] of page.items.entries()) {
      disclosures.push(...listedOf(entry, streams.get(entry.streamId) ?? [], wanted));
      const isLast = index === page.items.length - 1 && page.nextCursor === undefined;
      if (disclosures.length >= limit && !isLast)
        return { disclosures, nextCursor: encodePositionCursor(entry.position) };
    }
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return { disclosures, nextCursor: cursor };
};

const yearsBefore = (now: string, years: number): string => {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString();
};

/** What left the system, and about one person the accounting of disclosures (45 CFR 164.528). */
export const disclosuresRoute = (services: Needs): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/audit/disclosures',
    onlyReads: true,
    access: 'audit:read',
    tag: 'Audit',
    operationId: 'listDisclosures',
    summary:
      'What left the system: when, to whom, which fields, how it was screened and for what purpose, from the log alone. With a subject, its accounting of disclosures of six years. Access is recorded.',
    ownership: 'oversight',
    discloses: ['AuditTrailRead'],
    params: none,
    query: z.strictObject(readFields),
    body,
    response: disclosuresRepresentation,
    handle: async ({ query: { after }, body: wanted }, request) => {
      const view = await openReadModel(services.readModels, auditEntriesProjection.name, after, request);
      const { subject, kind, recipient } = wanted;
      const full = subject === undefined ? undefined : (fullSubjectOf(subject) ?? subject);
      const span = spanOf(wanted.from, wanted.to);
      const reach =
        full === undefined || wanted.from !== undefined
          ? {}
          : { from: yearsBefore(services.clock.now(), ACCOUNTING_YEARS) };
      const period = { ...span, ...reach };
      const { disclosures, nextCursor } = await pageOf(view, wanted, period, services);
      const from = wanted.from === undefined ? (reach.from ?? null) : momentAsText(wanted.from);
      return answerData(
        { subject: full ?? null, from, disclosures, notCounted, nextCursor: nextCursor ?? null },
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
                      list: 'disclosures',
                      subject,
                      kind,
                      recipient,
                      from: from ?? undefined,
                      to: wanted.to && momentAsText(wanted.to),
                    }),
                  },
                },
                subjects: [
                  full !== undefined && fullSubjectOf(full) !== undefined ? full : [],
                  disclosures.flatMap(({ about }) => about.filter((one) => one.startsWith('person:'))),
                ].flat(),
                phi: true,
              },
              services,
            ),
        },
      );
    },
  });
