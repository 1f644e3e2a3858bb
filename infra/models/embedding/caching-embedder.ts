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
  /** Absent where computing is cheaper than looking up. */
  readonly vectors?: VectorCache;
  /** Where the vectors of the last questions are. */
  readonly queries: Cache;
  /** Under what vectors are kept. */
  readonly keyOf: EmbeddingKey;
  readonly likenessOf?: CacheQueryEmbeddingsOptions['likenessOf'];
  readonly metrics: Metrics;
  readonly logger: Logger;
};

type Lookup = {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** How many the cache did not know. */
  readonly missing: number;
} & Omit<PassageEmbeddings, 'vectors'>;

/** The outcome of work that goes on for others, or the signal's reason when that aborts first. */
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
 * Remembers what an embedder answered: passages in a table across documents, versions and restarts, the last
 * questions in a cache. Equal passages of several calls at the same time are embedded once, and what has been answered
 * is kept also when the call as a whole fails. A cache that fails is skipped.
 */
export const createCachingEmbedder = (options: CachingEmbedderOptions): Embedder => {
  const { embedder, vectors: table, queries, keyOf, likenessOf, metrics, logger } = options;
  const { model } = embedder;
  const count = (outcome: 'hit' | 'miss', by: number): void => {
    if (by > 0) metrics.count('anamnesis_embedding_cache_total', { cache: 'passages', outcome }, by);
  };

  const orElse = createFailOpenCache({ metrics, logger });

  /** Vectors that a call is waiting for, by key. */
  const underWay = new Map<string, Promise<Float32Array>>();

  /**
   * The vectors of texts that no other call is fetching: from the cache, or else from the embedder. What is there
   * goes at once into the cache and to the other calls that wait for it, whatever becomes of the rest.
   */
  const lookUpOrEmbed = async (
    cache: VectorCache,
    textOf: ReadonlyMap<string, string>,
    embedding: EmbeddingOptions,
  ): Promise<Lookup> => {
    const claims = new Map([...textOf.keys()].map((key) => [key, Promise.withResolvers<Float32Array>()]));
    for (const [key, { promise }] of claims) {
      // Perhaps no call waits for it; the rejection must not count as unhandled.
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
        // Has no effect on those that are there.
        reject(new Error('Another call did not get the vector.'));
        underWay.delete(key);
      }
    }
  };

  /** A text that another call is waiting for is waited for with it, and tried again where that one did not get it. */
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
