import { z } from 'zod';
import { actorSchema } from './actor.ts';

/**
 * Glossary. A *stream* is the history of one thing (one document, one query); its id is `<category>-<id>`.
 * A *revision* counts the events of one stream (0, 1, 2 …); a *position* counts the events of the whole log
 * (1, 2, 3 …, without a gap). The *head* is the last position.
 */
export type Revision = number;
export type Position = number;
export type StreamId = `${StreamCategory}-${string}`;

export const streamCategories = [
  'document',
  'indexing',
  'conversation',
  'query',
  'tool_call',
  'settings',
  'projection',
  'access',
  'subject',
  'timer',
  'grant',
  'operations',
  'preferences',
] as const;
export type StreamCategory = (typeof streamCategories)[number];

/** An event before it is stored. `data` follows the schema registered for `type`. */
export type DomainEvent<Type extends string = string, Data = unknown> = {
  readonly type: Type;
  readonly data: Data;
};

/** The origin of a request. */
const clientSchema = z.strictObject({
  ip: z.string().max(64).optional(),
  userAgent: z.string().max(512).optional(),
});
export type Client = z.output<typeof clientSchema>;

/** Who, why and on whose behalf. Stored in plain text with every event, and therefore free of PHI. */
export const eventMetadataSchema = z.strictObject({
  /** One id for everything caused by a single external request. */
  correlationId: z.string().max(128),
  /** The id of the command or event that directly caused this one. */
  causationId: z.string().max(128),
  actor: actorSchema,
  /** W3C Trace Context, which links an event with the log lines of its request. */
  traceparent: z.string().max(128).optional(),
  client: clientSchema.optional(),
  /** Whether PHI was detected or declared in this event. */
  phi: z.boolean(),
  /** The data subject whose key encrypts the sensitive fields. */
  subject: z.string().max(300).optional(),
});
export type EventMetadata = z.output<typeof eventMetadataSchema>;

/** An event to append. Appending is idempotent by `id` (a UUIDv7). */
export type NewEvent<Event extends DomainEvent = DomainEvent> = Event & {
  readonly id: string;
  readonly metadata: EventMetadata;
};

/** An event as stored in the log, upcast to the current schema version and decrypted. */
export type RecordedEvent<Event extends DomainEvent = DomainEvent> = NewEvent<Event> & {
  readonly schemaVersion: number;
  readonly streamId: StreamId;
  readonly revision: Revision;
  readonly position: Position;
  /** ISO 8601 UTC with milliseconds; never earlier than that of the preceding position. */
  readonly recordedAt: string;
  /** Set when the key of its content is destroyed: the sensitive fields hold replacements, of which nothing follows. */
  readonly erased?: true;
};
