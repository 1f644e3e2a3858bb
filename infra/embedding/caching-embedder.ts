import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { describeError } from '../../domain/kernel/describe-error.ts';
import {
  type Embedder,
  type EmbeddingModel,
  type EmbeddingOptions,
  MOST_PASSAGES,
} from '../../ports/embedder.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { VectorCache } from './vector-cache.ts';

/** Questions kept in memory, and for how long (protocol guide, "Layer 1: Embedding Cache"). */
const QUERIES = 1000;
const QUERY_MS = 24 * 3_600_000;

/** Cosine above which two questions count as the same (failure matrix, "Embedding Generation"). */
const ALIKE = 0.95;

/** Texts whose vectors are stored together: what is stored is not asked for again when a later text fails. */
const BATCHES_AT_ONCE = 4;

export type CachingEmbedderOptions = {
  readonly embedder: Embedder;
  /** Absent where computing is cheaper than looking up. */
  readonly vectors?: VectorCache;
  /**
   * A cheap vector of length one that tells how alike two questions are worded. With it, a question that cannot be
   * embedded gets the vector of one that was worded almost the same (failure matrix, "Embedding Generation").
   */
  readonly likenessOf?: (text: string) => Float32Array;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

type RememberedQuery = { readonly vector: Float32Array; readonly likeness?: Float32Array };

const cosine = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

const keyOf = ({ name, dimensions }: EmbeddingModel, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([name, dimensions, text]))
    .digest('hex');

/**
 * Remembers what an embedder answered: passages in a table across documents, versions and restarts, the last
 * questions in memory. Equal questions at the same time are asked once. A cache that fails is passed by.
 */
export const createCachingEmbedder = (options: CachingEmbedderOptions): Embedder => {
  const { embedder, vectors: table, metrics, logger } = options;
  const { model } = embedder;
  const queries = new LRUCache<string, RememberedQuery>({ max: QUERIES, ttl: QUERY_MS });
  const underWay = new Map<string, Promise<Float32Array>>();

  const count = (cache: 'passages' | 'queries', outcome: 'hit' | 'miss', by = 1): void => {
    if (by > 0) metrics.count('anamnesis_embedding_cache_total', { cache, outcome }, by);
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
    const keys = texts.map((text) => keyOf(model, text));
    const textOf = new Map(keys.map((key, index) => [key, texts[index] ?? '']));
    const known = new Map(
      await orElse(new Map<string, Float32Array>(), () => cache.get([...textOf.keys()], model.dimensions)),
    );
    const missing = [...textOf].filter(([key]) => !known.has(key));
    count('passages', 'hit', texts.length - missing.length);
    count('passages', 'miss', missing.length);

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

  /** The vector of the remembered question that is worded most alike, if it is alike enough. */
  const recallAlike = (text: string): Float32Array | undefined => {
    const likeness = options.likenessOf?.(text);
    if (!likeness) return undefined;
    let best: { readonly vector: Float32Array; readonly cosine: number } | undefined;
    for (const { vector, likeness: other } of queries.values()) {
      const alike = other ? cosine(likeness, other) : 0;
      if (alike > ALIKE && alike > (best?.cosine ?? 0)) best = { vector, cosine: alike };
    }
    return best?.vector;
  };

  const askOrRecall = async (
    key: string,
    text: string,
    embedding: EmbeddingOptions,
  ): Promise<Float32Array> => {
    try {
      const vector = await embedder.embedQuery(text, embedding);
      if (embedding.phi !== true) {
        const likeness = options.likenessOf?.(text);
        queries.set(key, { vector, ...(likeness ? { likeness } : {}) });
      }
      return vector;
    } catch (error) {
      const alike = recallAlike(text);
      if (!alike) throw error;
      metrics.count('anamnesis_embedding_alike_total');
      logger.warn(
        { error: describeError(error).message },
        'A question could not be embedded; the vector of one worded alike serves.',
      );
      return alike;
    }
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

    embedQuery: async (text, { signal, ...embedding } = {}) => {
      const key = keyOf(model, text);
      const known = queries.get(key);
      count('queries', known ? 'hit' : 'miss');
      if (known) return known.vector;
      let answer = underWay.get(key);
      if (!answer) {
        // Without the signal: others may wait for the same answer, and the next one who asks is glad of it.
        answer = askOrRecall(key, text, embedding).finally(() => underWay.delete(key));
        underWay.set(key, answer);
      }
      const vector = await answer;
      signal?.throwIfAborted();
      return vector;
    },
  };
};
