import { Failure, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import {
  type SimilarityScale,
  scaledSimilarity,
  similarityScaleOf,
} from '../../domain/retrieval/dense/similarity-scale.ts';
import type { LexicalHit } from '../../domain/retrieval/lexical/lexical-hit.ts';
import type { LexicalTerm } from '../../domain/retrieval/lexical/lexical-query.ts';
import type { QueryInterpretation } from '../../domain/retrieval/query/query-interpretation.ts';
import { blendRerankScores, passagesToRerank } from '../../domain/retrieval/ranking/blend-rerank-scores.ts';
import { candidatesPerSource, type RankedPassage } from '../../domain/retrieval/ranking/rank-passages.ts';
import { termsOfRanking } from '../../domain/retrieval/ranking/terms-of-ranking.ts';
import type { VectorHit } from '../../domain/retrieval/vector-hit.ts';
import { embedderOf } from '../../ports/embedders.ts';
import type { SearchStage } from '../../ports/knowledge-search.ts';
import type { PreparedSearch, SearchStages } from './prepared-search.ts';
import { rerank } from './rerank.ts';
import { runStage, type StageResult } from './run-stage.ts';
import { searchByMeaning } from './search-by-meaning.ts';
import type { FoundPassages } from './search-result-cache.ts';
import { type Wordings, wordingsOf } from './wordings.ts';

const withoutWords = (): Failure =>
  new Failure(
    failure('unavailable', 'Terms cannot be looked up in the index at the moment.', {
      component: 'search-index',
    }),
  );

const nothingAnswers = (): Failure =>
  new Failure(
    failure('unavailable', 'The knowledge base cannot be searched at the moment. Try again shortly.', {
      component: 'search-index',
      retryAfter: 5,
    }),
  );

/** A search by meaning counts as partly failed when the vectors of some documents are missing. */
const withPartialFailure = <Value>(result: StageResult<Value>, documents: number): StageResult<Value> =>
  documents === 0 || result.stage.outcome !== 'ok'
    ? result
    : {
        ...result,
        stage: {
          ...result.stage,
          outcome: 'failed',
          reason: `The vectors of ${documents} document(s) cannot be read: only keyword search finds them.`,
        },
      };

/** The hits with their similarities on the scale of the model. */
const onScale = (hits: readonly VectorHit[], scale: SimilarityScale): readonly VectorHit[] =>
  hits.map((hit) => ({ ...hit, similarity: scaledSimilarity(scale, hit.similarity) }));

/** The results of each wording by meaning. */
const runDenseStage = (
  { services, timeout }: SearchStages,
  { request: { phi = false }, narrowed, index, model }: PreparedSearch,
  wordings: Wordings,
): Promise<StageResult<readonly (readonly VectorHit[])[]>> => {
  const { embedders, vectors, metrics } = services;
  return runStage(
    {
      source: 'dense',
      timeout,
      work: async () => {
        const embedder = embedderOf(embedders, model);
        if (!embedder)
          throw new Failure(failure('unavailable', 'The embedding model of the index is not configured.'));
        if (phi && embedder.model.leavesThePremises) {
          throw new Failure(
            failure('unavailable', 'A question with PHI is not sent to an embedding service.'),
          );
        }
        const scope = { index, narrowed, phi };
        const found = await searchByMeaning({ vectors, metrics, timeout }, embedder, wordings, scope);
        return found.map((hits) => onScale(hits, similarityScaleOf(model.name)));
      },
      foundIn: ([hits]) => hits?.length ?? 0,
    },
    services,
  );
};

/** The results of each wording by words. */
const runLexicalStage = (
  { services, timeout, lookups }: SearchStages,
  { narrowed, reading, index }: PreparedSearch,
  wordings: Wordings,
): Promise<StageResult<readonly (readonly LexicalHit[])[]>> =>
  runStage(
    {
      source: 'lexical',
      timeout,
      work: () =>
        reading.isByCorpus
          ? lookups.inTime(() => index.search(wordings, candidatesPerSource, narrowed.filters, narrowed.only))
          : Promise.reject(withoutWords()),
      foundIn: ([hits]) => hits?.length ?? 0,
    },
    services,
  );

/** The results of both searches, for the question as written and in other wordings. */
type Candidates = {
  readonly terms: readonly LexicalTerm[];
  readonly dense: readonly VectorHit[];
  readonly lexical: readonly LexicalHit[];
  readonly variations: readonly (readonly (VectorHit | LexicalHit)[])[];
};

/** The ranked candidates, and whether the words of the corpus influenced the ranking. */
const rankCandidates = async (
  { services, lookups, plainVocabulary }: SearchStages,
  { request, reading, index, model, steps: { rank } }: PreparedSearch,
  candidates: Candidates,
): Promise<{ readonly ranked: readonly RankedPassage[]; readonly isByCorpus: boolean }> => {
  const { interpretation, isByCorpus } = reading;
  const { limit, debug, forAnswer } = request;
  const { terms, dense, lexical, variations } = candidates;
  const wanted = {
    ...candidates,
    interpretation,
    weightOfMeaning: similarityScaleOf(model.name).weight,
    limit: services.reranking ? Math.max(limit, passagesToRerank) : limit,
    ...omitUndefined({ debug, forAnswer }),
  };
  const chunkIds = [...dense, ...lexical, ...variations.flat()].map(({ chunkId }) => chunkId);
  const rankedByCorpus = isByCorpus
    ? await lookups.orWithout(() =>
        index.ask(
          ({ passage, fieldsOf, vocabulary }) =>
            rank({ ...wanted, passageOf: passage, fieldsOf, vocabulary }),
          () => ({ chunkIds, terms: termsOfRanking(interpretation, terms) }),
        ),
      )
    : undefined;
  if (rankedByCorpus) return { ranked: rankedByCorpus, isByCorpus: true };
  // Reads only the passages.
  const ranked = await index.ask(
    ({ passage }) => rank({ ...wanted, passageOf: passage, vocabulary: plainVocabulary }),
    () => ({ chunkIds, terms: [] }),
  );
  return { ranked, isByCorpus: false };
};

/** Applies the cross-encoder, if there is one; when it fails the ranking stays (failure matrix, "Search Reranker"). */
const rerankFirst = async (
  { services }: SearchStages,
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
    services,
  );
  return { ranked: value ? blendRerankScores(ranked, value) : ranked, stages: [stage] };
};

