import { z } from 'zod';
import { recordFrom } from '../../kernel/record-from.ts';
import type { DocumentMetadata } from '../document-metadata.ts';
import { type FoundProperty, foundProperties, uploaderSchemas } from '../property-uses.ts';

/** The metadata that a document's own pages and properties can state, except its title and number. */
export const foundMetadataSchema = z.strictObject(
  recordFrom<Pick<typeof uploaderSchemas, FoundProperty>>(foundProperties, (name) => uploaderSchemas[name]),
);
export type FoundMetadata = z.output<typeof foundMetadataSchema>;

/** Combines the metadata given by the uploader with the found metadata; given values take precedence. */
export const withFoundMetadata = (
  given: DocumentMetadata,
  found: FoundMetadata | undefined,
): DocumentMetadata => ({
  ...found,
  ...given,
});
