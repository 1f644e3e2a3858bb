import { isRecord } from '../../domain/kernel/is-record.ts';
import { usStates } from '../../domain/knowledge/found-metadata/us-places.ts';
import { filterNames } from '../../domain/retrieval/filter-uses.ts';
import { camelCased, type Fields, renameFields } from './rename-fields.ts';

/** The requirements' names for fields that have another name here. */
const filterAliases: ReadonlyMap<string, string> = new Map([
  ['drugName', 'drug'],
  ['stateFilter', 'stateCode'],
  ['stateCodeFilter', 'stateCode'],
  ['agencyFilter', 'agencyId'],
  ['documentKey', 'docKey'],
  ['documentId', 'docKey'],
]);
const searchAliases: ReadonlyMap<string, string> = new Map([
  ['minScore', 'threshold'],
  ['matchThreshold', 'threshold'],
  ['matchCount', 'limit'],
]);

const isFilter = (name: string): boolean => filterNames.some((known) => known === name);
const filterNameOf = (name: string): string => {
  const camel = camelCased(name);
  const canonical = filterAliases.get(camel) ?? camel;
  return isFilter(canonical) ? canonical : name;
};

/** Ranges of years and days that the requirements write as `{gte, lte}`. */
const spans: ReadonlyMap<string, { readonly from: string; readonly to: string; readonly asYear: boolean }> =
  new Map([
    ['datePublished', { from: 'publishedFrom', to: 'publishedTo', asYear: true }],
    ['publicationYear', { from: 'publishedFrom', to: 'publishedTo', asYear: true }],
    ['effectiveDate', { from: 'effectiveFrom', to: 'effectiveTo', asYear: false }],
    ['lastUpdated', { from: 'updatedFrom', to: 'updatedTo', asYear: false }],
  ]);

/** The year of a day or a text; anything else is unchanged. */
const yearOf = (value: unknown): unknown => {
  const year = typeof value === 'string' ? /^(\d{4})(?:-\d{2}-\d{2})?$/.exec(value)?.[1] : undefined;
  return year === undefined ? value : Number(year);
};

const withSpans = (filters: Fields): Fields =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const span = spans.get(camelCased(name));
      if (span?.asYear === true && typeof yearOf(value) === 'number')
        return [
          [span.from, yearOf(value)],
          [span.to, yearOf(value)],
        ];
      if (!span || !isRecord(value)) return [[name, value]];
      const bounds = Object.entries(value);
      if (bounds.length === 0 || bounds.some(([bound]) => bound !== 'gte' && bound !== 'lte'))
        return [[name, value]];
      return bounds.map(([bound, at]) => [
        bound === 'gte' ? span.from : span.to,
        span.asYear ? yearOf(at) : at,
      ]);
    }),
  );

/** Accepts a number for an id. */
const asText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asText);
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
};

/** A state by its code, in any case, or by its name: `ca` and `California` as `CA`. */
export const asStateCode = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asStateCode);
  if (typeof value !== 'string') return value;
  const named = usStates.get(value.trim().toLowerCase());
  return named ?? (/^[a-z]{2}$/i.test(value) ? value.toUpperCase() : value);
};

/** Renames filters from the requirements' names to ours. */
export const normalizeFilterNames = (filters: Fields): Fields => {
  const named = renameFields(withSpans(filters), filterNameOf);
  return {
    ...named,
    ...(Object.hasOwn(named, 'agencyId') ? { agencyId: asText(named.agencyId) } : {}),
    ...(Object.hasOwn(named, 'stateCode') ? { stateCode: asStateCode(named.stateCode) } : {}),
  };
};

/**
 * Renames a search's fields from the requirements' names (`min_score`, `source_type`, `date_published: {gte}`,
 * `stateFilter` next to the query) to ours. Unknown names stay, to be refused by the schema.
 */
export const normalizeSearchNames = (body: unknown): unknown => {
  if (!isRecord(body)) return body;
  const own = renameFields(body, (name) => {
    const camel = camelCased(name);
    return searchAliases.get(camel) ?? camel;
  });
  const { filters = {}, ...search } = own;
  if (!isRecord(filters)) return own;
  const beside: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(search)) {
    const filter = filterNameOf(name);
    const isTheirs = isFilter(filter) && !Object.hasOwn(filters, filter) && !Object.hasOwn(beside, filter);
    if (isTheirs) beside[filter] = value;
    else rest[name] = value;
  }
  const merged = normalizeFilterNames({ ...filters, ...beside });
  return Object.keys(merged).length === 0 && own.filters === undefined ? rest : { ...rest, filters: merged };
};
