import type { Schemas } from '@qdrant/js-client-rest';
import type { PropertyKind } from '../../../../domain/knowledge/document-properties.ts';
import { filteredProperties, kindOfFiltered } from '../../../../domain/retrieval/filter-uses.ts';
import { type ActiveFilter, activeFilters, valuesOf } from '../../../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../../../domain/retrieval/search-filters.ts';

const indexOfKind = {
  text: 'keyword',
  title: 'keyword',
  sourceType: 'keyword',
  list: 'keyword',
  year: 'integer',
  day: 'datetime',
  boolean: 'bool',
} as const satisfies Readonly<Record<PropertyKind, string>>;

/** The payload index of each filterable property. */
export const payloadIndexes = filteredProperties.map((property) => ({
  property,
  index: indexOfKind[kindOfFiltered(property)],
}));

type Condition = Schemas['FieldCondition'];

/** A list in the payload matches if it shares one value with the filter. */
const conditionsOf = (
  { definition: { property: key, match }, wanted }: ActiveFilter,
  titles: readonly string[],
): readonly Condition[] => {
  switch (match) {
    case 'oneOf':
      return [{ key, match: { any: [...valuesOf(wanted)].map(String) } }];
    case 'contains':
      return [{ key, match: { any: [...titles] } }];
    case 'from':
      return valuesOf(wanted).map((from) => ({ key, range: rangeOf('gte', from) }));
    case 'to':
      return valuesOf(wanted).map((to) => ({ key, range: rangeOf('lte', to) }));
  }
};

/** A bound of numbers or of days; Qdrant's types keep the two apart. */
const rangeOf = (end: 'gte' | 'lte', bound: string | number): Schemas['RangeInterface'] =>
  typeof bound === 'number' ? { [end]: bound } : { [end]: bound };

/**
 * Translates search filters into Qdrant's filter language. Twin of `domain/retrieval/matches-filters.ts`: a
 * point without the property does not pass. Returns undefined without filters.
 *
 * @param titles the stored titles that the title filter accepts, because Qdrant has no substring match
 */
export const qdrantFilter = (
  filters: SearchFilters,
  titles: readonly string[] = [],
): Schemas['Filter'] | undefined => {
  const must = activeFilters(filters).flatMap((asked) => conditionsOf(asked, titles));
  return must.length === 0 ? undefined : { must };
};
