import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { docKeySchema, sha256Schema, uuidSchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { documentFormats } from './document-format.ts';
import { documentMetadataSchema } from './document-metadata.ts';

/** A file was accepted as version 1 or as a changed successor; `jobId` names the indexing job it starts. */
export const documentVersionAdded = defineEvent(
  'DocumentVersionAdded',
  z.strictObject({
    docKey: docKeySchema,
    version: z.int().min(1),
    jobId: uuidSchema,
    /** SHA-256 of the file as it is stored, which is sealed: the blob's address. Of before, that of the file itself. */
    contentHash: sha256Schema,
    /**
     * SHA-256 of the file itself, which decides whether the content changed. Encrypted, as it would confirm guesses of the
     * content. Events of before have none: theirs is `contentHash`.
     */
    contentDigest: sensitiveText(z.string().max(64)).optional(),
    size: z.int().min(0),
    format: z.enum(documentFormats),
    fileName: sensitiveText(z.string().min(1).max(255)),
    metadata: documentMetadataSchema,
    /** The version that this one will replace once it is indexed, with the job that indexed it. */
    replaces: z.strictObject({ version: z.int().min(1), jobId: uuidSchema }).optional(),
    /** The uploader says that it takes the place of the version before, however little they have in common. */
    replace: z.literal(true).optional(),
    /** Set where the same file came again because this job had failed for good: why it had. */
    afterFailure: z.strictObject({ jobId: uuidSchema, reason: z.string().max(64) }).optional(),
    /** Set where no file was sent: that of this version is read again, in this run. */
    reread: z.strictObject({ version: z.int().min(1), runId: uuidSchema }).optional(),
  }),
);

/** The document was taken out of search. Its versions stay for audit. */
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
