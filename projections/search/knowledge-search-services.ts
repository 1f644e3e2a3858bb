import type { Dictionary } from '../../domain/language/dictionary.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { Embedders } from '../../ports/embedders.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Reranker } from '../../ports/reranker.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { ReadModelReader } from '../read-model-reader.ts';
import type { AwaitedVectorsServices } from './awaited-vectors.ts';
import type { GenerationModelReader } from './generation-model.ts';
import type { SearchResultCache } from './search-result-cache.ts';

export type KnowledgeSearchServices = {
  readonly database: Database;
  readonly readModels: Pick<ReadModelReader, 'locate'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly vectors: VectorIndex;
  readonly sealer: Pick<RowSealer, 'keysOf' | 'onDestroyed'>;
  readonly blobs: Pick<SealedBlobs, 'get'>;
  readonly embedders: Embedders;
  /** The model whose vectors a generation holds; questions are embedded by the same model. */
  readonly modelOf: GenerationModelReader;
  /** Words that are not misspellings. */
  readonly dictionary: Dictionary;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The destination of spans. */
  readonly traces?: Pick<TraceScope, 'open'>;
  /**
   * The time limit of each of the two searches in milliseconds (orchestration, "Parallel Search": 5 seconds a
   * source).
   */
  readonly stageTimeout?: number;
  /** When absent, results are not cached. */
  readonly resultCache?: SearchResultCache;
  /** The vector index of a generation; when absent, it is in the memory of this process. */
  readonly openIndex?: (generation: number) => Promise<CorpusIndex>;
  /** A cross-encoder that rescores the best passages, and its time limit in milliseconds. */
  readonly reranking?: { readonly reranker: Reranker; readonly timeout: number };
  /** See `createAwaitedVectors`. */
  readonly vectorRetry?: Required<AwaitedVectorsServices>['vectorRetry'];
};
