import { describeError } from '../../domain/kernel/describe-error.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import { interpretQuery } from '../../domain/retrieval/interpret-query.ts';
import { normalizeQuery } from '../../domain/retrieval/normalize-query.ts';
import type { QueryInterpretation } from '../../domain/retrieval/query-interpretation.ts';
import { candidatesPerSource, rankPassages } from '../../domain/retrieval/rank-passages.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import { type Embedders, embedderOf } from '../../ports/embedders.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type {
  KnowledgeSearch,
  SearchRequest,
  SearchResult,
  SearchStage,
} from '../../ports/knowledge-search.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { ReadModelReader } from '../read-model-reader.ts';
import { generationSchema } from '../runner/projection-definition.ts';
import type { GenerationModelReader } from './generation-model.ts';
import { createResidentIndex, type ResidentIndex } from './resident-index.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';
import type { FoundPassages, SearchResultCache } from './search-result-cache.ts';

export type KnowledgeSearchServices = {
  readonly database: Database;
  readonly readModels: Pick<ReadModelReader, 'locate'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly vectors: VectorIndex;
  readonly embedders: Embedders;
  /** Whose vectors a generation holds: questions are embedded by the same model. */
  readonly modelOf: GenerationModelReader;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Milliseconds that one way of searching may take (spec, "Parallel Search": 5 seconds per source). */
  readonly stageTimeout?: number;
  /** Without it every search is made. */
  readonly resultCache?: SearchResultCache;
};

/**
 * A search that names no position waits up to so many milliseconds for what was written before it: whoever sees a
 * job complete finds its document. An index that is further behind answers as it is.
 */
const FRESHNESS_PATIENCE = 1000;

/** A search whose words can be loaded ahead of the first question. */
export type WarmableSearch = KnowledgeSearch & { readonly warm: () => Promise<void> };

type StageResult<Hit> = { readonly hits: readonly Hit[]; readonly stage: SearchStage };

const withTimeout = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Failure(failure('timeout', `The search took longer than ${milliseconds} ms.`))),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Searches the live documents by meaning and by words at the same time and fuses what both find. When one of the
 * two fails or takes too long the other one answers alone, and the outcome says so; when both fail the search fails.
 */
export const createKnowledgeSearch = (services: KnowledgeSearchServices): WarmableSearch => {
  const { database, vectors, embedders, clock, logger, metrics } = services;
  const stageTimeout = services.stageTimeout ?? 5000;
  let resident: ResidentIndex | undefined;

  const residentOf = (generation: number): ResidentIndex => {
    if (resident?.generation !== generation) {
      resident = createResidentIndex(database, SEARCH_PROJECTION, generation);
    }
    return resident;
  };

  const runStage = async <Hit>(
    source: SearchStage['source'],
    work: () => Promise<readonly Hit[]>,
  ): Promise<StageResult<Hit>> => {
    const started = clock.elapsed();
    const milliseconds = (): number => Math.round((clock.elapsed() - started) * 100) / 100;
    try {
      const hits = await withTimeout(work(), stageTimeout);
      metrics.observe('anamnesis_search_stage_seconds', milliseconds() / 1000, { stage: source });
      return { hits, stage: { source, outcome: 'ok', found: hits.length, milliseconds: milliseconds() } };
    } catch (error) {
      const { reason, message } = describeError(error);
      metrics.count('anamnesis_search_stage_failures_total', { stage: source });
      logger.warn({ stage: source, reason }, 'One way of searching failed; the other one answers.');
      const outcome = reason === 'timeout' ? 'timeout' : 'failed';
      return {
        hits: [],
        stage: { source, outcome, found: 0, milliseconds: milliseconds(), reason: message },
      };
    }
  };

  const findPassages = async (
    { filters, limit, debug, phi }: SearchRequest,
    interpretation: QueryInterpretation,
    { generation, lexical: words }: ResidentIndex,
    model: EmbeddingModelName,
  ): Promise<FoundPassages> => {
    const [dense, lexical] = await Promise.all([
      runStage('dense', async () => {
        const embedder = embedderOf(embedders, model);
        if (!embedder)
          throw new Failure(failure('unavailable', 'The embedding model of the index is not configured.'));
        if (phi && embedder.model.leavesTheMachine) {
          throw new Failure(
            failure('unavailable', 'A question with PHI is not sent to an embedding service.'),
          );
        }
        const vector = await embedder.embedQuery(interpretation.searchedFor);
        return vectors.search(
          generationSchema(SEARCH_PROJECTION, generation),
          vector,
          candidatesPerSource,
          filters,
        );
      }),
      runStage('lexical', async () => words.search(interpretation, candidatesPerSource, filters)),
    ]);
    if (dense.stage.outcome !== 'ok' && lexical.stage.outcome !== 'ok') {
      throw new Failure(
        failure('unavailable', 'The knowledge base cannot be searched at the moment. Try again shortly.', {
          component: 'search-index',
          retryAfter: 5,
        }),
      );
    }
    const ranked = rankPassages({
      interpretation,
      dense: dense.hits,
      lexical: lexical.hits,
      passageOf: words.passage,
      fieldsOf: words.fieldsOf,
      limit,
      ...(debug === undefined ? {} : { debug }),
    });
    return {
      results: ranked.map(({ passage, ...result }) => ({ chunkId: passage.chunkId, ...result })),
      sources: [dense.stage, lexical.stage],
    };
  };

  /** What equal searches on the same content have in common; the index must be at rest for that. */
  const findOrRecall = async (
    request: SearchRequest,
    interpretation: QueryInterpretation,
    index: ResidentIndex,
    model: EmbeddingModelName,
  ): Promise<{ readonly found: FoundPassages; readonly cached: boolean }> => {
    const version = index.version();
    const search = () => findPassages(request, interpretation, index, model);
    if (version === undefined || !services.resultCache) return { found: await search(), cached: false };
    return services.resultCache.find({
      identity: {
        query: normalizeQuery(request.query),
        filters: request.filters,
        limit: request.limit,
        debug: request.debug === true,
        phi: request.phi === true,
        models: [model.name],
        generation: index.generation,
        version,
      },
      search,
      mayKeep: ({ sources }) =>
        index.version() === version && sources.every(({ outcome }) => outcome === 'ok'),
      isUsable: ({ results }) => results.every(({ chunkId }) => index.lexical.passage(chunkId) !== undefined),
    });
  };

  return {
    warm: async () => {
      const { generation, position } = await services.readModels.locate(SEARCH_PROJECTION);
      await residentOf(generation).reach(position);
    },
    search: async (request) => {
      const { query, after } = request;
      const { generation, position } =
        after === undefined || after === 0
          ? await services.readModels.locate(
              SEARCH_PROJECTION,
              await services.eventStore.head(),
              FRESHNESS_PATIENCE,
            )
          : await services.readModels.locate(SEARCH_PROJECTION, after);
      const index = residentOf(generation);
      await index.reach(position);
      const model = await services.modelOf(generationSchema(SEARCH_PROJECTION, generation));
      const interpretation = interpretQuery(query, index.lexical.vocabulary);
      const { found, cached } = await findOrRecall(request, interpretation, index, model);
      const results = found.results.flatMap(({ chunkId, ...result }): readonly SearchResult[] => {
        // What was withdrawn while the search was under way is not shown any more.
        const passage = index.lexical.passage(chunkId);
        return passage ? [{ passage, ...result }] : [];
      });
      return {
        results,
        interpretation,
        sources: found.sources,
        cached,
        index: { generation, position, model: model.name },
      };
    },
  };
};
