import { docKeyOfChunk } from '../../domain/retrieval/passage.ts';
import type { ResolvedFilters } from '../../domain/retrieval/query/resolve-drug-filter.ts';
import { candidatesPerSource } from '../../domain/retrieval/ranking/rank-passages.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../../domain/retrieval/vector-hit.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { generationSchema } from '../runner/projection-definition.ts';
import { mergeHits } from './sealed-vectors.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';
import { withTimeout } from './with-timeout.ts';
import type { Wording, Wordings } from './wordings.ts';

type MeaningServices = {
  readonly vectors: Pick<VectorIndex, 'search'>;
  readonly metrics: Metrics;
  /** Time limit of the whole stage in milliseconds; a further wording gets half. */
  readonly timeout: number;
};

type MeaningScope = {
  readonly index: Pick<CorpusIndex, 'generation' | 'nearestSealed' | 'reached'>;
  readonly narrowed: ResolvedFilters;
  readonly phi: boolean;
};

/** Nearest vectors requested per needed one when the vector index cannot apply the filters. */
const SPARE_CANDIDATES = 10;

/** The filters, narrowed to the documents of the passages. */
const withDocumentsOf = (only: ReadonlySet<string>, filters: SearchFilters): SearchFilters => {
  const docKeys = new Set([...only].map(docKeyOfChunk));
  return { ...filters, docKey: [...docKeys].filter((docKey) => filters.docKey?.includes(docKey) ?? true) };
};

/**
 * The results of the question by meaning, then those of each further wording, all searched in parallel. A wording
 * that fails or is slow is left out.
 */
export const searchByMeaning = async (
  { vectors, metrics, timeout }: MeaningServices,
  embedder: Embedder,
  [asked, ...variations]: Wordings,
  { index, narrowed, phi }: MeaningScope,
): Promise<readonly (readonly VectorHit[])[]> => {
  const { generation, nearestSealed, reached } = index;
  const { filters, only } = narrowed;
  const narrowedFilters = only ? withDocumentsOf(only, filters) : filters;
  const nearest = async (wording: Wording): Promise<readonly VectorHit[]> => {
    const vector = await embedder.embedQuery(wording.searchedFor, { phi });
    const limit = only ? candidatesPerSource * SPARE_CANDIDATES : candidatesPerSource;
    const found = await vectors.search(generationSchema(SEARCH_PROJECTION, generation), {
      vector,
      limit,
      filters: narrowedFilters,
      terms: wording.terms,
      phi,
      asOf: reached(),
    });
    const hits = mergeHits(found, nearestSealed(vector, limit, narrowedFilters), limit);
    return only ? hits.filter(({ chunkId }) => only.has(chunkId)).slice(0, candidatesPerSource) : hits;
  };
  const orNothing = async (hits: Promise<readonly VectorHit[]>): Promise<readonly VectorHit[]> => {
    try {
      return await withTimeout(hits, timeout / 2);
    } catch {
      metrics.count('anamnesis_search_variations_left_out_total', {});
      return [];
    }
  };
  return Promise.all([nearest(asked), ...variations.map((wording) => orNothing(nearest(wording)))]);
};
