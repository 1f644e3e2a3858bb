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
  /** Whose vectors a generation holds: questions are embedded by the same model. */
  readonly modelOf: GenerationModelReader;
  /** Words that are no misspellings. */
  readonly dictionary: Dictionary;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Where spans are kept. */
  readonly traces?: Pick<TraceScope, 'open'>;
  /** Milliseconds that one way of searching may take (orchestration, "Parallel Search": 5 seconds a source). */
  readonly stageTimeout?: number;
  /** Without it every search is made. */
  readonly resultCache?: SearchResultCache;
  /** The index of a generation; in the memory of this process without it. */
  readonly openIndex?: (generation: number) => Promise<CorpusIndex>;
  /** A cross-encoder that looks at the best passages once more, and the milliseconds that it may take. */
  readonly reranking?: { readonly reranker: Reranker; readonly timeout: number };
  /** See `createAwaitedVectors`. */
  readonly vectorRetry?: Required<AwaitedVectorsServices>['vectorRetry'];
};
