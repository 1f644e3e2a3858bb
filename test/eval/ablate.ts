import type { Application } from '../../app/create-application.ts';
import { conceptTerm, lexicalQuery } from '../../domain/retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import {
  interpretQuery,
  type WordReading,
  wordReading,
} from '../../domain/retrieval/query/interpret-query.ts';
import { rankFeatures } from '../../domain/retrieval/ranking/rank-features.ts';
import { rankPassages } from '../../domain/retrieval/ranking/rank-passages.ts';
import { reciprocalRankFusion } from '../../domain/retrieval/ranking/reciprocal-rank-fusion.ts';
import type { VectorHit } from '../../domain/retrieval/vector-hit.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createEnglishDictionary } from '../../infra/reading/language/english-dictionary.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { createKnowledgeSearch } from '../../projections/search/create-knowledge-search.ts';
import { createGenerationModelReader } from '../../projections/search/generation-model.ts';
import type { SearchSteps } from '../../projections/search/search-steps.ts';
import type { Ablation } from './evaluation.ts';
import type { LabelledQuery } from './labelled-queries.ts';
import { scoreQuery, summarizeQueries } from './summarize-queries.ts';

/** An ablated search: the steps in which it differs from the full search. */
type Arrangement = { readonly part: string; readonly steps: Partial<SearchSteps> };

type AblationRequest = {
  readonly application: Pick<Application, 'database' | 'http' | 'sealer' | 'vectors' | 'embedders'>;
  readonly queries: readonly LabelledQuery[];
  /** Number of requested passages. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Called after each ablation. */
  readonly onProgress: (done: number, all: number) => void;
};

type Ranking = SearchSteps['rank'];

/** Passages in the order of one list, without a separate ranking. */
const inOrderOf =
  (listOf: (request: Parameters<Ranking>[0]) => readonly { readonly chunkId: string }[]): Ranking =>
  (request) =>
    listOf(request)
      .slice(0, request.limit)
      .flatMap(({ chunkId }) => {
        const passage = request.passageOf(chunkId);
        return passage ? [{ passage, score: 0 }] : [];
      });

const fused: Ranking = inOrderOf(({ lexical, dense, variations = [] }) =>
  reciprocalRankFusion(
    [lexical, dense, ...variations].map((hits) => ({ ids: hits.map(({ chunkId }) => chunkId) })),
  ).map(({ id }) => ({ chunkId: id })),
);

const pagesOf = ({ firstPage, lastPage }: Passage): readonly number[] =>
  Array.from({ length: lastPage - firstPage + 1 }, (_, at) => firstPage + at);

const readBy =
  (reading: WordReading): SearchSteps['interpret'] =>
  (query, vocabulary) =>
    interpretQuery(query, vocabulary, reading);

/** Neither expands abbreviations nor recognizes concepts. */
const withoutConcepts: Pick<SearchSteps, 'interpret' | 'termsOf'> = {
  interpret: (query, vocabulary) => {
    const interpretation = readBy({ ...wordReading, expand: () => undefined })(query, vocabulary);
    const entities = { ...interpretation.entities, drugs: [], conditions: [], procedures: [], routes: [] };
    return { ...interpretation, entities, variations: [] };
  },
  termsOf: (interpretation) =>
    lexicalQuery(interpretation).filter(({ term }) => !term.startsWith(conceptTerm(''))),
};

const arrangements: readonly Arrangement[] = [
  { part: 'whole', steps: {} },
  { part: 'words alone', steps: { rank: inOrderOf(({ lexical }) => lexical) } },
  { part: 'meaning alone', steps: { rank: inOrderOf(({ dense }) => dense) } },
  { part: 'fusion without ranking', steps: { rank: fused } },
  {
    part: 'without query variations',
    steps: { interpret: (query, vocabulary) => ({ ...interpretQuery(query, vocabulary), variations: [] }) },
  },
  { part: 'without synonyms', steps: withoutConcepts },
  {
    part: 'without spelling',
    steps: {
      interpret: readBy({
        ...wordReading,
        correct: () => ({ corrections: new Map(), suggestions: new Map() }),
      }),
    },
  },
  ...rankFeatures.map(
    (left): Arrangement => ({
      part: `without ${left.name}`,
      steps: {
        rank: (request) =>
          rankPassages({ ...request, features: rankFeatures.filter((feature) => feature !== left) }),
      },
    }),
  ),
];

/** The result of an ablation must not depend on the speed of the machine. */
const STAGE_TIMEOUT_MS = 10 * 60_000;

/**
 * Answers labelled questions with the search itself on the data that a server has ingested, each time without a part of
 * retrieval: only one search method, fusion without ranking, without further wordings, synonyms or spelling correction,
 * and without each ranking signal. The full search, the reference for the others, comes first.
 */
export const ablate = async (request: AblationRequest): Promise<readonly Ablation[]> => {
  const { application, queries, limit, signal } = request;
  const { database, http } = application;
  const { searchBy } = createKnowledgeSearch({
    database,
    sealer: application.sealer,
    blobs: http.commandServices.blobs,
    readModels: http.readModels,
    eventStore: http.eventStore,
    vectors: rememberedNearest(application.vectors),
    embedders: {
      configured: rememberedQueries(application.embedders.configured),
      all: application.embedders.all.map(rememberedQueries),
    },
    modelOf: createGenerationModelReader(database),
    dictionary: createEnglishDictionary(),
    clock: systemClock,
    logger: silentLogger,
    metrics: silentMetrics,
    stageTimeout: STAGE_TIMEOUT_MS,
  });
  const measured: Ablation[] = [];
  for (const { part, steps } of arrangements) {
    const scored = [];
    for (const labelled of queries) {
      signal.throwIfAborted();
      const { results, sources } = await searchBy(steps, {
        query: labelled.query,
        filters: labelled.filters ?? {},
        limit,
      });
      const broken = sources.find(({ outcome }) => outcome !== 'ok');
      if (broken) throw new Error(`Searching by ${broken.source} failed: ${broken.reason ?? broken.outcome}`);
      scored.push(
        scoreQuery(
          labelled,
          results.map(({ passage }) => ({ ...passage, pages: pagesOf(passage) })),
        ),
      );
    }
    const { tuning, final } = summarizeQueries(scored);
    if (tuning && final) measured.push({ part, tuning, final });
    request.onProgress(measured.length, arrangements.length);
  }
  return measured;
};

/** An embedder that embeds each question once, so that ablations with the same wording cost nothing more. */
const rememberedQueries = (embedder: Embedder): Embedder => {
  const known = new Map<string, Promise<Float32Array>>();
  return {
    ...embedder,
    embedQuery: (text, privacy) => {
      const vector = known.get(text) ?? embedder.embedQuery(text, privacy);
      known.set(text, vector);
      return vector;
    },
  };
};

/** Caches the nearest neighbors of each vector, for questions without filters. */
const rememberedNearest = (vectors: VectorIndex): VectorIndex => {
  const known = new Map<Float32Array, Promise<readonly VectorHit[]>>();
  return {
    ...vectors,
    search: (generation, question) => {
      const nearest = () => vectors.search(generation, question);
      const { vector, filters } = question;
      if (Object.keys(filters).length > 0) return nearest();
      const hits = known.get(vector) ?? nearest();
      known.set(vector, hits);
      return hits;
    },
  };
};
