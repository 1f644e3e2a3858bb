import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { Embedders } from '../../ports/embedders.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { ReadingMarks } from '../../ports/reading-marks.ts';
import type { TextExtractor } from '../../ports/text-extractor.ts';
import type { TextProcessor } from '../../ports/text-processor.ts';

/** The services of indexing. */
export type IndexingServices = CommandServices & {
  readonly extractor: TextExtractor;
  readonly embedders: Embedders;
  readonly textProcessor: TextProcessor;
  /** The version of the extractor and the processor together: see `READER_VERSION`. */
  readonly reader: number;
  readonly readingMarks: ReadingMarks;
  readonly metrics: Metrics;
};
