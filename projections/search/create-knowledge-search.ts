import { describeError } from '../../domain/kernel/describe-error.ts';
import { Failure, failure, unwrap } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Dictionary } from '../../domain/language/dictionary.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import { type LexicalTerm, lexicalQuery } from '../../domain/retrieval/lexical/lexical-query.ts';
import { docKeyOfChunk } from '../../domain/retrieval/passage.ts';
import { explainMissingNumbers } from '../../domain/retrieval/query/explain-missing-numbers.ts';
import { explainNothing } from '../../domain/retrieval/query/explain-nothing.ts';
import { interpretQuery } from '../../domain/retrieval/query/interpret-query.ts';
import { normalizeQuery } from '../../domain/retrieval/query/normalize-query.ts';
import type { QueryInterpretation } from '../../domain/retrieval/query/query-interpretation.ts';
import { withVariations } from '../../domain/retrieval/query/query-variations.ts';
import { vocabularyWithoutCorpus } from '../../domain/retrieval/query/query-vocabulary.ts';
import { type ResolvedFilters, resolveDrugFilter } from '../../domain/retrieval/query/resolve-drug-filter.ts';
import { blendRerankScores, passagesToRerank } from '../../domain/retrieval/ranking/blend-rerank-scores.ts';
import {
  candidatesPerSource,
  type RankedPassage,
  rankPassages,
} from '../../domain/retrieval/ranking/rank-passages.ts';
import { termsOfRanking } from '../../domain/retrieval/ranking/terms-of-ranking.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../../domain/retrieval/vector-hit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { DocumentFinder } from '../../ports/document-finder.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { type Embedders, embedderOf } from '../../ports/embedders.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type {
  KnowledgeSearch,
  SearchOutcome,
  SearchRequest,
  SearchResult,
  SearchStage,
} from '../../ports/knowledge-search.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Reranker } from '../../ports/reranker.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { ReadModelReader } from '../read-model-reader.ts';
import { generationSchema } from '../runner/projection-definition.ts';
import type { AwaitedVectorsServices } from './awaited-vectors.ts';
import { belowThreshold } from './below-threshold.ts';
import type { GenerationModelReader } from './generation-model.ts';
import { createInMemoryIndex } from './in-memory-index.ts';
import { rerank } from './rerank.ts';
import { runStage, type StageResult } from './run-stage.ts';
import { mergeHits } from './sealed-vectors.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';
import type { FoundPassages, SearchResultCache } from './search-result-cache.ts';
import { withTimeout } from './with-timeout.ts';
import { createWordLookups } from './word-lookups.ts';

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

/**
 * A search that names no position waits up to so many milliseconds for what was written before it: whoever sees a
 * job complete finds its document. An index that is further behind answers as it is.
 */
const FRESHNESS_PATIENCE = 1000;

const weakMatch =
  'What was found matches the question only weakly and may be about something else. Try other words, or name the drug, condition or protocol number.';

const weaknessOf = ([best]: readonly SearchResult[]): readonly string[] => (best?.weak ? [weakMatch] : []);

/** The field that whoever asks names comes before those that the question tells. */
const ofSpecialties = (
  interpretation: QueryInterpretation,
  { specialties = [] }: SearchRequest,
): QueryInterpretation =>
  specialties.length === 0
    ? interpretation
    : {
        ...interpretation,
        specialties: [...new Set([...specialties, ...interpretation.specialties])],
        specialtiesTold: specialties,
      };

/** By which fields a search is narrowed: those named by whoever asks, else those that the question tells. */
const specialtiesToKeep = (
  { specialties: told }: QueryInterpretation,
  { specialties = [], narrowToSpecialty, filters }: SearchRequest,
): readonly string[] => {
  if (!narrowToSpecialty || filters.specialty !== undefined) return [];
  return specialties.length > 0 ? specialties : told;
};

const narrowedToSpecialty = (interpretation: QueryInterpretation, request: SearchRequest): SearchFilters => {
  const kept = specialtiesToKeep(interpretation, request);
  return kept.length === 0 ? request.filters : { ...request.filters, specialty: [...kept] };
};

const specialtyRemarks = (interpretation: QueryInterpretation, request: SearchRequest): readonly string[] => {
  if (!request.narrowToSpecialty || request.filters.specialty !== undefined) return [];
  const kept = specialtiesToKeep(interpretation, request);
  if (kept.length === 0) return ['The question tells no specialty: documents of all were searched.'];
  return [
    `Only documents of these specialties were searched: ${kept.join(', ').replaceAll('_', ' ')}. What others say is not shown, also where it forbids something; nor is what names no specialty.`,
  ];
};

