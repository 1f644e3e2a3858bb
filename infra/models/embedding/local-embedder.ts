import { hashEmbedding, hashEmbeddingDimensions } from '../../../domain/retrieval/dense/hash-embedding.ts';
import { type Embedder, MAX_PASSAGES } from '../../../ports/embedder.ts';
import { beginTimeSlice } from '../../../ports/time-slice.ts';

/** Maximum input in characters (protocol guide). */
const maxInputCharacters = 8000;
/** Texts that are read and stored per batch. */
const batchSize = 64;
/**
 * Milliseconds of work per turn of the event loop. Measured: 64 passages take 15 ms for a protocol, 28 for a textbook
 * and 95 at maximum length, so a count of texts would not bound the time.
 */
const TIME_SLICE_MS = 8;

const embed = (text: string): Float32Array => hashEmbedding(text.slice(0, maxInputCharacters));

/**
 * The built-in embedder: deterministic, with no download, API key or server. Texts never leave the premises. The model
 * name changes whenever its vectors would, because vectors are compared only under the same name.
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
