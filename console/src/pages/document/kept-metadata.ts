import type { Document as LibraryDocument } from '../../../../client/index.ts';
import type { UploadInput } from '../../session/upload-store.ts';

/**
 * What the uploader said of the present version, for the next one. What was found in the file is left out: the new file
 * may say something else.
 */
export const keptMetadata = (document: LibraryDocument): UploadInput => {
  const { sourceType, specialty, containsPhi, metadataSources: sources } = document;
  const said = <Value>(name: keyof typeof sources, value: Value | null): Value | undefined =>
    sources[name] === 'uploader' && value !== null ? value : undefined;
  return {
    sourceType,
    specialty,
    containsPhi,
    title: said('title', document.title),
    agency: said('agency', document.agency),
    stateCode: said('stateCode', document.stateCode),
    organization: said('organization', document.organization),
    publisher: said('publisher', document.publisher),
    authors: said('authors', document.authors),
    protocolNumber: said('protocolNumber', document.protocolNumber),
    url: said('url', document.url),
    condition: said('condition', document.condition),
    drugClass: said('drugClass', document.drugClass),
    indication: said('indication', document.indication),
    county: said('county', document.county),
    agencyId: said('agencyId', document.agencyId),
  };
};
