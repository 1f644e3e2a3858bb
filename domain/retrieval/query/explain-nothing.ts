import type { SearchFilters } from '../search-filters.ts';
import type { ResolvedFilters } from './resolve-drug-filter.ts';

const noneNames = 'No passage names the drug in the filter, under any of its names.';
const noneNamesToo =
  'No passage that passes the other filters names the drug, under any of its names. Remove the drug or another filter.';
const nonePasses = 'No document passes the filters. Remove one, or check its spelling.';
const noneMatches = 'Documents pass the filters, but none of them matches the words.';

/**
 * Explains to the user why a search with filters found nothing; empty without filters.
 *
 * @param isAnyPassing true when a passage, of those in `only` if given, passes the filters
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
