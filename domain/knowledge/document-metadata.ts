import { z } from 'zod';
import { uploaderSchemas } from './property-uses.ts';

/** What the uploader of a document says about it. */
export const documentMetadataSchema = z.strictObject(uploaderSchemas);
export type DocumentMetadata = z.output<typeof documentMetadataSchema>;
