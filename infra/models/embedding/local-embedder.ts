import { hashEmbedding, hashEmbeddingDimensions } from '../../../domain/retrieval/dense/hash-embedding.ts';
import { type Embedder, MAX_PASSAGES } from '../../../ports/embedder.ts';
import { beginTimeSlice } from '../../../ports/time-slice.ts';

/** Longest input in characters, as the protocol guide sets it. */
const maxInputCharacters = 8000;
/** Texts that are read and stored together. */
const batchSize = 64;
/**
 * Milliseconds of work in one turn of the event loop. Measured: 64 passages of a protocol take 15, of a
 * textbook 28, the longest possible 95, so texts are not what to count.
 */
const TIME_SLICE_MS = 8;

const embed = (text: string): Float32Array => hashEmbedding(text.slice(0, maxInputCharacters));

/**
 * The built-in embedder: deterministic, without a download, a key or a server. Texts never leave the premises. The name
 * changes whenever the vectors would, because vectors of different names are never compared.
 */
export const createLocalEmbedder = (): Embedder => ({
  model: {
    name: 'anamnesis-hash-384-v4',
    dimensions: hashEmbeddingDimensions,
    maxInputCharacters,
    batchSize,
    leavesThePremises: false,
  },
  embedPassages: async (texts, { signal } = {}) => {
    if (texts.length > MAX_PASSAGES)
      throw new RangeError(`At most ${MAX_PASSAGES} texts are embedded in one call.`);
    const vectors: Float32Array[] = [];
    const slice = beginTimeSlice(TIME_SLICE_MS);
    for (const text of texts) {
      if (slice.isOver()) await slice.yield();
      signal?.throwIfAborted();
      vectors.push(embed(text));
    }
    return { vectors, tokens: 0, costUsd: 0 };
  },
  embedQuery: async (text) => embed(text),
});
