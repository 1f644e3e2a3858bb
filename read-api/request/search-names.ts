import { isRecord } from '../../domain/kernel/is-record.ts';
import { filterNames } from '../../domain/retrieval/filter-uses.ts';

type Fields = Readonly<Record<string, unknown>>;

const camelCased = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Names that the requirements give to what is called otherwise here. */
const filterAliases: ReadonlyMap<string, string> = new Map([
  ['drugName', 'drug'],
  ['stateFilter', 'stateCode'],
  ['stateCodeFilter', 'stateCode'],
  ['agencyFilter', 'agencyId'],
  ['documentKey', 'docKey'],
]);
const searchAliases: ReadonlyMap<string, string> = new Map([
  ['minScore', 'threshold'],
  ['matchThreshold', 'threshold'],
  ['matchCount', 'limit'],
]);

/** Puts a value under another name; where both are given both stay, and the unknown one is refused. */
const renamed = (fields: Fields, nameOf: (name: string) => string): Fields => {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const other = nameOf(name);
    result[Object.hasOwn(fields, other) || Object.hasOwn(result, other) ? name : other] = value;
  }
  return result;
};

const isFilter = (name: string): boolean => filterNames.some((known) => known === name);
const filterNameOf = (name: string): string => {
  const camel = camelCased(name);
  const meant = filterAliases.get(camel) ?? camel;
  return isFilter(meant) ? meant : name;
};

/** Years and days that the requirements give as `{gte, lte}`. */
const spans: ReadonlyMap<string, { readonly from: string; readonly to: string; readonly asYear: boolean }> =
  new Map([
    ['datePublished', { from: 'publishedFrom', to: 'publishedTo', asYear: true }],
    ['publicationYear', { from: 'publishedFrom', to: 'publishedTo', asYear: true }],
    ['effectiveDate', { from: 'effectiveFrom', to: 'effectiveTo', asYear: false }],
    ['lastUpdated', { from: 'updatedFrom', to: 'updatedTo', asYear: false }],
  ]);

const yearOf = (value: unknown): unknown => {
  const year = typeof value === 'string' ? /^(\d{4})(?:-\d{2}-\d{2})?$/.exec(value)?.[1] : undefined;
  return year === undefined ? value : Number(year);
};

const withSpans = (filters: Fields): Fields =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const span = spans.get(camelCased(name));
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

/** A number is as good as its digits where an id is wanted. */
const asText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asText);
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
};

const filtersOf = (filters: Fields): Fields => {
  const named = renamed(withSpans(filters), filterNameOf);
  return Object.hasOwn(named, 'agencyId') ? { ...named, agencyId: asText(named.agencyId) } : named;
};

/**
 * A search with the names of fields that the requirements use (`min_score`, `source_type`, `date_published: {gte}`,
 * `stateFilter` beside the query) put under ours. What is under no known name stays as it is, to be refused by the schema.
 */
export const withOurNames = (body: unknown): unknown => {
  if (!isRecord(body)) return body;
  const own = renamed(body, (name) => {
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
  const merged = filtersOf({ ...filters, ...beside });
  return Object.keys(merged).length === 0 && own.filters === undefined ? rest : { ...rest, filters: merged };
};
