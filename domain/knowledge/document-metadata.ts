import { z } from 'zod';
import { uploaderSchemas } from './property-uses.ts';

/** The metadata of a document as given by its uploader. */
export const documentMetadataSchema = z.strictObject(uploaderSchemas);
export type DocumentMetadata = z.output<typeof documentMetadataSchema>;
