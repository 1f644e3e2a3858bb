import { createHmac } from 'node:crypto';
import type { EmbeddingModel } from '../../../ports/embedder.ts';

/** Names what a model makes of a text, in 64 hexadecimal digits. */
export type EmbeddingKey = (model: Pick<EmbeddingModel, 'name' | 'dimensions'>, text: string) => string;

/**
 * Names texts by a hash with a key of the installation: without the key, guessing cannot reveal the text of a stored
 * vector.
 */
export const createEmbeddingKey =
  (installationKey: Uint8Array): EmbeddingKey =>
  ({ name, dimensions }, text) =>
    createHmac('sha256', installationKey)
      .update(JSON.stringify([name, dimensions, text]))
      .digest('hex');
