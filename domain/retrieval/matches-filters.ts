import { foldCase } from '../language/fold-case.ts';
import type { FilterDefinition, FilteredProperty, FilterMatch } from './filter-definitions.ts';
import { type FilterName, filteredProperties, filterNames, filterOf } from './filter-uses.ts';
import type { Passage } from './passage.ts';
import type { SearchFilters } from './search-filters.ts';

/** The properties of a passage that filters use. */
export type Filterable = Pick<Passage, FilteredProperty>;

type FilterValue = SearchFilters[FilterName] | Filterable[FilteredProperty];

/** Folds the case of text values. */
const folded = (value: FilterValue): FilterValue => {
  if (typeof value === 'string') return foldCase(value);
  return Array.isArray(value) ? value.map((one: string) => foldCase(one)) : value;
};

const foldedProperties = new Set(
  filterNames
    .map(filterOf)
    .filter(({ ignoresCase }) => ignoresCase)
    .map(({ property }) => property),
);

/** The filterable properties as an index may store them: values compared without regard to case are folded. */
export const foldedFilterable = (passage: Filterable): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    filteredProperties.map((property) => [
      property,
      foldedProperties.has(property) ? folded(passage[property]) : passage[property],
    ]),
  );

/** A filter with its requested value. */
export type ActiveFilter = {
  readonly definition: FilterDefinition;
  /** Case-folded when case does not count. */
  readonly wanted: string | number | readonly string[];
};

/** The filters that are set, for use with `foldedFilterable`. */
export const activeFilters = (filters: SearchFilters): readonly ActiveFilter[] =>
  filterNames.flatMap((name) => {
    const definition = filterOf(name);
    const wanted = definition.ignoresCase ? folded(filters[name]) : filters[name];
    return wanted === undefined || typeof wanted === 'boolean' ? [] : [{ definition, wanted }];
  });

/** A value, or the values of a list; empty when there is none. */
export const valuesOf = (value: FilterValue): readonly (string | number)[] => {
  if (value === undefined || typeof value === 'boolean') return [];
  return typeof value === 'string' || typeof value === 'number' ? [value] : value;
};

/** Numbers by size; texts, such as ISO dates, by their order. */
const isBefore = (one: string | number, other: string | number): boolean =>
  typeof one === 'number' && typeof other === 'number' ? one < other : String(one) < String(other);

const comparisons: Readonly<
  Record<FilterMatch, (actual: string | number, wanted: string | number) => boolean>
> = {
  oneOf: (actual, wanted) => actual === wanted,
  contains: (actual, wanted) => String(actual).includes(String(wanted)),
  from: (actual, wanted) => !isBefore(actual, wanted),
  to: (actual, wanted) => !isBefore(wanted, actual),
};

type PassageFilter = (passage: Filterable) => boolean;

/** Returns a predicate for passages that pass every filter. */
export const passing = (asked: readonly ActiveFilter[]): PassageFilter => {
  const checks = asked.map(({ definition, wanted }) => ({
    ...definition,
    compare: comparisons[definition.match],
    wanted: valuesOf(wanted),
  }));
  return (passage) =>
    checks.every(({ property, ignoresCase, compare, wanted }) => {
      const actual = valuesOf(ignoresCase ? folded(passage[property]) : passage[property]);
      return actual.some((value) => wanted.some((one) => compare(value, one)));
    });
};

/**
 * Returns a predicate for passages that pass the filters: members combine by "and", the values of one member by "or". A
 * passage without a requested property does not pass. Days are compared as ISO dates, drugs by the names under which
 * passages are filed (see `resolve-drug-filter.ts`).
 */
export const passageFilter = (filters: SearchFilters): PassageFilter => passing(activeFilters(filters));

/** Splits `passageFilter` into the part with one answer for all passages of a document, and the rest. */
export const dividedPassageFilter = (
  filters: SearchFilters,
): { readonly ofDocument: PassageFilter; readonly ofPassage: PassageFilter } => {
  const asked = activeFilters(filters);
  return {
    ofDocument: passing(asked.filter(({ definition }) => !definition.perPassage)),
    ofPassage: passing(asked.filter(({ definition }) => definition.perPassage)),
  };
};

/** True when a passage passes the filters. For many passages, create one `passageFilter`. */
export const matchesFilters = (passage: Filterable, filters: SearchFilters): boolean =>
  passageFilter(filters)(passage);

/** True when the title contains one of the texts, ignoring case. */
export const titleContains = (wanted: readonly string[], title: string): boolean => {
  const foldedTitle = foldCase(title);
  return wanted.some((text) => foldedTitle.includes(foldCase(text)));
};

/** True when a passage names one of the drugs, given by the names that `drugsNamed` uses. */
export const namesOneOf = (wanted: readonly string[], { drugs }: Pick<Passage, 'drugs'>): boolean =>
  wanted.some((one) => drugs.includes(one));
