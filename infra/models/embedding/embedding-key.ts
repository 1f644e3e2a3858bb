import { createHmac } from 'node:crypto';
import type { EmbeddingModel } from '../../../ports/embedder.ts';

/** Derives the cache key of a text for a model: 64 hexadecimal digits. */
export type EmbeddingKey = (model: Pick<EmbeddingModel, 'name' | 'dimensions'>, text: string) => string;

/**
 * Derives keys with an HMAC under a key of the installation: without it, the text of a stored vector cannot be found by
 * guessing.
 */
export const createEmbeddingKey =
  (installationKey: Uint8Array): EmbeddingKey =>
  ({ name, dimensions }, text) =>
    createHmac('sha256', installationKey)
      .update(JSON.stringify([name, dimensions, text]))
      .digest('hex');
