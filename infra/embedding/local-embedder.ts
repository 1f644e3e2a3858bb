import { hashEmbedding, hashEmbeddingDimensions } from '../../domain/retrieval/hash-embedding.ts';
import type { Embedder } from '../../ports/embedder.ts';

/** Longest input in characters, as the protocol guide sets it. */
const maxInputCharacters = 8000;
/** Texts per call: small enough that the event loop is free again after some milliseconds. */
const batchSize = 64;

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
  embedPassages: async (texts) => {
    if (texts.length > batchSize)
      throw new RangeError(`At most ${batchSize} texts are embedded in one call.`);
    return texts.map((text) => hashEmbedding(text.slice(0, maxInputCharacters)));
  },
  embedQuery: async (text) => hashEmbedding(text.slice(0, maxInputCharacters)),
});