/** A search whose words can be loaded ahead of the first question, and whose steps can be replaced. */
export type WarmableSearch = KnowledgeSearch & {
  readonly findDocuments: DocumentFinder;
  readonly warm: () => Promise<void>;
  /** How many documents words alone find for now, their vectors being unreadable; undefined before anything is loaded. */
  readonly heldByWords: () => number | undefined;
  /** The generation that is held in this process; undefined before anything is loaded. */
  readonly heldGeneration: () => number | undefined;
  /** Ends what goes on in the background. */
  readonly close: () => void;
  /** Results are remembered regardless of the steps: others than all are for a search without a cache. */
  readonly searchBy: (steps: Partial<SearchSteps>, request: SearchRequest) => Promise<SearchOutcome>;
};

/** Nearest vectors asked for each one that is wanted, where the vector index cannot tell which passages may be found. */
const SPARE_CANDIDATES = 10;

/** The filters, narrowed to the documents of the passages. */
const withDocumentsOf = (only: ReadonlySet<string>, filters: SearchFilters): SearchFilters => {
  const docKeys = new Set([...only].map(docKeyOfChunk));
  return { ...filters, docKey: [...docKeys].filter((docKey) => filters.docKey?.includes(docKey) ?? true) };
};

/** A question as it is searched: its words as terms, made once and passed along. */
type Wording = Pick<QueryInterpretation, 'searchedFor' | 'protocolNumbers'> & {
  readonly terms: readonly LexicalTerm[];
};

/** A further wording of it; what the person wrote is searched as such already. */
const plainly = (searchedFor: string): Wording => ({
  searchedFor,
  protocolNumbers: [],
  terms: lexicalQuery({ searchedFor, protocolNumbers: [], expansions: [] }),
});

/** The question, then its further wordings. */
type Wordings = readonly [Wording, ...Wording[]];

/** A search by meaning that cannot have found all documents, since the vectors of some are lacking, has failed in part. */
const lessThoseLacking = <Value>(result: StageResult<Value>, documents: number): StageResult<Value> =>
  documents === 0 || result.stage.outcome !== 'ok'
    ? result
    : {
        ...result,
        stage: {
          ...result.stage,
          outcome: 'failed',
          reason: `The vectors of ${documents} document(s) cannot be read: words alone find them.`,
        },
      };

/** A question as it is read: without the corpus where its words could not be looked up. */
type Reading = { readonly interpretation: QueryInterpretation; readonly isByCorpus: boolean };

const withoutWords = (): Failure =>
  new Failure(
    failure('unavailable', 'The words of the index cannot be looked up at the moment.', {
      component: 'search-index',
    }),
  );

/** The steps of a search that an evaluation takes away or replaces. */
export type SearchSteps = {
  readonly interpret: typeof interpretQuery;
  /** The terms of the question as it was written. */
  readonly termsOf: (interpretation: QueryInterpretation) => readonly LexicalTerm[];
  readonly rank: typeof rankPassages;
};

const allSteps: SearchSteps = { interpret: interpretQuery, termsOf: lexicalQuery, rank: rankPassages };

/**
 * Searches the live documents by meaning and by words at the same time, in all wordings of the question, and fuses
 * what they find. When one of the two ways fails or takes too long the other one answers alone, and the outcome says
 * so; when both fail the search fails.
 */
