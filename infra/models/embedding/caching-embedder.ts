import { addCosts } from '../../../domain/indexing/embedding-cost.ts';
import type { Cache } from '../../../ports/cache.ts';
import {
  type Embedder,
  type EmbeddingOptions,
  MAX_PASSAGES,
  type PassageEmbeddings,
} from '../../../ports/embedder.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { type CacheQueryEmbeddingsOptions, cacheQueryEmbeddings } from './cache-query-embeddings.ts';
import type { EmbeddingKey } from './embedding-key.ts';
import { createFailOpenCache } from './fail-open-cache.ts';
import type { VectorCache } from './vector-cache.ts';

type CachingEmbedderOptions = {
  readonly embedder: Embedder;
  /** Absent when computing a vector is cheaper than looking it up. */
  readonly vectors?: VectorCache;
  /** The vectors of recent questions. */
  readonly queries: Cache;
  /** Derives the cache key of a text. */
  readonly keyOf: EmbeddingKey;
  readonly likenessOf?: CacheQueryEmbeddingsOptions['likenessOf'];
  readonly metrics: Metrics;
  readonly logger: Logger;
};

type Lookup = {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** The number of texts that were not in the cache. */
  readonly missing: number;
} & Omit<PassageEmbeddings, 'vectors'>;

/** The result of work shared with other callers, or a rejection with the signal's reason if that aborts first. */
const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return work;
  const aborted = Promise.withResolvers<never>();
  const give = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', give, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', give);
  }
};

/**
 * Caches the results of an embedder: passages in a table shared by documents, versions and restarts, recent questions
 * in a cache. Concurrent calls for the same passage share one embedding, and vectors already received are stored even
 * if the call as a whole fails. A failing cache is skipped.
 */
export const createCachingEmbedder = (options: CachingEmbedderOptions): Embedder => {
  const { embedder, vectors: table, queries, keyOf, likenessOf, metrics, logger } = options;
  const { model } = embedder;
  const count = (outcome: 'hit' | 'miss', by: number): void => {
    if (by > 0) metrics.count('anamnesis_embedding_cache_total', { cache: 'passages', outcome }, by);
  };

  const orElse = createFailOpenCache({ metrics, logger });

  /** Vectors being fetched, by key. */
  const underWay = new Map<string, Promise<Float32Array>>();

  /**
   * Fetches the vectors of texts that no other call is fetching: from the cache, or else from the embedder. Each vector
   * is stored and handed to waiting calls as soon as it arrives, even if the rest fails.
   */
  const lookUpOrEmbed = async (
    cache: VectorCache,
    textOf: ReadonlyMap<string, string>,
    embedding: EmbeddingOptions,
  ): Promise<Lookup> => {
    const claims = new Map([...textOf.keys()].map((key) => [key, Promise.withResolvers<Float32Array>()]));
    for (const [key, { promise }] of claims) {
      // No call may be waiting for it; the rejection must not count as unhandled.
      promise.catch(() => {});
      underWay.set(key, promise);
    }
    try {
      const vectors = new Map(
        await orElse(new Map<string, Float32Array>(), () => cache.get([...textOf.keys()], model.dimensions)),
      );
      for (const [key, vector] of vectors) claims.get(key)?.resolve(vector);
      const missing = [...textOf].flatMap(([key, text]) => (vectors.has(key) ? [] : [text]));
      if (missing.length === 0) return { vectors, missing: 0, tokens: 0, costUsd: 0 };
      const keep = async (texts: readonly string[], made: readonly Float32Array[]): Promise<void> => {
        const fresh = new Map(
          texts.flatMap((text, index) => {
            const [key, vector] = [keyOf(model, text), made[index]];
            return vector === undefined || vectors.has(key) ? [] : [[key, vector] as const];
          }),
        );
        for (const [key, vector] of fresh) vectors.set(key, vector);
        if (fresh.size > 0) await orElse(undefined, () => cache.put(fresh));
        for (const [key, vector] of fresh) claims.get(key)?.resolve(vector);
      };
      const made = await embedder.embedPassages(missing, {
        ...embedding,
        onPart: async (part) => {
          await keep(part.texts, part.vectors);
          await embedding.onPart?.(part);
        },
      });
      await keep(missing, made.vectors);
      if (vectors.size !== textOf.size) throw new RangeError('A vector is missing.');
      return { vectors, missing: missing.length, tokens: made.tokens, costUsd: made.costUsd };
    } finally {
      for (const [key, { reject }] of claims) {
        // No effect on promises that are already resolved.
        reject(new Error('Another call did not get the vector.'));
        underWay.delete(key);
      }
    }
  };

  /** Shares vectors that another call is fetching, and fetches those itself that the other call failed to get. */
  const embedThrough = async (
    cache: VectorCache,
    texts: readonly string[],
    embedding: EmbeddingOptions,
  ): Promise<PassageEmbeddings> => {
    const keys = texts.map((text) => keyOf(model, text));
    const open = new Map(keys.map((key, index) => [key, texts[index] ?? '']));
    const known = new Map<string, Float32Array>();
    let missing = 0;
    let tokens = 0;
    let costUsd: number | null = 0;
    while (open.size > 0) {
      embedding.signal?.throwIfAborted();
      const others = [...open.keys()].flatMap((key) => {
        const vector = underWay.get(key);
        return vector === undefined ? [] : [[key, vector] as const];
      });
      const own = new Map([...open].filter(([key]) => !underWay.has(key)));
      const found = await lookUpOrEmbed(cache, own, embedding);
      missing += found.missing;
      tokens += found.tokens;
      costUsd = addCosts(costUsd, found.costUsd);
      for (const [key, vector] of found.vectors) known.set(key, vector);
      const shared = await unlessAborted(
        Promise.allSettled(others.map(([, vector]) => vector)),
        embedding.signal,
      );
      for (const [index, [key]] of others.entries()) {
        const outcome = shared[index];
        if (outcome?.status === 'fulfilled') known.set(key, outcome.value);
      }
      for (const key of known.keys()) open.delete(key);
    }
    count('hit', texts.length - missing);
    count('miss', missing);
    return { vectors: keys.flatMap((key) => known.get(key) ?? []), tokens, costUsd };
  };

  return {
    model,

    embedPassages: async (texts, embedding = {}) => {
      if (texts.length > MAX_PASSAGES)
        throw new RangeError(`At most ${MAX_PASSAGES} texts are embedded in one call.`);
      return table === undefined || embedding.phi === true
        ? embedder.embedPassages(texts, embedding)
        : embedThrough(table, texts, embedding);
    },

    embedQuery: cacheQueryEmbeddings({ embedder, cache: queries, keyOf, likenessOf, metrics, logger }),
  };
};
