import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { embeddingModelSchema } from './embedding-model-events.ts';

const projection = z.string().min(1).max(64);
const generation = z.int().min(1);

/**
 * An admin requested a rebuild of a read model next to the live one; for the search index, perhaps with the vectors of
 * another embedding model.
 */
export const projectionResetRequested = defineEvent(
  'ProjectionResetRequested',
  z.strictObject({
    projection,
    generation,
    embeddingModel: embeddingModelSchema.optional(),
    /** Why, in the words of the person who asked for it. */
    reason: sensitiveText(z.string().min(3).max(500)).optional(),
  }),
  // Version 2 only added an optional member.
  { schemaVersion: 2, upcasters: { 1: (data) => data } },
);

/** The new generation caught up and became the live one. */
export const projectionGenerationSwitched = defineEvent(
  'ProjectionGenerationSwitched',
  z.strictObject({ projection, generation, previous: generation, builtTo: z.int().min(0) }),
);

/** The new generation could not be built; the live one continues to serve. */
export const projectionRebuildFailed = defineEvent(
  'ProjectionRebuildFailed',
  z.strictObject({ projection, generation, message: z.string().max(500) }),
);

/**
 * A consumer parked an event: after all attempts, behind an earlier one of its key, or because this version of the
 * program cannot read it. It stays visible and can be replayed.
 */
export const eventParked = defineEvent(
  'EventParked',
  z.strictObject({
    consumer: z.string().min(1).max(64),
    eventId: uuidSchema,
    eventType: z.string(),
    streamId: z.string(),
    position: z.int().min(1),
    /** 0 when it was not attempted at all. */
    attempts: z.int().min(0),
    reason: z.string().max(64),
    message: z.string().max(500),
    /** The ordering key of the event, if the consumer's order matters. */
    key: z.string().max(300).optional(),
    /** The parked event of the same key that has to be handled first. */
    waitsBehind: uuidSchema.optional(),
    /** Why the waiting person could not be notified that the event was parked. */
    untold: z.string().max(500).optional(),
  }),
  // Version 2 only added optional members.
  { schemaVersion: 2, upcasters: { 1: (data) => data } },
);

/** An admin requested a replay of a parked event. */
export const parkedEventReplayRequested = defineEvent(
  'ParkedEventReplayRequested',
  z.strictObject({ consumer: z.string(), eventId: uuidSchema, position: z.int().min(1) }),
);

/** A parked event was handled after all. */
export const parkedEventResolved = defineEvent(
  'ParkedEventResolved',
  z.strictObject({ consumer: z.string(), eventId: uuidSchema, position: z.int().min(1) }),
);

export const operationsEvents = [
  projectionResetRequested,
  projectionGenerationSwitched,
  projectionRebuildFailed,
  eventParked,
  parkedEventReplayRequested,
  parkedEventResolved,
] as const;
export type OperationsEvent = EventOf<(typeof operationsEvents)[number]>;
