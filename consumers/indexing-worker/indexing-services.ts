import type { CommandServices } from '../../commands/command-definition.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { TextExtractor } from '../../ports/text-extractor.ts';

/** What indexing needs of the world. */
export type IndexingServices = CommandServices & {
  readonly extractor: TextExtractor;
  readonly embedder: Embedder;
  /** Length of a text in cl100k_base tokens. */
  readonly countTokens: (text: string) => number;
  readonly metrics: Metrics;
};
