import type { Passage } from './passage.ts';
import type { SearchFilters } from './search-filters.ts';

/** What of a passage filters look at. */
export type Filterable = Pick<
  Passage,
  'sourceType' | 'specialty' | 'docKey' | 'agency' | 'stateCode' | 'effectiveDate'
>;

const allows = (wanted: readonly string[] | undefined, actual: string | undefined): boolean =>
  wanted === undefined || (actual !== undefined && wanted.includes(actual));

/**
 * Whether a passage passes the filters: members combine by "and", the values of one member by "or". A passage that
 * lacks what a filter asks for does not pass. Days are compared as ISO dates, both ends inclusive.
 */
export const matchesFilters = (passage: Filterable, filters: SearchFilters): boolean => {
  if (!allows(filters.sourceType, passage.sourceType)) return false;
  if (!allows(filters.docKey, passage.docKey)) return false;
  if (!allows(filters.agency, passage.agency)) return false;
  if (!allows(filters.stateCode, passage.stateCode)) return false;
  if (filters.specialty && !filters.specialty.some((one) => passage.specialty.includes(one))) return false;
  const { effectiveFrom, effectiveTo } = filters;
  if (effectiveFrom === undefined && effectiveTo === undefined) return true;
  const day = passage.effectiveDate;
  if (day === undefined) return false;
  return (
    (effectiveFrom === undefined || day >= effectiveFrom) && (effectiveTo === undefined || day <= effectiveTo)
  );
};