export const createKnowledgeSearch = (services: KnowledgeSearchServices): WarmableSearch => {
  const { vectors, embedders, clock, logger, metrics } = services;
  const stageTimeout = services.stageTimeout ?? 5000;
  const lookups = createWordLookups();
  const plainVocabulary = vocabularyWithoutCorpus(services.dictionary);
  let resident: CorpusIndex | undefined;

  let opening: { readonly generation: number; readonly index: Promise<CorpusIndex> } | undefined;
  const openIndex =
    services.openIndex ??
    (async (generation: number) => createInMemoryIndex(services, SEARCH_PROJECTION, generation));

  const replaceResident = (next: CorpusIndex | undefined): void => {
    if (resident !== next) resident?.close();
    resident = next;
  };

  const residentOf = async (generation: number): Promise<CorpusIndex> => {
    if (resident?.generation === generation) return resident;
    if (opening?.generation !== generation) opening = { generation, index: openIndex(generation) };
    const { index } = opening;
    try {
      const opened = await index;
      replaceResident(opened);
      return opened;
    } finally {
      if (opening?.index === index) opening = undefined;
    }
  };

  const stageServices = { clock, logger, metrics, ...omitUndefined({ traces: services.traces }) };

  // What was opened with a key goes with it, whoever destroyed it.
  const forgetDestroyed = services.sealer.onDestroyed(() => {
    resident?.forgetErased().catch(() => {
      logger.warn({}, 'An erased document could not be taken out of the index in memory yet.');
      // Nothing of it may be found: the index is loaded again from what can be opened.
      replaceResident(undefined);
    });
  });

  /**
   * What the question finds by its meaning, and then what each of its further wordings does, all searched at the same
   * time. A wording that fails or is slow is left out.
   */
  const searchByMeaning = async (
    embedder: Embedder,
    [asked, ...variations]: Wordings,
    { generation, nearestSealed, reached }: CorpusIndex,
    { filters, only }: ResolvedFilters,
    phi: boolean,
  ): Promise<readonly (readonly VectorHit[])[]> => {
    const narrowed = only ? withDocumentsOf(only, filters) : filters;
    const nearest = async (wording: Wording): Promise<readonly VectorHit[]> => {
      const vector = await embedder.embedQuery(wording.searchedFor, { phi });
      const limit = only ? candidatesPerSource * SPARE_CANDIDATES : candidatesPerSource;
      const found = await vectors.search(generationSchema(SEARCH_PROJECTION, generation), {
        vector,
        limit,
        filters: narrowed,
        terms: wording.terms,
        phi,
        asOf: reached(),
      });
      const hits = mergeHits(found, nearestSealed(vector, limit, narrowed), limit);
      return only ? hits.filter(({ chunkId }) => only.has(chunkId)).slice(0, candidatesPerSource) : hits;
    };
    const orNothing = async (hits: Promise<readonly VectorHit[]>): Promise<readonly VectorHit[]> => {
      try {
        return await withTimeout(hits, stageTimeout / 2);
      } catch {
        metrics.count('anamnesis_search_variations_left_out_total', {});
        return [];
      }
    };
    return Promise.all([nearest(asked), ...variations.map((wording) => orNothing(nearest(wording)))]);
  };

  /** The cross-encoder's opinion where there is one; the ranking as it is when it fails (failure matrix, "Search Reranker"). */
  const rerankFirst = async (
    ranked: readonly RankedPassage[],
    { searchedFor }: QueryInterpretation,
    phi: boolean,
  ): Promise<{ readonly ranked: readonly RankedPassage[]; readonly stages: readonly SearchStage[] }> => {
    const { reranking } = services;
    if (!reranking || ranked.length === 0) return { ranked, stages: [] };
    const { reranker, timeout } = reranking;
    const { value, stage } = await runStage(
      {
        source: 'rerank',
        timeout,
        work: () => rerank(reranker, { query: searchedFor, phi, ranked, timeout }),
        foundIn: (scores) => scores.filter((score) => score !== undefined).length,
      },
      stageServices,
    );
    return { ranked: value ? blendRerankScores(ranked, value) : ranked, stages: [stage] };
  };

  /** What looks words up, or nothing where they cannot be: the search goes on without. */
  const orWithout = async <Value>(work: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await work();
    } catch (error) {
      logger.warn(
        { reason: describeError(error).reason },
        'The words of the index could not be looked up; the search goes on without them.',
      );
      return undefined;
    }
  };

  const readQuestion = async (
    query: string,
    index: CorpusIndex,
    { interpret }: Pick<SearchSteps, 'interpret'>,
  ): Promise<Reading> => {
    const byCorpus = await orWithout(() =>
      lookups.within(stageTimeout, () => index.ask(({ vocabulary }) => interpret(query, vocabulary))),
    );
    return byCorpus
      ? { interpretation: byCorpus, isByCorpus: true }
      : { interpretation: interpret(query, plainVocabulary), isByCorpus: false };
  };

  /** A filter by drug cannot do without the words: nothing else may be found, so that it is refused. */
  const narrow = async (filters: SearchFilters, index: CorpusIndex): Promise<ResolvedFilters> => {
    const resolve = () => index.ask((corpus) => resolveDrugFilter(filters, corpus));
    return unwrap(filters.drug === undefined ? await resolve() : await lookups.within(stageTimeout, resolve));
  };

  const explain = async (narrowed: ResolvedFilters, index: CorpusIndex): Promise<readonly string[]> =>
    (await orWithout(() =>
      lookups.within(stageTimeout, () =>
        index.ask(({ isAnyPassing }) => explainNothing(narrowed, isAnyPassing)),
      ),
    )) ?? [];

  const findPassages = async (
    { limit, debug, forAnswer, phi = false }: SearchRequest,
    narrowed: ResolvedFilters,
    { interpretation, isByCorpus }: Reading,
    index: CorpusIndex,
    model: EmbeddingModelName,
    { termsOf, rank }: SearchSteps,
  ): Promise<FoundPassages> => {
    const terms = termsOf(interpretation);
    const wordings: Wordings = [{ ...interpretation, terms }, ...interpretation.variations.map(plainly)];
    const lackingBefore = index.heldByWords();
    const [byMeaning, byWords] = await Promise.all([
      runStage(
        {
          source: 'dense',
          timeout: stageTimeout,
          work: async () => {
            const embedder = embedderOf(embedders, model);
            if (!embedder)
              throw new Failure(
                failure('unavailable', 'The embedding model of the index is not configured.'),
              );
            if (phi && embedder.model.leavesThePremises) {
              throw new Failure(
                failure('unavailable', 'A question with PHI is not sent to an embedding service.'),
              );
            }
            return searchByMeaning(embedder, wordings, index, narrowed, phi);
          },
          foundIn: ([hits]) => hits?.length ?? 0,
        },
        stageServices,
      ),
      runStage(
        {
          source: 'lexical',
          timeout: stageTimeout,
          work: () =>
            isByCorpus
              ? lookups.within(stageTimeout, () =>
                  index.search(wordings, candidatesPerSource, narrowed.filters, narrowed.only),
                )
              : Promise.reject(withoutWords()),
          foundIn: ([hits]) => hits?.length ?? 0,
        },
        stageServices,
      ),
    ]);
    const dense = lessThoseLacking(byMeaning, Math.max(lackingBefore, index.heldByWords()));
    if (!dense.value && !byWords.value) {
      throw new Failure(
        failure('unavailable', 'The knowledge base cannot be searched at the moment. Try again shortly.', {
          component: 'search-index',
          retryAfter: 5,
        }),
      );
    }
    const [denseHits = [], ...denseVariations] = dense.value ?? [];
    const [lexicalHits = [], ...lexicalVariations] = byWords.value ?? [];
    const variations = [...lexicalVariations, ...denseVariations];
    const wanted = {
      interpretation,
      terms,
      dense: denseHits,
      lexical: lexicalHits,
      variations,
      limit: services.reranking ? Math.max(limit, passagesToRerank) : limit,
      ...omitUndefined({ debug, forAnswer }),
    };
    const chunkIds = [...denseHits, ...lexicalHits, ...variations.flat()].map(({ chunkId }) => chunkId);
    const rankByCorpus = (): Promise<readonly RankedPassage[]> =>
      index.ask(
        ({ passage, fieldsOf, vocabulary }) => rank({ ...wanted, passageOf: passage, fieldsOf, vocabulary }),
        () => ({ chunkIds, terms: termsOfRanking(interpretation, terms) }),
      );
    /** Reads the passages and nothing else. */
    const rankByPassages = (): Promise<readonly RankedPassage[]> =>
      index.ask(
        ({ passage }) => rank({ ...wanted, passageOf: passage, vocabulary: plainVocabulary }),
        () => ({ chunkIds, terms: [] }),
      );
    const rankedByCorpus = isByCorpus
      ? await orWithout(() => lookups.within(stageTimeout, rankByCorpus))
      : undefined;
    const first = rankedByCorpus ?? (await rankByPassages());
    const lexical: SearchStage =
      byWords.value && !rankedByCorpus
        ? { ...byWords.stage, outcome: 'failed', reason: withoutWords().reason.message }
        : byWords.stage;
    const { ranked, stages } = await rerankFirst(first, interpretation, phi);
    return {
      results: ranked
        .slice(0, limit)
        .map(({ passage, ...result }) => ({ chunkId: passage.chunkId, ...result })),
      sources: [dense.stage, lexical, ...stages],
    };
  };

  /** What equal searches on the same content have in common; the index must be at rest for that. */
  const findOrRecall = async (
    request: SearchRequest,
    narrowed: ResolvedFilters,
    reading: Reading,
    index: CorpusIndex,
    model: EmbeddingModelName,
    steps: SearchSteps,
  ): Promise<{ readonly found: FoundPassages; readonly cached: boolean }> => {
    const version = index.version();
    const search = () => findPassages(request, narrowed, reading, index, model, steps);
    if (version === undefined || !services.resultCache) return { found: await search(), cached: false };
    return services.resultCache.find({
      identity: {
        query: normalizeQuery(request.query),
        filters: request.filters,
        limit: request.limit,
        debug: request.debug === true,
        forAnswer: request.forAnswer === true,
        variations: request.variations ?? 'auto',
        specialties: request.specialties ?? [],
        phi: request.phi === true,
        askedBy: request.askedBy,
        models: [model.name, ...(services.reranking ? [services.reranking.reranker.model.name] : [])],
        generation: index.generation,
        version,
      },
      search,
      mayKeep: ({ sources }) =>
        index.version() === version && sources.every(({ outcome }) => outcome === 'ok'),
      isUsable: ({ results }) =>
        index.ask(
          ({ passage }) => results.every(({ chunkId }) => passage(chunkId) !== undefined),
          () => ({
            chunkIds: results.map(({ chunkId }) => chunkId),
            terms: [],
          }),
        ),
    });
  };

  const searchBy: WarmableSearch['searchBy'] = async (replaced, request) => {
    const steps = { ...allSteps, ...replaced };
    const started = clock.elapsed();
    const { query, after } = request;
    const { generation, position } =
      after === undefined || after === 0
        ? await services.readModels.locate(
            SEARCH_PROJECTION,
            await services.eventStore.head(),
            FRESHNESS_PATIENCE,
          )
        : await services.readModels.locate(SEARCH_PROJECTION, after);
    const index = await residentOf(generation);
    await index.reach(position);
    const model = await services.modelOf(generationSchema(SEARCH_PROJECTION, generation));
    const read = await readQuestion(query, index, steps);
    const interpretation = ofSpecialties(
      withVariations(read.interpretation, request.variations ?? 'auto'),
      request,
    );
    const filters = narrowedToSpecialty(interpretation, request);
    const narrowed = await narrow(filters, index);
    const { found, cached } = await findOrRecall(
      { ...request, filters },
      narrowed,
      { ...read, interpretation },
      index,
      model,
      steps,
    );
    const all = await index.ask(
      (corpus) =>
        found.results.flatMap(({ chunkId, ...result }): readonly SearchResult[] => {
          // What was withdrawn while the search was under way is not shown any more.
          const passage = corpus.passage(chunkId);
          return passage ? [{ passage, ...result }] : [];
        }),
      () => ({ chunkIds: found.results.map(({ chunkId }) => chunkId), terms: [] }),
    );
    const { threshold = 0 } = request;
    const results = all.filter(({ score }) => score >= threshold);
    const remarks =
      all.length === 0
        ? await explain(narrowed, index)
        : [...belowThreshold(all, threshold), ...weaknessOf(results)];
    const milliseconds = Math.round((clock.elapsed() - started) * 100) / 100;
    metrics.observe('anamnesis_search_seconds', milliseconds / 1000, { cached: cached ? 'true' : 'false' });
    return {
      results,
      interpretation,
      filters,
      sources: found.sources,
      warnings: [
        ...specialtyRemarks(interpretation, request),
        ...narrowed.warnings,
        ...explainMissingNumbers(
          interpretation,
          all.map(({ passage }) => passage),
        ),
        ...remarks,
      ],
      cached,
      milliseconds,
      index: { generation, position, model: model.name },
    };
  };

  return {
    warm: async () => {
      const { generation, position } = await services.readModels.locate(SEARCH_PROJECTION);
      await (await residentOf(generation)).reach(position);
    },
    heldByWords: () => resident?.heldByWords(),
    heldGeneration: () => resident?.generation,
    close: () => {
      forgetDestroyed();
      replaceResident(undefined);
    },
    search: (request) => searchBy({}, request),
    searchBy,
    findDocuments: async (passes) => {
      const { generation, position } = await services.readModels.locate(SEARCH_PROJECTION);
      const index = await residentOf(generation);
      await index.reach(position);
      const found: string[] = [];
      for await (const passage of index.documents()) if (passes(passage)) found.push(passage.docKey);
      return found;
    },
    wholeDocument: async (docKey, version) => (await resident?.wholeDocument(docKey, version)) ?? [],
  };
};
