import { z } from 'zod';
import { docKeySchema, sha256Schema, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { documentFormats } from '../../domain/knowledge/document-format.ts';
import { mapByPropertyKind, sourcedProperties } from '../../domain/knowledge/property-uses.ts';
import { sourceTypeSchema } from '../../domain/knowledge/source-type.ts';
import { documentStatuses } from '../../projections/documents/entity.ts';
import { metadataSources } from '../../projections/version-columns.ts';
import { jobStateSchema, readingShape, warningsSchema } from './indexing-job-representation.ts';
import { withheldSchema } from './withheld-schema.ts';

const text = z.string().nullable();

/** The known facts about the file and the metadata of one version. */
const versionFields = {
  docKey: docKeySchema,
  version: z.int(),
  fileName: z.string(),
  format: z.enum(documentFormats),
  size: z.int().meta({ description: 'Bytes.' }),
  contentHash: sha256Schema,
  ...mapByPropertyKind({
    text,
    title: z.string(),
    sourceType: sourceTypeSchema,
    list: z.array(z.string()).readonly(),
    year: z.int().nullable(),
    day: text,
    boolean: z.boolean(),
  }),
  ...readingShape,
  withheld: withheldSchema,
  warnings: warningsSchema,
  metadataSources: z.partialRecord(z.enum(sourcedProperties), z.enum(metadataSources)).readonly().meta({
    description: 'For each known property that a file can provide: its origin, the uploader or the file.',
  }),
  pages: z.int().nullable(),
  chunks: z.int().nullable(),
  addedAt: z.string(),
  updatedAt: z.string(),
  revision: z.int(),
};

/** A document of the catalogue, described by its newest version. */
export const documentRepresentation = z
  .object({
    ...versionFields,
    liveVersion: z.int().nullable().meta({ description: 'The searchable version.' }),
    status: z.enum(documentStatuses),
    lastJobState: jobStateSchema,
    latestJobId: uuidSchema,
    duplicateOf: docKeySchema.optional().meta({
      description:
        'The oldest other document in use whose newest version is the same file. Omitted if either may contain PHI.',
    }),
  })
  .meta({ id: 'Document' });

/** One page of the catalogue. */
export const cataloguePageRepresentation = z
  .object({
    documents: z.array(documentRepresentation).readonly(),
    nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page; null at the end.' }),
  })
  .meta({ id: 'CataloguePage' });

/** One version of a document. */
export const documentVersionRepresentation = z
  .object({
    ...versionFields,
    jobId: uuidSchema,
    state: jobStateSchema,
    superseded: z.boolean(),
    supersededByVersion: z.int().nullable(),
    withdrawn: z.boolean(),
    embeddingModel: text.meta({
      description: 'The embedding model at indexing; a later change of the model adds vectors of another.',
    }),
    indexedAt: text.meta({ description: 'The time at which its indexing completed.' }),
    addedBy: z.string(),
  })
  .meta({ id: 'DocumentVersion' });
