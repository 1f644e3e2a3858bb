import type { DocumentMetadata } from '../domain/knowledge/document-metadata.ts';

/** The metadata of a document as columns: what is not known is null. The title has a rule of its own. */
export const documentMetadataColumns = (metadata: DocumentMetadata) => ({
  sourceType: metadata.sourceType,
  specialty: metadata.specialty,
  authors: metadata.authors ?? [],
  organization: metadata.organization ?? null,
  publisher: metadata.publisher ?? null,
  publicationYear: metadata.publicationYear ?? null,
  effectiveDate: metadata.effectiveDate ?? null,
  doi: metadata.doi ?? null,
  pmid: metadata.pmid ?? null,
  agency: metadata.agency ?? null,
  stateCode: metadata.stateCode ?? null,
  protocolNumber: metadata.protocolNumber ?? null,
  containsPhi: metadata.containsPhi,
});
