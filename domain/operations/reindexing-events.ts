import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, uuidSchema } from '../kernel/identifiers.ts';

/** Documents that one run may be asked for by name. */
const MAX_NAMED = 1000;

/** Which documents are read again: by default those that an older reader has read. */
export const reindexingScopeSchema = z.strictObject({
  /** Also those that the present reader has read. */
  all: z.boolean().default(false),
  /** These alone. */
  docKeys: z.array(docKeySchema).min(1).max(MAX_NAMED).optional(),
});
export type ReindexingScope = z.output<typeof reindexingScopeSchema>;

const count = z.int().min(0);
const runId = uuidSchema;

/** How far a run is: `failed` and `skipped` documents keep the reading that they had. */
export const reindexingProgressSchema = z.strictObject({
  total: count,
  done: count,
  failed: count,
  skipped: count,
});
export type ReindexingProgress = z.output<typeof reindexingProgressSchema>;

/** An admin asked for documents to be read again, by the reader of this version. */
export const reindexingRequested = defineEvent(
  'ReindexingRequested',
  z.strictObject({
    runId,
    reader: count,
    ...reindexingScopeSchema.shape,
    /** How many there were then, and the passages of their old readings. */
    documents: count,
    passages: count,
  }),
);

/** This many of them have been read by now. */
export const reindexingProgressed = defineEvent(
  'ReindexingProgressed',
  z.strictObject({ runId, ...reindexingProgressSchema.shape }),
);

/** Why a document keeps the reading that it had. */
export const keptReadings = ['failed', 'skipped'] as const;

/** A document keeps the reading that it had. `message` is for a person and free of PHI. */
export const formerReadingKept = defineEvent(
  'FormerReadingKept',
  z.strictObject({
    runId,
    docKey: docKeySchema,
    /** The version that goes on answering. */
    version: z.int().min(1),
    kept: z.enum(keptReadings),
    /** The job that failed. */
    jobId: uuidSchema.optional(),
    reason: z.string().max(64),
    message: z.string().max(500),
  }),
);

/** The run has come to its end. */
export const reindexingCompleted = defineEvent(
  'ReindexingCompleted',
  z.strictObject({ runId, ...reindexingProgressSchema.shape }),
);

/** The run was given up: what was read again stays, and the rest keeps its reading. */
export const reindexingStopped = defineEvent(
  'ReindexingStopped',
  z.strictObject({ runId, reason: z.string().max(64), message: z.string().max(500) }),
);

export const reindexingEvents = [
  reindexingRequested,
  reindexingProgressed,
  formerReadingKept,
  reindexingCompleted,
  reindexingStopped,
] as const;
export type ReindexingEvent = EventOf<(typeof reindexingEvents)[number]>;