/**
 * Searches by meaning and by words in parallel and fuses the results. When one of the two fails or takes too long,
 * the other responds alone; rejects with `unavailable` when both do.
 */
export const findPassages = async (stages: SearchStages, search: PreparedSearch): Promise<FoundPassages> => {
  const { request, reading, index, steps } = search;
  const { interpretation } = reading;
  const terms = steps.termsOf(interpretation);
  const wordings = wordingsOf(interpretation, terms);
  const missingBefore = index.missingVectorCount();
  const [byMeaning, byWords] = await Promise.all([
    runDenseStage(stages, search, wordings),
    runLexicalStage(stages, search, wordings),
  ]);
  const dense = withPartialFailure(byMeaning, Math.max(missingBefore, index.missingVectorCount()));
  if (!dense.value && !byWords.value) throw nothingAnswers();
  const [denseHits = [], ...denseVariations] = dense.value ?? [];
  const [lexicalHits = [], ...lexicalVariations] = byWords.value ?? [];
  const first = await rankCandidates(stages, search, {
    terms,
    dense: denseHits,
    lexical: lexicalHits,
    variations: [...lexicalVariations, ...denseVariations],
  });
  const lexical: SearchStage =
    byWords.value && !first.isByCorpus
      ? { ...byWords.stage, outcome: 'failed', reason: withoutWords().reason.message }
      : byWords.stage;
  const reranked = await rerankFirst(stages, first.ranked, interpretation, request.phi ?? false);
  return {
    results: reranked.ranked
      .slice(0, request.limit)
      .map(({ passage, ...result }) => ({ chunkId: passage.chunkId, ...result })),
    sources: [dense.stage, lexical, ...reranked.stages],
  };
};
