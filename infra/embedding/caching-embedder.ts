import { describeError } from '../../domain/kernel/describe-error.ts';
import type { Cache } from '../../ports/cache.ts';
import { type Embedder, type EmbeddingOptions, MOST_PASSAGES } from '../../ports/embedder.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { embeddingKey } from './embedding-key.ts';
import { type RememberQueriesOptions, rememberQueries } from './remember-queries.ts';
import type { VectorCache } from './vector-cache.ts';

/** Texts whose vectors are stored together: what is stored is not asked for again when a later text fails. */
const BATCHES_AT_ONCE = 4;

export type CachingEmbedderOptions = {
  readonly embedder: Embedder;
  /** Absent where computing is cheaper than looking up. */
  readonly vectors?: VectorCache;
  /** Where the vectors of the last questions are. */
  readonly queries: Cache;
  readonly likenessOf?: RememberQueriesOptions['likenessOf'];
  readonly metrics: Metrics;
  readonly logger: Logger;
};

/**
 * Remembers what an embedder answered: passages in a table across documents, versions and restarts, the last
 * questions in a cache. A cache that fails is passed by.
 */
export const createCachingEmbedder = (options: CachingEmbedderOptions): Embedder => {
  const { embedder, vectors: table, queries, likenessOf, metrics, logger } = options;
  const { model } = embedder;
  const count = (outcome: 'hit' | 'miss', by: number): void => {
    if (by > 0) metrics.count('anamnesis_embedding_cache_total', { cache: 'passages', outcome }, by);
  };

  /** The answer of the table, or the substitute when it has none. */
  const orElse = async <T>(substitute: T, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      metrics.count('anamnesis_embedding_cache_failures_total');
      logger.warn({ error: describeError(error).message }, 'The embedding cache failed and is passed by.');
      return substitute;
    }
  };

  const embedThrough = async (cache: VectorCache, texts: readonly string[], embedding: EmbeddingOptions) => {
    const keys = texts.map((text) => embeddingKey(model, text));
    const textOf = new Map(keys.map((key, index) => [key, texts[index] ?? '']));
    const known = new Map(
      await orElse(new Map<string, Float32Array>(), () => cache.get([...textOf.keys()], model.dimensions)),
    );
    const missing = [...textOf].filter(([key]) => !known.has(key));
    count('hit', texts.length - missing.length);
    count('miss', missing.length);

    let tokens = 0;
    let costUsd = 0;
    const step = model.batchSize * BATCHES_AT_ONCE;
    for (let from = 0; from < missing.length; from += step) {
      const part = missing.slice(from, from + step);
      const made = await embedder.embedPassages(
        part.map(([, text]) => text),
        embedding,
      );
      tokens += made.tokens;
      costUsd += made.costUsd;
      const fresh = new Map<string, Float32Array>();
      for (const [index, [key]] of part.entries()) {
        const vector = made.vectors[index];
        if (vector) fresh.set(key, vector);
      }
      for (const [key, vector] of fresh) known.set(key, vector);
      await orElse(undefined, () => cache.put(fresh));
    }

    const vectors = keys.map((key) => known.get(key)).filter((vector) => vector !== undefined);
    if (vectors.length !== texts.length) throw new RangeError('A vector is missing.');
    return { vectors, tokens, costUsd };
  };

  return {
    model,

    embedPassages: async (texts, embedding = {}) => {
      if (texts.length > MOST_PASSAGES)
        throw new RangeError(`At most ${MOST_PASSAGES} texts are embedded in one call.`);
      return table === undefined || embedding.phi === true
        ? embedder.embedPassages(texts, embedding)
        : embedThrough(table, texts, embedding);
    },

    embedQuery: rememberQueries({ embedder, cache: queries, likenessOf, metrics, logger }),
  };
};
