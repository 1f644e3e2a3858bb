import { normalizeQuery } from '../../domain/retrieval/query/normalize-query.ts';
import { findPassages } from './find-passages.ts';
import type { PreparedSearch, SearchStages } from './prepared-search.ts';
import type { FoundPassages } from './search-result-cache.ts';

/** Returns the cached result of an equal search on the same content, or searches; the index must not be changing. */
export const findOrRecall = async (
  stages: SearchStages,
  search: PreparedSearch,
): Promise<{ readonly found: FoundPassages; readonly cached: boolean }> => {
  const { resultCache, reranking } = stages.services;
  const { request, index, model } = search;
  const version = index.version();
  const find = () => findPassages(stages, search);
  if (version === undefined || !resultCache) return { found: await find(), cached: false };
  return resultCache.find({
    identity: {
      query: normalizeQuery(request.query),
      filters: request.filters,
      limit: request.limit,
      debug: request.debug === true,
      forAnswer: request.forAnswer === true,
      variations: request.variations ?? 'auto',
      specialties: request.specialties ?? [],
      phi: request.phi === true,
      askedBy: request.askedBy,
      models: [model.name, ...(reranking ? [reranking.reranker.model.name] : [])],
      generation: index.generation,
      version,
    },
    search: find,
    mayKeep: ({ sources }) => index.version() === version && sources.every(({ outcome }) => outcome === 'ok'),
    isUsable: ({ results }) =>
      index.ask(
        ({ passage }) => results.every(({ chunkId }) => passage(chunkId) !== undefined),
        () => ({
          chunkIds: results.map(({ chunkId }) => chunkId),
          terms: [],
        }),
      ),
  });
};
