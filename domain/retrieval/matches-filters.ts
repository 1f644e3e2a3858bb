import { foldCase } from '../language/fold-case.ts';
import type { Passage } from './passage.ts';
import type { SearchFilters } from './search-filters.ts';

/** The properties of a passage that filters look at. */
export const filterableProperties = [
  'docKey',
  'title',
  'sourceType',
  'specialty',
  'agency',
  'stateCode',
  'effectiveDate',
  'organization',
  'publisher',
  'authors',
  'publicationYear',
  'doi',
  'pmid',
  'protocolNumber',
  'drugs',
] as const satisfies readonly (keyof Passage)[];

/** What of a passage filters look at. */
export type Filterable = Pick<Passage, (typeof filterableProperties)[number]>;

/** The properties that are compared without regard to case. */
const foldedProperties = ['title', 'doi', 'protocolNumber'] as const;

/** What filters look at, as an index may keep it: what is compared without regard to case is folded. */
export const foldedFilterable = (passage: Filterable): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(filterableProperties.map((property) => [property, passage[property]])),
  ...Object.fromEntries(
    foldedProperties.flatMap((property) => {
      const value = passage[property];
      return value === undefined ? [] : [[property, foldCase(value)]];
    }),
  ),
});

/** The filters that go with `foldedFilterable`. */
export const foldedFilters = (filters: SearchFilters): SearchFilters => ({
  ...filters,
  ...Object.fromEntries(
    foldedProperties.flatMap((property) => {
      const wanted = filters[property];
      return wanted === undefined ? [] : [[property, wanted.map(foldCase)]];
    }),
  ),
});

const allows = (wanted: readonly string[] | undefined, actual: string | undefined): boolean =>
  wanted === undefined || (actual !== undefined && wanted.includes(actual));

const allowsFolded = (wanted: readonly string[] | undefined, actual: string | undefined): boolean =>
  wanted === undefined || (actual !== undefined && wanted.map(foldCase).includes(foldCase(actual)));

/** Whether the title contains one of the texts, in whatever case. */
export const titleContains = (wanted: readonly string[] | undefined, title: string): boolean => {
  if (wanted === undefined) return true;
  const folded = foldCase(title);
  return wanted.some((text) => folded.includes(foldCase(text)));
};

/** Whether a value lies in a span; both ends are part of it, and a missing end leaves it open. */
const within = <Value extends string | number>(
  actual: Value | undefined,
  from: Value | undefined,
  to: Value | undefined,
): boolean =>
  (from === undefined && to === undefined) ||
  (actual !== undefined && (from === undefined || actual >= from) && (to === undefined || actual <= to));

const sharesOne = (wanted: readonly string[] | undefined, actual: readonly string[] = []): boolean =>
  wanted === undefined || wanted.some((one) => actual.includes(one));

/** Whether a passage names one of the drugs, given as `drugsNamed` files them. Any does where none are wanted. */
export const namesOneOf = (wanted: readonly string[] | undefined, passage: Pick<Passage, 'drugs'>): boolean =>
  sharesOne(wanted, passage.drugs);

/** What `matchesFilters` asks of a passage's document: the answer is the same for all of its passages. */
export const matchesDocumentFilters = (passage: Filterable, filters: SearchFilters): boolean =>
  allows(filters.sourceType, passage.sourceType) &&
  allows(filters.docKey, passage.docKey) &&
  allows(filters.agency, passage.agency) &&
  allows(filters.stateCode, passage.stateCode) &&
  allows(filters.organization, passage.organization) &&
  allows(filters.publisher, passage.publisher) &&
  allowsFolded(filters.doi, passage.doi) &&
  allows(filters.pmid, passage.pmid) &&
  allowsFolded(filters.protocolNumber, passage.protocolNumber) &&
  titleContains(filters.title, passage.title) &&
  sharesOne(filters.specialty, passage.specialty) &&
  sharesOne(filters.authors, passage.authors) &&
  within(passage.publicationYear, filters.publishedFrom, filters.publishedTo) &&
  within(passage.effectiveDate, filters.effectiveFrom, filters.effectiveTo);

/**
 * Whether a passage passes the filters: members combine by "and", the values of one member by "or". A passage that
 * lacks what a filter asks for does not pass. Days are compared as ISO dates, drugs by the names that passages are
 * filed by (`resolve-drug-filter.ts` finds those).
 */
export const matchesFilters = (passage: Filterable, filters: SearchFilters): boolean =>
  matchesDocumentFilters(passage, filters) && namesOneOf(filters.drug, passage);
