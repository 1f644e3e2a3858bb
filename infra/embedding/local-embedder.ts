import { setImmediate } from 'node:timers/promises';
import { hashEmbedding, hashEmbeddingDimensions } from '../../domain/retrieval/hash-embedding.ts';
import { type Embedder, MOST_PASSAGES } from '../../ports/embedder.ts';

/** Longest input in characters, as the protocol guide sets it. */
const maxInputCharacters = 8000;
/** Texts between two breaths: few enough that the event loop is free again after some milliseconds. */
const batchSize = 64;

const embed = (text: string): Float32Array => hashEmbedding(text.slice(0, maxInputCharacters));

/**
 * The built-in embedder: deterministic, without a download, a key or a server. Texts never leave the machine. The name
 * changes whenever the vectors would, because vectors of different names are never compared.
 */
export const createLocalEmbedder = (): Embedder => ({
  model: {
    name: 'anamnesis-hash-384-v1',
    dimensions: hashEmbeddingDimensions,
    maxInputCharacters,
    batchSize,
    leavesTheMachine: false,
  },
  embedPassages: async (texts, { signal } = {}) => {
    if (texts.length > MOST_PASSAGES)
      throw new RangeError(`At most ${MOST_PASSAGES} texts are embedded in one call.`);
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      if (vectors.length > 0 && vectors.length % batchSize === 0) await setImmediate();
      signal?.throwIfAborted();
      vectors.push(embed(text));
    }
    return { vectors, tokens: 0, costUsd: 0 };
  },
  embedQuery: async (text) => embed(text),
});
