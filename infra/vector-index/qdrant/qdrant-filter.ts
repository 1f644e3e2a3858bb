import type { Schemas } from '@qdrant/js-client-rest';
import { type Filterable, foldedFilters } from '../../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../../domain/retrieval/search-filters.ts';

/** The payload index of each property that filters look at. */
export const payloadIndexes: Readonly<Record<keyof Filterable, 'keyword' | 'integer' | 'datetime'>> = {
  docKey: 'keyword',
  title: 'keyword',
  sourceType: 'keyword',
  specialty: 'keyword',
  drugs: 'keyword',
  agency: 'keyword',
  stateCode: 'keyword',
  effectiveDate: 'datetime',
  organization: 'keyword',
  publisher: 'keyword',
  authors: 'keyword',
  publicationYear: 'integer',
  doi: 'keyword',
  pmid: 'keyword',
  protocolNumber: 'keyword',
};

type Condition = Schemas['FieldCondition'];

/** Of a list in the payload, one common value is enough. */
const oneOf = (key: keyof Filterable, wanted: readonly string[] | undefined): readonly Condition[] =>
  wanted === undefined ? [] : [{ key, match: { any: [...wanted] } }];

const within = <End extends string | number>(
  key: keyof Filterable,
  from: End | undefined,
  to: End | undefined,
): readonly Condition[] => {
  if (from === undefined && to === undefined) return [];
  return [
    {
      key,
      range: { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lte: to }) },
    },
  ];
};

/**
 * Search filters in Qdrant's filter language. Twin of `domain/retrieval/matches-filters.ts`: a point without the
 * property does not pass. Undefined when nothing is filtered.
 *
 * @param titles those that the points have and the filter of titles lets through: Qdrant cannot say "contains"
 */
export const qdrantFilter = (
  asked: SearchFilters,
  titles?: readonly string[],
): Schemas['Filter'] | undefined => {
  const filters = foldedFilters(asked);
  const must = [
    ...oneOf('docKey', filters.docKey),
    ...oneOf('title', titles),
    ...oneOf('sourceType', filters.sourceType),
    ...oneOf('specialty', filters.specialty),
    ...oneOf('drugs', filters.drug),
    ...oneOf('agency', filters.agency),
    ...oneOf('stateCode', filters.stateCode),
    ...oneOf('organization', filters.organization),
    ...oneOf('publisher', filters.publisher),
    ...oneOf('authors', filters.authors),
    ...oneOf('doi', filters.doi),
    ...oneOf('pmid', filters.pmid),
    ...oneOf('protocolNumber', filters.protocolNumber),
    ...within('publicationYear', filters.publishedFrom, filters.publishedTo),
    ...within('effectiveDate', filters.effectiveFrom, filters.effectiveTo),
  ];
  return must.length === 0 ? undefined : { must };
};
