import type { SearchFilters } from '../search-filters.ts';
import type { ResolvedFilters } from './resolve-drug-filter.ts';

const noneNames = 'No passage names the drug of the filter, under any of its names.';
const noneNamesToo =
  'No passage that passes the other filters names the drug, under any of its names. Leave out the drug, or another filter.';
const nonePasses = 'No document passes the filters. Leave one out, or check how it is written.';
const noneMatches = 'Documents pass the filters, but none of them matches the words.';

/**
 * Why a search with filters found nothing, for a person. Nothing to say without filters.
 *
 * @param isAnyPassing whether a passage passes, of those alone that are given
 */
export const explainNothing = (
  { filters, only }: ResolvedFilters,
  isAnyPassing: (filters: SearchFilters, only?: ReadonlySet<string>) => boolean,
): readonly string[] => {
  const { drug, ...others } = filters;
  const hasOthers = Object.values(others).some((value) => value !== undefined);
  if (!only && drug === undefined && !hasOthers) return [];
  if (!isAnyPassing(others)) return [nonePasses];
  if (isAnyPassing(filters, only)) return [noneMatches];
  return [hasOthers ? noneNamesToo : noneNames];
};
