import { z } from 'zod';
import { docKeySchema } from '../kernel/identifiers.ts';
import { documentFormats } from './document-format.ts';
import { documentMetadataSchema } from './document-metadata.ts';

/** What is said of a file that is taken in. */
export const documentInputSchema = documentMetadataSchema.extend({
  /** Left out, it is made of the source type and the file name, or of a keyed hash where that may hold PHI. */
  docKey: docKeySchema.optional(),
  /** What the key is made of where none is given, in place of the file name: such as the path of the file. */
  keyFrom: z.string().min(1).max(1000).optional(),
  /** Says of a new version that it takes the place of the one before, also where their texts have little in common. */
  replace: z.boolean().optional(),
  /** Left out, the file name's extension decides. */
  format: z.enum(documentFormats).optional(),
});
