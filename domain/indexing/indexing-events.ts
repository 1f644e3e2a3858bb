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

/** The stages of indexing in order. Each leaves its result as a blob and an event, and is never done twice. */
export const indexingStages = ['extract', 'clean', 'chunk', 'embed', 'publish'] as const;
export type IndexingStage = (typeof indexingStages)[number];

/** Marks a `cost` that is not the whole one, because the price of the model is not known. */
const costUnknown = z.literal(true).optional();

const job = { jobId: uuidSchema, docKey: docKeySchema, version: z.int().min(1) };

/**
 * How the document is to be called: as its uploader said, or else as its text shows. `found` holds what the text shows
 * about itself where the uploader said nothing; its names may be those of patients.
 */
const named = {
  title: sensitiveText(z.string().min(1).max(500)),
  protocolNumber: sensitiveText(z.string().min(1).max(32)).optional(),
  found: sensitive(foundMetadataSchema, {}).optional(),
};

/** What the screen of its passages for PHI found. Events of before have none. */
const screened = { phiScreen: phiScreenSchema.optional() };

/** Which reader read the text and cut it: see `READER_VERSION`. Events of before have none. */
const readBy = { reader: z.int().min(0).optional() };

/** The model in use, where that must not be given the document and another one took its place. */
const withheldFrom = z.strictObject({ model: z.string(), dimensions: z.int().min(1) }).optional();

/** A job was queued for a document version: PENDING. */
export const indexingRequested = defineEvent(
  'IndexingRequested',
  z.strictObject({ ...job, contentHash: sha256Schema }),
);

/** A worker took the job up: RUNNING. `attempt` counts from 1 over manual retries. */
export const indexingStarted = defineEvent(
  'IndexingStarted',
  z.strictObject({ ...job, attempt: z.int().min(1) }),
);

/** Why the reading of a text did not come to an end. */
export const interruptions = ['worker_ended', 'worker_stalled', 'process_ended'] as const;

/**
 * The thread that read the text ended or stalled, or the whole process ended meanwhile. Counted, because a file that
 * does so again and again must not be taken up for ever.
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
    /** Pages that were not read natively, with how they were read. */
    unusualPages: z
      .array(
        z.strictObject({
          page: z.int().min(1),
          readBy: z.enum(readMethods),
          ocrConfidence: z.number().optional(),
        }),
      )
      .max(10_000),
    /** Text that was left out because no one sees it. What was read before has none. */
    leftOut: leftOutSchema.optional(),
    /** Blobs of the pictures of its figures, in the order of their numbers. What was read before has none. */
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
 * Some more chunks were embedded; progress only, nothing is searchable yet. `chunkCount` are embedded by now. The blob
 * holds the vectors from chunk `firstChunk` (0 when absent) up to there; that of the last such event holds all.
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
    /** US dollars that embedding cost since the last event that says so; 0 for local models and for what a cache knew. */
    cost: z.number().min(0),
    costUnknown,
  }),
);

/** The version is complete and becomes the searchable one: COMPLETED. Carries the blobs that an index is built from. */
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
 * The job ended without a result: FAILED. `message` is for a person and free of PHI. `cost` is what was paid for vectors
 * that no other event describes: they are in the cache, and a retry does not pay for them again.
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
 * A person asked for another attempt, or the version is needed again because the newer one failed: PENDING again.
 * `retryCount` does not grow where the job had been stopped on purpose.
 */
export const indexingRetried = defineEvent(
  'IndexingRetried',
  z.strictObject({ ...job, retryCount: z.int().min(0) }),
);

/** A newer version of the document took the place of this one: SUPERSEDED, terminal. */
export const indexingSuperseded = defineEvent(
  'IndexingSuperseded',
  z.strictObject({ ...job, byJobId: uuidSchema, byVersion: z.int().min(1) }),
);

/**
 * A version that had been indexed was embedded with another model as well, for an index that holds its vectors. The
 * blob holds those of all chunks.
 */
export const chunksReembedded = defineEvent(
  'ChunksReembedded',
  z.strictObject({
    ...job,
    blob: sha256Schema,
    model: z.string(),
    dimensions: z.int().min(1),
    chunkCount: z.int().min(1),
    /** US dollars; 0 for local models and for what a cache knew. */
    cost: z.number().min(0),
    costUnknown,
  }),
);

/**
 * A version was kept from an embedding model outside the premises because it holds PHI: there are no vectors of that
 * model of it, and an index that holds such finds it by its words. `phiScreen` is the screen that decided.
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
