import { z } from 'zod';
import { describeError } from '../../domain/kernel/describe-error.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { VariationChoice } from '../../domain/retrieval/query/query-variations.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Hasher } from '../../ports/hasher.ts';
import { type SearchStage, searchSources } from '../../ports/knowledge-search.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';

/** The lifetime of cached results: an hour (protocol guide, "Layer 2: Search Results Cache"). */
export const RESULTS_MS = 3_600_000;

/** Passages by id, best first, and how they were found, without any text of documents or questions. */
export type FoundPassages = {
  readonly results: readonly {
    readonly chunkId: string;
    readonly score: number;
    readonly weak?: true;
    readonly stages?: Readonly<Record<string, number>>;
  }[];
  readonly sources: readonly SearchStage[];
};

/** Everything that determines the results of a search. */
export type SearchIdentity = {
  /** After `normalizeQuery`. */
  readonly query: string;
  readonly filters: SearchFilters;
  readonly limit: number;
  readonly debug: boolean;
  readonly forAnswer: boolean;
  readonly variations: VariationChoice;
  /** The specialty of the asker. */
  readonly specialties: readonly string[];
  /** Names of the embedding and ranking models. */
  readonly models: readonly string[];
  readonly phi: boolean;
  /** The searcher: neither a `cached` mark nor the response time may reveal what others have asked. */
  readonly askedBy: string | undefined;
  readonly generation: number;
  /** The version of the index's content: see `InMemoryIndex.version`. */
  readonly version: Position;
};

type CachedSearch = {
  readonly identity: SearchIdentity;
  readonly search: () => Promise<FoundPassages>;
  /** Whether the results may be cached: nothing failed, and the index has not changed meanwhile. */
  readonly mayKeep: (found: FoundPassages) => boolean;
  /** Whether a cached result is still valid: all its passages still exist. */
  readonly isUsable: (found: FoundPassages) => Promise<boolean>;
};

export type SearchResultCache = {
  readonly find: (
    search: CachedSearch,
  ) => Promise<{ readonly found: FoundPassages; readonly cached: boolean }>;
};

type SearchResultCacheServices = {
  readonly cache: Cache;
  readonly hasher: Hasher;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

const foundSchema: z.ZodType<FoundPassages> = z.object({
  results: z.array(
    z
      .object({
        chunkId: z.string(),
        score: z.number(),
        weak: z.literal(true).optional(),
        stages: z.record(z.string(), z.number()).optional(),
      })
      .transform(({ weak, stages, ...result }) => ({
        ...result,
        ...(weak ? { weak } : {}),
        ...omitUndefined({ stages }),
      })),
  ),
  sources: z.array(
    z.object({
      source: z.enum(searchSources),
      outcome: z.literal('ok'),
      found: z.number(),
      milliseconds: z.number(),
    }),
  ),
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The order of a filter's values and members is irrelevant. */
const inOrder = (filters: SearchFilters): readonly unknown[] =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value.map(String))].sort() : value])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));

/** Increased when entries of earlier versions must not be read. */
const FORMAT = 5;

/**
 * Caches each person's search results under a hash of everything that determines them: the words, the filters, the
 * models, and the documents in the index. A new version, a withdrawal or a rebuilt index therefore never meets older
 * results. Concurrent equal searches run once. Searches with PHI use the cache only if it stays in this process. A
 * cache that fails is bypassed.
 */
export const createSearchResultCache = (services: SearchResultCacheServices): SearchResultCache => {
  const { cache, hasher, metrics, logger } = services;
  const underWay = new Map<string, Promise<FoundPassages>>();

  const keyOf = (identity: SearchIdentity): string =>
    `search:${hasher.sha256(
      JSON.stringify([
        FORMAT,
        identity.query,
        inOrder(identity.filters),
        identity.limit,
        identity.debug,
        identity.forAnswer,
        identity.variations,
        identity.specialties.toSorted(),
        identity.models,
        identity.phi,
        identity.askedBy ?? null,
        identity.generation,
        identity.version,
      ]),
    )}`;

  const orNothing = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      metrics.count('anamnesis_search_cache_failures_total', {});
      logger.warn({ error: describeError(error).message }, 'The search cache failed and is bypassed.');
      return undefined;
    }
  };

  const recall = async (key: string): Promise<FoundPassages | undefined> => {
    const bytes = await cache.get(key);
    return bytes === undefined ? undefined : foundSchema.parse(JSON.parse(decoder.decode(bytes)));
  };

  return {
    find: async ({ identity, search, mayKeep, isUsable }) => {
      const key = keyOf(identity);
      const keeps = !identity.phi || cache.staysInProcess;
      const count = (outcome: 'hit' | 'miss' | 'shared'): void =>
        metrics.count('anamnesis_search_cache_total', { outcome });

      const sameSearch = underWay.get(key);
      if (sameSearch) {
        count('shared');
        return { found: await sameSearch, cached: false };
      }
      let cached = false;
      const work = async (): Promise<FoundPassages> => {
        const known = keeps ? await orNothing(() => recall(key)) : undefined;
        if (known && (await isUsable(known))) {
          cached = true;
          return known;
        }
        const found = await search();
        if (keeps && mayKeep(found)) {
          await orNothing(() => cache.set(key, encoder.encode(JSON.stringify(found)), RESULTS_MS));
        }
        return found;
      };
      const answer = work().finally(() => underWay.delete(key));
      underWay.set(key, answer);
      const found = await answer;
      count(cached ? 'hit' : 'miss');
      return { found, cached };
    },
  };
};
