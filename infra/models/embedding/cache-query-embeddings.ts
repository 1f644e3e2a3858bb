import { LRUCache } from 'lru-cache';
import { describeError } from '../../../domain/kernel/describe-error.ts';
import { decodeEmbeddings, encodeEmbeddings } from '../../../domain/knowledge/embedding-blob.ts';
import type { Cache } from '../../../ports/cache.ts';
import type { Embedder, EmbeddingOptions } from '../../../ports/embedder.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { EmbeddingKey } from './embedding-key.ts';
import { createFailOpenCache } from './fail-open-cache.ts';

/** The number of cached questions, and their lifetime (protocol guide, "Layer 1: Embedding Cache"). */
export const REMEMBERED_QUERIES = 1000;
const QUERY_MS = 24 * 3_600_000;

/** Cosine above which two questions count as the same (failure matrix, "Embedding Generation"). */
const ALIKE = 0.95;

export type CacheQueryEmbeddingsOptions = {
  readonly embedder: Embedder;
  readonly cache: Cache;
  readonly keyOf: EmbeddingKey;
  /**
   * A cheap unit vector for comparing the wording of two questions. With it, a question that cannot be embedded gets
   * the vector of an almost identically worded one (failure matrix, "Embedding Generation").
   */
  readonly likenessOf?: ((text: string) => Float32Array) | undefined;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

const cosine = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

/**
 * Embeds questions and caches the vectors of recent ones, under a keyed hash of model and text. Concurrent requests for
 * the same question share one embedding. Questions with PHI are neither stored nor looked up. A failing cache is
 * skipped.
 *
 * A cache cannot be enumerated, and scanning a remote one for a single question would cost too much. The wording
 * vectors are therefore held in this process, under the same keys: only similar questions that this process was asked
 * are found.
 */
export const cacheQueryEmbeddings = (options: CacheQueryEmbeddingsOptions): Embedder['embedQuery'] => {
  const { embedder, cache, keyOf, likenessOf, metrics, logger } = options;
  const { model } = embedder;
  const likenesses = new LRUCache<string, Float32Array>({ max: REMEMBERED_QUERIES, ttl: QUERY_MS });
  const underWay = new Map<string, Promise<Float32Array>>();

  const orElse = createFailOpenCache({ metrics, logger });

  const recall = (key: string): Promise<Float32Array | undefined> =>
    orElse(undefined, async () => {
      const bytes = await cache.get(key);
      return bytes && decodeEmbeddings(bytes, model.dimensions)[0];
    });

  /** The vector of the most similarly worded cached question, if one is similar enough. */
  const recallAlike = async (text: string): Promise<Float32Array | undefined> => {
    const likeness = likenessOf?.(text);
    if (!likeness) return undefined;
    const alike = [...likenesses.entries()]
      .map(([key, other]) => ({ key, cosine: cosine(likeness, other) }))
      .filter((other) => other.cosine > ALIKE)
      .sort((one, other) => other.cosine - one.cosine);
    for (const { key } of alike) {
      const vector = await recall(key);
      if (vector) return vector;
    }
    return undefined;
  };

  const embed = async (key: string, text: string, embedding: EmbeddingOptions): Promise<Float32Array> => {
    try {
      const vector = await embedder.embedQuery(text, embedding);
      if (embedding.phi !== true) {
        await orElse(undefined, () => cache.set(key, encodeEmbeddings([vector]), QUERY_MS));
        const likeness = likenessOf?.(text);
        if (likeness) likenesses.set(key, likeness);
      }
      return vector;
    } catch (error) {
      const alike = await recallAlike(text);
      if (!alike) throw error;
      metrics.count('anamnesis_embedding_alike_total', {});
      logger.warn(
        { error: describeError(error).message },
        'A question could not be embedded; using the vector of a similarly worded one.',
      );
      return alike;
    }
  };

  return async (text, { signal, ...embedding } = {}) => {
    const key = `embedding:${keyOf(model, text)}`;
    const count = (outcome: 'hit' | 'miss' | 'shared'): void =>
      metrics.count('anamnesis_embedding_cache_total', { cache: 'queries', outcome });
    const recallOrEmbed = async (): Promise<Float32Array> => {
      const known = embedding.phi === true ? undefined : await recall(key);
      count(known ? 'hit' : 'miss');
      return known ?? embed(key, text, embedding);
    };
    let answer = underWay.get(key);
    if (answer) count('shared');
    else {
      // Not cancelled with the caller: others may wait for the same answer, and it is cached for the next request.
      answer = recallOrEmbed().finally(() => underWay.delete(key));
      underWay.set(key, answer);
    }
    const vector = await answer;
    signal?.throwIfAborted();
    return vector;
  };
};
