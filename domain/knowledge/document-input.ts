import { z } from 'zod';
import { docKeySchema } from '../kernel/identifiers.ts';
import { documentFormats } from './document-format.ts';
import { documentMetadataSchema } from './document-metadata.ts';

/** The metadata and options sent with a file to ingest. */
export const documentInputSchema = documentMetadataSchema.extend({
  /** If absent, that of the same file, if the document already has it; else none. */
  specialty: documentMetadataSchema.shape.specialty.removeDefault().optional(),
  /** If absent, that of the same file, if the document already has it; else false. */
  containsPhi: documentMetadataSchema.shape.containsPhi.removeDefault().optional(),
  /** If absent, derived from the source type and the file name, or from a keyed hash where the name may hold PHI. */
  docKey: docKeySchema.optional(),
  /** The text from which to derive the key in place of the file name, such as the path of the file. */
  keyFrom: z.string().min(1).max(1000).optional(),
  /** Declares that a new version replaces the previous one even where their texts have little in common. */
  replace: z.boolean().optional(),
  /** If absent, the file name's extension decides. */
  format: z.enum(documentFormats).optional(),
});
