import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, uuidSchema } from '../kernel/identifiers.ts';

/** The most documents that one run may name. */
const MAX_NAMED = 1000;

/** The documents to read again: by default those read by an older reader. */
export const reindexingScopeSchema = z.strictObject({
  /** Whether to include documents read by the current reader. */
  all: z.boolean().default(false),
  /** Only these documents. */
  docKeys: z.array(docKeySchema).min(1).max(MAX_NAMED).optional(),
});
export type ReindexingScope = z.output<typeof reindexingScopeSchema>;

const count = z.int().min(0);
const runId = uuidSchema;

/** The progress of a run: `failed` and `skipped` documents keep their previous reading. */
export const reindexingProgressSchema = z.strictObject({
  total: count,
  done: count,
  failed: count,
  skipped: count,
});
export type ReindexingProgress = z.output<typeof reindexingProgressSchema>;

/** An admin requested that documents be read again by the reader of this version. */
export const reindexingRequested = defineEvent(
  'ReindexingRequested',
  z.strictObject({
    runId,
    reader: count,
    ...reindexingScopeSchema.shape,
    /** The number of documents at that time, and the passages of their old readings. */
    documents: count,
    passages: count,
  }),
);

/** The progress of a run. */
export const reindexingProgressed = defineEvent(
  'ReindexingProgressed',
  z.strictObject({ runId, ...reindexingProgressSchema.shape }),
);

/** Why a document keeps its previous reading. */
export const keptReadings = ['failed', 'skipped'] as const;

/** A document keeps its previous reading. `message` is for a person and free of PHI. */
export const formerReadingKept = defineEvent(
  'FormerReadingKept',
  z.strictObject({
    runId,
    docKey: docKeySchema,
    /** The version that keeps answering. */
    version: z.int().min(1),
    kept: z.enum(keptReadings),
    /** The job that failed. */
    jobId: uuidSchema.optional(),
    reason: z.string().max(64),
    message: z.string().max(500),
  }),
);

/** The run was completed. */
export const reindexingCompleted = defineEvent(
  'ReindexingCompleted',
  z.strictObject({ runId, ...reindexingProgressSchema.shape }),
);

/** The run was stopped: new readings stay, and the other documents keep their previous one. */
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
