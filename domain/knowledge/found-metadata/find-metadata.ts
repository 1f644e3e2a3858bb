import type { DocumentFormat } from '../document-format.ts';
import type { DocumentMetadata } from '../document-metadata.ts';
import type { ExtractedDocumentRecord } from '../extracted-document.ts';
import { type FoundProperty, foundProperties, propertyOf, type RuledProperty } from '../property-uses.ts';
import { findAgency, findCounty, findStateCode } from './find-agency.ts';
import { findAuthors } from './find-authors.ts';
import { findChapter, findEdition } from './find-edition.ts';
import { findEffectiveDate } from './find-effective-date.ts';
import { findDoi, findPmid } from './find-identifiers.ts';
import { findPublicationYear } from './find-publication-year.ts';
import { type FoundMetadata, foundMetadataSchema } from './found-metadata.ts';
import { stateOfUsCounty } from './us-places.ts';
import { isoDayOf, readWrittenDate } from './written-date.ts';

/** The day of an instant or of a date in any notation; nothing where it is unclear which number is the month. */
const dayOf = (written: string): string | undefined => {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=T)/.exec(written) ?? [];
  const date = readWrittenDate(day ?? written);
  return date && isoDayOf(date, undefined);
};

/** A property as the file declares it, on one line; its schema validates it later. */
const declaredOf = (name: FoundProperty, properties: Readonly<Record<string, unknown>>): unknown => {
  const declared = properties[propertyOf(name).file?.as ?? name];
  if (typeof declared !== 'string') return declared;
  const line = declared.replace(/\s+/g, ' ').trim();
  if (line === '') return undefined;
  return propertyOf(name).kind === 'day' ? dayOf(line) : line;
};

/**
 * Finds the properties that the uploader left open in the document itself. Each rule prefers to find nothing over a
 * value that may belong to another document.
 */
export const findMetadata = (
  document: ExtractedDocumentRecord,
  given: DocumentMetadata,
  format: DocumentFormat,
): FoundMetadata => {
  const properties = document.properties ?? {};
  const declared = (name: FoundProperty): unknown => declaredOf(name, properties);
  const agency = findAgency(document, properties);
  const county = declared('county') ?? findCounty(document, given.agency ?? agency);
  const stateCode =
    given.stateCode ??
    findStateCode(document, properties) ??
    stateOfUsCounty(given.county ?? (typeof county === 'string' ? county : undefined));
  const titles = [given.title, properties.title, document.title].flatMap((title) => title ?? []);
  const byRule: Readonly<Record<RuledProperty, unknown>> = {
    authors: findAuthors(document, properties),
    publicationYear: findPublicationYear(document, properties, format),
    effectiveDate: findEffectiveDate(document, properties, stateCode),
    doi: findDoi(document, properties),
    pmid: findPmid(document, properties),
    agency,
    stateCode,
    county,
    edition: declared('edition') ?? findEdition(document, titles),
    chapter: declared('chapter') ?? findChapter(document, titles),
  };
  const found: Readonly<Partial<Record<FoundProperty, unknown>>> = {
    ...Object.fromEntries(foundProperties.map((name) => [name, declared(name)])),
    ...byRule,
  };
  const open = foundProperties.filter(
    (name) =>
      given[name] === undefined &&
      found[name] !== undefined &&
      foundMetadataSchema.shape[name].safeParse(found[name]).success,
  );
  return foundMetadataSchema.parse(Object.fromEntries(open.map((name) => [name, found[name]])));
};
