import type { z } from 'zod';
import { type DocumentMetadata, documentMetadataSchema } from '../document-metadata.ts';

/** What a document's own pages and properties can tell besides its title and its number. */
export const foundMetadataSchema = documentMetadataSchema.pick({
  authors: true,
  organization: true,
  publisher: true,
  publicationYear: true,
  effectiveDate: true,
  doi: true,
  pmid: true,
  agency: true,
  stateCode: true,
});
export type FoundMetadata = z.output<typeof foundMetadataSchema>;

/** The names of those properties. */
export const foundProperties = foundMetadataSchema.keyof().options;

/** What holds for a document: what its uploader said, and for the rest what was found in it. */
export const withFound = (given: DocumentMetadata, found: FoundMetadata | undefined): DocumentMetadata => ({
  ...found,
  ...given,
});
