import { setImmediate } from 'node:timers/promises';
import { hashEmbedding, hashEmbeddingDimensions } from '../../domain/retrieval/dense/hash-embedding.ts';
import { type Embedder, MOST_PASSAGES } from '../../ports/embedder.ts';

/** Longest input in characters, as the protocol guide sets it. */
const maxInputCharacters = 8000;
/** Texts that are read and stored together. */
const batchSize = 64;
/**
 * Milliseconds of work between two breaths of the event loop. Measured: 64 passages of a protocol take 15, of a
 * textbook 28, the longest possible 95, so texts are not what to count.
 */
const longestBreath = 8;

const embed = (text: string): Float32Array => hashEmbedding(text.slice(0, maxInputCharacters));

/**
 * The built-in embedder: deterministic, without a download, a key or a server. Texts never leave the machine. The name
 * changes whenever the vectors would, because vectors of different names are never compared.
 */
export const createLocalEmbedder = (): Embedder => ({
  model: {
    name: 'anamnesis-hash-384-v2',
    dimensions: hashEmbeddingDimensions,
    maxInputCharacters,
    batchSize,
    leavesTheMachine: false,
  },
  embedPassages: async (texts, { signal } = {}) => {
    if (texts.length > MOST_PASSAGES)
      throw new RangeError(`At most ${MOST_PASSAGES} texts are embedded in one call.`);
    const vectors: Float32Array[] = [];
    let began = performance.now();
    for (const text of texts) {
      if (performance.now() - began > longestBreath) {
        await setImmediate();
        began = performance.now();
      }
      signal?.throwIfAborted();
      vectors.push(embed(text));
    }
    return { vectors, tokens: 0, costUsd: 0 };
  },
  embedQuery: async (text) => embed(text),
});
