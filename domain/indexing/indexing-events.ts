import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, sha256Schema, uuidSchema } from '../kernel/identifiers.ts';
import { readMethods } from '../knowledge/extracted-page.ts';
import { maxFigures } from '../knowledge/figure.ts';
import { foundMetadataSchema } from '../knowledge/found-metadata/found-metadata.ts';
import { leftOutSchema } from '../knowledge/left-out.ts';
import { phiScreenSchema } from '../privacy/phi-screen.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { withholdingReasons } from './withheld-embedding.ts';

/** The stages of indexing in order. Each stores its result as a blob and an event, and is never done twice. */
export const indexingStages = ['extract', 'clean', 'chunk', 'embed', 'publish'] as const;
export type IndexingStage = (typeof indexingStages)[number];

/** Marks a `cost` that is incomplete, because the price of the model is unknown. */
const costUnknown = z.literal(true).optional();

const job = { jobId: uuidSchema, docKey: docKeySchema, version: z.int().min(1) };

/**
 * The document's title and number, from its uploader or else from its text. `found` holds metadata from the text that
 * the uploader did not give; its names may be those of patients.
 */
const named = {
  title: sensitiveText(z.string().min(1).max(500)),
  protocolNumber: sensitiveText(z.string().min(1).max(32)).optional(),
  found: sensitive(foundMetadataSchema, {}).optional(),
};

/** The result of screening its passages for PHI. Absent from older events. */
const screened = { phiScreen: phiScreenSchema.optional() };

/** The version of the reader that read and chunked the text; see `READER_VERSION`. Absent from older events. */
const readBy = { reader: z.int().min(0).optional() };

/** The model in use, when it must not receive the document and another one was used instead. */
const withheldFrom = z.strictObject({ model: z.string(), dimensions: z.int().min(1) }).optional();

/** A job was queued for a document version: PENDING. */
export const indexingRequested = defineEvent(
  'IndexingRequested',
  z.strictObject({ ...job, contentHash: sha256Schema }),
);

/** A worker started the job: RUNNING. `attempt` counts from 1 over manual retries. */
export const indexingStarted = defineEvent(
  'IndexingStarted',
  z.strictObject({ ...job, attempt: z.int().min(1) }),
);

/** The causes of an interrupted reading. */
export const interruptions = ['worker_ended', 'worker_stalled', 'process_ended'] as const;

/**
 * The worker that read the text ended or stalled, or the whole process ended abruptly. Counted, because a file that
 * causes this repeatedly must not be retried forever.
 */
export const readingInterrupted = defineEvent(
  'ReadingInterrupted',
  z.strictObject({ ...job, stage: z.enum(indexingStages), cause: z.enum(interruptions) }),
);

export const textExtracted = defineEvent(
  'TextExtracted',
  z.strictObject({
    ...job,
    ...readBy,
    /** Blob of the extracted document. */
    blob: sha256Schema,
    pages: z.int().min(1),
    characters: z.int().min(0),
    /** Pages that were not read natively, with their read method. */
    unusualPages: z
      .array(
        z.strictObject({
          page: z.int().min(1),
          readBy: z.enum(readMethods),
          ocrConfidence: z.number().optional(),
        }),
      )
      .max(10_000),
    /** Text that was left out because it is not visible. Absent from older events. */
    leftOut: leftOutSchema.optional(),
    /** Blobs of the pictures of its figures, in the order of their numbers. Absent from older events. */
    figures: z
      .array(z.strictObject({ blob: sha256Schema }))
      .max(maxFigures)
      .optional(),
  }),
);

export const textCleaned = defineEvent(
  'TextCleaned',
  z.strictObject({ ...job, blob: sha256Schema, characters: z.int().min(0) }),
);

export const chunksCreated = defineEvent(
  'ChunksCreated',
  z.strictObject({
    ...job,
    ...named,
    ...screened,
    ...readBy,
    blob: sha256Schema,
    chunkCount: z.int().min(1),
    policy: z.string(),
  }),
);

/**
 * More chunks were embedded; progress only, nothing is searchable yet. `chunkCount` are embedded by now. The blob holds
 * the vectors from chunk `firstChunk` (0 when absent) up to that count; the blob of the last such event holds all.
 */
export const chunksEmbedded = defineEvent(
  'ChunksEmbedded',
  z.strictObject({
    ...job,
    blob: sha256Schema,
    model: z.string(),
    dimensions: z.int().min(1),
    withheldFrom,
    firstChunk: z.int().min(1).optional(),
    chunkCount: z.int().min(1),
    /** Cost of embedding in US dollars since the last event with a cost; 0 for local models and cached vectors. */
    cost: z.number().min(0),
    costUnknown,
  }),
);

/** The version is complete and becomes the searchable one: COMPLETED. Has the blobs from which an index is built. */
export const indexingCompleted = defineEvent(
  'IndexingCompleted',
  z.strictObject({
    ...job,
    ...named,
    ...screened,
    ...readBy,
    pages: z.int().min(1),
    chunkCount: z.int().min(1),
    chunksBlob: sha256Schema,
    embeddingsBlob: sha256Schema,
    model: z.string(),
    dimensions: z.int().min(1),
    withheldFrom,
  }),
);

/**
 * The job ended without a result: FAILED. `message` is for users and free of PHI. `cost` was paid for vectors that no
 * other event records: they are in the cache, and a retry does not pay for them again.
 */
export const indexingFailed = defineEvent(
  'IndexingFailed',
  z.strictObject({
    ...job,
    stage: z.enum(indexingStages),
    reason: z.string().max(64),
    message: z.string().max(500),
    cost: z.number().min(0).optional(),
    costUnknown,
  }),
);

/**
 * A user requested another attempt, or the version is needed again because the newer one failed: PENDING again.
 * `retryCount` does not increase when the job had been stopped on purpose.
 */
export const indexingRetried = defineEvent(
  'IndexingRetried',
  z.strictObject({ ...job, retryCount: z.int().min(0) }),
);

/** A newer version of the document replaced this one: SUPERSEDED, terminal. */
export const indexingSuperseded = defineEvent(
  'IndexingSuperseded',
  z.strictObject({ ...job, byJobId: uuidSchema, byVersion: z.int().min(1) }),
);

/**
 * An indexed version was also embedded with another model, for an index of that model's vectors. The blob holds the
 * vectors of all chunks.
 */
export const chunksReembedded = defineEvent(
  'ChunksReembedded',
  z.strictObject({
    ...job,
    blob: sha256Schema,
    model: z.string(),
    dimensions: z.int().min(1),
    chunkCount: z.int().min(1),
    /** US dollars; 0 for local models and cached vectors. */
    cost: z.number().min(0),
    costUnknown,
  }),
);

/**
 * A version was withheld from an embedding model outside the premises because it holds PHI: it has no vectors of that
 * model, and an index of that model finds it only by its words. `phiScreen` is the screening that decided.
 */
export const embeddingWithheld = defineEvent(
  'EmbeddingWithheld',
  z.strictObject({
    ...job,
    ...screened,
    model: z.string(),
    dimensions: z.int().min(1),
    reason: z.enum(withholdingReasons),
  }),
);

export const indexingEvents = [
  indexingRequested,
  indexingStarted,
  readingInterrupted,
  textExtracted,
  textCleaned,
  chunksCreated,
  chunksEmbedded,
  indexingCompleted,
  indexingFailed,
  indexingRetried,
  indexingSuperseded,
  chunksReembedded,
  embeddingWithheld,
] as const;
export type IndexingEvent = EventOf<(typeof indexingEvents)[number]>;
