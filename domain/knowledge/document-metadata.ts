import { z } from 'zod';
import { givenSchemas } from './property-uses.ts';

/** What the uploader of a document says about it. */
export const documentMetadataSchema = z.strictObject(givenSchemas);
export type DocumentMetadata = z.output<typeof documentMetadataSchema>;
