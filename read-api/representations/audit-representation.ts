import { z } from 'zod';
import { roles } from '../../domain/kernel/actor.ts';
import { eventMetadataSchema, type RecordedEvent, streamCategories } from '../../domain/kernel/event.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { accessBases } from '../../domain/ownership/access-grounds.ts';
import { isUnreadable, type UnreadableEvent, unreadableReasons } from '../../ports/event-store.ts';
import { auditOutcomes } from '../../projections/audit-entries/audit-outcomes.ts';

/** One line of the audit trail: who did what, when, and on whose behalf. */
export const auditEntryRepresentation = z
  .object({
    eventId: uuidSchema,
    position: z.int(),
    type: z.string(),
    action: z.string(),
    streamId: z.string(),
    category: z.enum(streamCategories),
    revision: z.int(),
    recordedAt: z.string(),
    actorId: z.string(),
    actorRole: z.enum(roles),
    onBehalfOf: z.string().nullable(),
    correlationId: z.string(),
    causationId: z.string(),
    traceparent: z.string().nullable(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    phi: z.boolean(),
    subject: z.string().nullable().meta({ description: 'The data subject whose key seals the event.' }),
    about: z.array(z.string()).readonly().meta({
      description: 'The people and things concerned, such as `person:…` or `document:…`; `*` for everyone.',
    }),
    basis: z
      .enum(accessBases)
      .nullable()
      .meta({ description: 'For a read: the basis on which it was allowed.' }),
    outcome: z.enum(auditOutcomes),
    object: z.string().nullable().meta({
      description:
        'The thing that was read, such as `query:…` or `document:…`, or else the stream that was added to; null if there were none or several.',
    }),
    reason: z.string().nullable().optional().meta({
      description:
        'Why, in the words of the person who acted; null if they gave none, `[erased]` if it was erased. Only for compliance, and only if the request gives its own reason in `X-Access-Reason`.',
    }),
  })
  .meta({ id: 'AuditEntry' });

/** A page of the audit trail, as a search with a body gives it. */
export const auditEntryPageRepresentation = z
  .object({
    entries: z.array(auditEntryRepresentation).readonly(),
    nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page; null at the end.' }),
  })
  .meta({ id: 'AuditEntryPage' });

/** Part of the audit trail of one person, with what only the log itself says. */
export const timelineRepresentation = z
  .object({
    entries: z
      .array(
        auditEntryRepresentation
          .extend({
            reason: z.string().nullable().meta({ description: 'Why, in the words of the person who acted.' }),
            grantId: z
              .string()
              .nullable()
              .meta({ description: 'The share or the break-glass grant that permitted a read.' }),
            details: z
              .record(z.string(), z.unknown())
              .nullable()
              .meta({ description: 'For a read: what exactly was shown, as the log has it.' }),
          })
          .meta({ id: 'TimelineEntry' }),
      )
      .readonly(),
    nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page; null at the end.' }),
  })
  .meta({ id: 'Timeline' });

/** An event as stored in the log. */
export const eventRepresentation = z
  .object({
    position: z.int(),
    id: uuidSchema,
    type: z.string(),
    schemaVersion: z.int(),
    streamId: z.string(),
    revision: z.int(),
    recordedAt: z.string(),
    data: z.unknown(),
    metadata: eventMetadataSchema,
    erased: z.literal(true).optional().meta({
      description:
        'Set if its sensitive content has been erased: `[erased]` and empty values stand for it, and nothing can be concluded from them.',
    }),
  })
  .meta({ id: 'Event' });

/** An event that this version of the program cannot read, as stored: sensitive fields are ciphertext. */
export const unreadableEventRepresentation = eventRepresentation
  .omit({ data: true, metadata: true, erased: true })
  .extend({
    unreadable: z.object({
      reason: z.enum(unreadableReasons),
      message: z.string(),
    }),
    stored: z.object({
      data: z.string().meta({ description: 'JSON as stored.' }),
      metadata: z.string().meta({ description: 'JSON as stored.' }),
    }),
  })
  .meta({ id: 'UnreadableEvent' });

const placeOf = (event: RecordedEvent | UnreadableEvent) => ({
  position: event.position,
  id: event.id,
  type: event.type,
  schemaVersion: event.schemaVersion,
  streamId: event.streamId,
  revision: event.revision,
  recordedAt: event.recordedAt,
});

/** An event with its members in a fixed order, so that exports can be compared. */
export const toEventRepresentation = (
  event: RecordedEvent | UnreadableEvent,
): z.input<typeof eventRepresentation> | z.input<typeof unreadableEventRepresentation> =>
  isUnreadable(event)
    ? {
        ...placeOf(event),
        unreadable: { reason: event.reason, message: event.message },
        stored: { data: event.data, metadata: event.metadata },
      }
    : {
        ...placeOf(event),
        data: event.data,
        metadata: event.metadata,
        ...(event.erased ? { erased: event.erased } : {}),
      };

/** The history of one stream up to a moment. */
export const streamReplayRepresentation = z
  .object({
    streamId: z.string(),
    asOf: z.int().meta({ description: 'The log position up to which the stream was read.' }),
    events: z.array(z.union([eventRepresentation, unreadableEventRepresentation])),
  })
  .meta({ id: 'StreamReplay' });
