import { createHash } from 'node:crypto';
import type { EmbeddingModel } from '../../ports/embedder.ts';

/** Names what a model makes of a text, in 64 hexadecimal digits, without telling the text. */
export const embeddingKey = (
  { name, dimensions }: Pick<EmbeddingModel, 'name' | 'dimensions'>,
  text: string,
): string =>
  createHash('sha256')
    .update(JSON.stringify([name, dimensions, text]))
    .digest('hex');
