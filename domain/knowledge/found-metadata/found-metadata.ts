import { z } from 'zod';
import { recordFrom } from '../../kernel/record-from.ts';
import type { DocumentMetadata } from '../document-metadata.ts';
import { type FoundProperty, foundProperties, uploaderSchemas } from '../property-uses.ts';

/** What a document's own pages and properties can state besides its title and its number. */
export const foundMetadataSchema = z.strictObject(
  recordFrom<Pick<typeof uploaderSchemas, FoundProperty>>(foundProperties, (name) => uploaderSchemas[name]),
);
export type FoundMetadata = z.output<typeof foundMetadataSchema>;

/** What holds for a document: what its uploader said, and for the rest what was found in it. */
export const withFound = (given: DocumentMetadata, found: FoundMetadata | undefined): DocumentMetadata => ({
  ...found,
  ...given,
});
