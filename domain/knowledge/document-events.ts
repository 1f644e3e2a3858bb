import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, sha256Schema, uuidSchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { documentFormats } from './document-format.ts';
import { documentMetadataSchema } from './document-metadata.ts';

/** A file was accepted as version 1 or as a successor; `jobId` names the indexing job that it starts. */
export const documentVersionAdded = defineEvent(
  'DocumentVersionAdded',
  z.strictObject({
    docKey: docKeySchema,
    version: z.int().min(1),
    jobId: uuidSchema,
    /** SHA-256 of the stored, sealed file: the blob's address. In older events, that of the file itself. */
    contentHash: sha256Schema,
    /**
     * SHA-256 of the file itself, which decides whether the content changed. Encrypted, because it would confirm
     * guesses of the content. Absent from older events, whose digest is `contentHash`.
     */
    contentDigest: sensitiveText(z.string().max(64)).optional(),
    size: z.int().min(0),
    format: z.enum(documentFormats),
    fileName: sensitiveText(z.string().min(1).max(255)),
    metadata: documentMetadataSchema,
    /** The version that this one will replace after indexing, with the job that indexed it. */
    replaces: z.strictObject({ version: z.int().min(1), jobId: uuidSchema }).optional(),
    /** The uploader declares that it replaces the previous version, however little they have in common. */
    replace: z.literal(true).optional(),
    /** Set when the same file came again because this job had failed for good, with the reason. */
    afterFailure: z.strictObject({ jobId: uuidSchema, reason: z.string().max(64) }).optional(),
    /** Set when no file was sent: this run reads the file of this version again. */
    reread: z.strictObject({ version: z.int().min(1), runId: uuidSchema }).optional(),
  }),
);

/** The document was withdrawn from search. Its versions stay for audit. */
export const documentWithdrawn = defineEvent(
  'DocumentWithdrawn',
  z.strictObject({
    docKey: docKeySchema,
    /** All versions up to and including this one are withdrawn. */
    throughVersion: z.int().min(1),
    reason: sensitiveText(z.string().min(1).max(1000)),
  }),
);

export const documentEvents = [documentVersionAdded, documentWithdrawn] as const;
export type DocumentEvent = EventOf<(typeof documentEvents)[number]>;
