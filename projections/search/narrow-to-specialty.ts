import type { QueryInterpretation } from '../../domain/retrieval/query/query-interpretation.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { SearchRequest } from '../../ports/knowledge-search.ts';

/** Puts specialties that the caller names before those that the question suggests. */
export const withSpecialtiesFirst = (
  interpretation: QueryInterpretation,
  { specialties = [] }: SearchRequest,
): QueryInterpretation =>
  specialties.length === 0
    ? interpretation
    : {
        ...interpretation,
        specialties: [...new Set([...specialties, ...interpretation.specialties])],
        statedSpecialties: specialties,
      };

/** The specialties that narrow a search: those named by the caller, otherwise those that the question suggests. */
const specialtiesToKeep = (
  { specialties: stated }: QueryInterpretation,
  { specialties = [], narrowToSpecialty, filters }: SearchRequest,
): readonly string[] => {
  if (!narrowToSpecialty || filters.specialty !== undefined) return [];
  return specialties.length > 0 ? specialties : stated;
};

/** The filters, with the specialties where the search is narrowed to them. */
export const narrowedToSpecialty = (
  interpretation: QueryInterpretation,
  request: SearchRequest,
): SearchFilters => {
  const kept = specialtiesToKeep(interpretation, request);
  return kept.length === 0 ? request.filters : { ...request.filters, specialty: [...kept] };
};

/** Remarks about documents that were left out because of their specialty. */
export const specialtyRemarks = (
  interpretation: QueryInterpretation,
  request: SearchRequest,
): readonly string[] => {
  if (!request.narrowToSpecialty || request.filters.specialty !== undefined) return [];
  const kept = specialtiesToKeep(interpretation, request);
  if (kept.length === 0)
    return ['The question names no specialty: documents of all specialties were searched.'];
  return [
    `Only documents of these specialties were searched: ${kept.join(', ').replaceAll('_', ' ')}. Documents of other specialties, or of none, are not shown, even where they forbid something.`,
  ];
};
