import { passageFilter } from '../matches-filters.ts';
import type { Passage } from '../passage.ts';
import type { ResolvedFilters } from './resolve-drug-filter.ts';

const noneNames = 'No passage names the drug of the filter, under any of its names.';
const noneNamesToo =
  'No passage that passes the other filters names the drug, under any of its names. Leave out the drug, or another filter.';
const nonePasses = 'No document passes the filters. Leave one out, or check how it is written.';
const noneMatches = 'Documents pass the filters, but none of them matches the words.';

/** Why a search with filters found nothing, for a person. Nothing to say without filters. */
export const explainNothing = (
  { filters, only }: ResolvedFilters,
  passages: Iterable<Passage>,
): readonly string[] => {
  const { drug, ...others } = filters;
  const hasOthers = Object.values(others).some((value) => value !== undefined);
  if (!only && drug === undefined && !hasOthers) return [];
  const passesOthers = passageFilter(others);
  const passesAll = passageFilter(filters);
  let passes = false;
  for (const passage of passages) {
    if (!passesOthers(passage)) continue;
    passes = true;
    if (only ? only.has(passage.chunkId) : passesAll(passage)) return [noneMatches];
  }
  if (!passes) return [nonePasses];
  return [hasOthers ? noneNamesToo : noneNames];
};
