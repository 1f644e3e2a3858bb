import type { DocumentFormat } from '../document-format.ts';
import type { DocumentMetadata } from '../document-metadata.ts';
import type { ExtractedDocumentRecord } from '../extracted-document.ts';
import { findAgency, findStateCode } from './find-agency.ts';
import { findAuthors } from './find-authors.ts';
import { findEffectiveDate } from './find-effective-date.ts';
import { findDoi, findPmid } from './find-identifiers.ts';
import { findPublicationYear } from './find-publication-year.ts';
import { type FoundMetadata, foundMetadataSchema, foundProperties } from './found-metadata.ts';

const shortName = (name: string | undefined): string | undefined => {
  const squeezed = name?.replace(/\s+/g, ' ').trim();
  return squeezed === undefined || squeezed === '' || squeezed.length > 200 ? undefined : squeezed;
};

/**
 * What a document tells about itself, for the properties that its uploader left open. Each rule would rather find
 * nothing than something that may belong to another document.
 */
export const findMetadata = (
  document: ExtractedDocumentRecord,
  given: DocumentMetadata,
  format: DocumentFormat,
): FoundMetadata => {
  const properties = document.properties ?? {};
  const stateCode = given.stateCode ?? findStateCode(document, properties);
  const found: Record<keyof FoundMetadata, unknown> = {
    authors: findAuthors(document, properties),
    organization: shortName(properties.organization),
    publisher: shortName(properties.publisher),
    publicationYear: findPublicationYear(document, properties, format),
    effectiveDate: findEffectiveDate(document, properties, stateCode),
    doi: findDoi(document, properties),
    pmid: findPmid(document, properties),
    agency: findAgency(document, properties),
    stateCode,
  };
  const open = foundProperties.filter(
    (name) =>
      given[name] === undefined &&
      found[name] !== undefined &&
      foundMetadataSchema.shape[name].safeParse(found[name]).success,
  );
  return foundMetadataSchema.parse(Object.fromEntries(open.map((name) => [name, found[name]])));
};
