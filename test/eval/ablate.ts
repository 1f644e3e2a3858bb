import { conceptTerm, type LexicalTerm, lexicalQuery } from '../../domain/retrieval/lexical/lexical-query.ts';
import { interpretQuery, wordReading } from '../../domain/retrieval/query/interpret-query.ts';
import type { QueryInterpretation } from '../../domain/retrieval/query/query-interpretation.ts';
import { rankFeatures } from '../../domain/retrieval/ranking/rank-features.ts';
import { candidatesPerSource, rankPassages } from '../../domain/retrieval/ranking/rank-passages.ts';
import { reciprocalRankFusion } from '../../domain/retrieval/ranking/reciprocal-rank-fusion.ts';
import type { Application } from '../../infra/create-application.ts';
import { createEnglishDictionary } from '../../infra/language/english-dictionary.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { embedderOf } from '../../ports/embedders.ts';
import type { VectorHit } from '../../ports/vector-index.ts';
import { generationSchema } from '../../projections/runner/projection-definition.ts';
import { createGenerationModelReader } from '../../projections/search/generation-model.ts';
import { createInMemoryIndex } from '../../projections/search/in-memory-index.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import type { Ablation } from './evaluation.ts';
import type { LabelledQuery } from './labelled-queries.ts';
import { type RankedResult, scoreQuery, summarizeQueries } from './summarize-queries.ts';

type Hits = readonly { readonly chunkId: string }[];
/** A question as one arrangement of the parts reads it. */
type Reading = { readonly interpretation: QueryInterpretation; readonly terms: readonly LexicalTerm[] };
/** What was found in one reading, before ranking. */
type Found = {
  readonly lexical: ReturnType<ReturnType<typeof createInMemoryIndex>['lexical']['search']>;
  readonly dense: readonly VectorHit[];
  readonly variations: readonly Hits[];
};
/** An arrangement of the parts of retrieval: passages by their ids, best first. */
type Arrangement = { readonly part: string; readonly find: (query: string) => Promise<Hits> };

export type AblationRequest = {
  readonly application: Pick<Application, 'database' | 'http' | 'vectors' | 'embedders'>;
  readonly queries: readonly LabelledQuery[];
  /** Passages asked for. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Told after each arrangement. */
  readonly onProgress: (done: number, all: number) => void;
};

const withoutConcepts = (interpretation: QueryInterpretation): Reading => ({
  interpretation: {
    ...interpretation,
    entities: { ...interpretation.entities, drugs: [], conditions: [], procedures: [], routes: [] },
    variations: [],
  },
  terms: lexicalQuery(interpretation).filter(({ term }) => !term.startsWith(conceptTerm(''))),
});

const asItIs = (interpretation: QueryInterpretation): Reading => ({
  interpretation,
  terms: lexicalQuery(interpretation),
});

/**
 * Answers labelled questions on what a server has ingested, each time with a part of retrieval away: one way of
 * searching only, fusion without ranking, without further wordings, synonyms or spelling, and without each signal of
 * ranking. The whole, which the others are compared with, comes first.
 */
export const ablate = async (request: AblationRequest): Promise<readonly Ablation[]> => {
  const { application, queries, limit, signal } = request;
  const { database, vectors, embedders, http } = application;
  const { generation, position } = await http.readModels.locate(
    SEARCH_PROJECTION,
    await http.eventStore.head(),
  );
  const { lexical: words, reach } = createInMemoryIndex(
    database,
    SEARCH_PROJECTION,
    generation,
    createEnglishDictionary(),
  );
  await reach(position);
  const schema = generationSchema(SEARCH_PROJECTION, generation);
  const embedder: Embedder | undefined = embedderOf(
    embedders,
    await createGenerationModelReader(database)(schema),
  );
  if (!embedder) throw new Error('The embedding model of the index is not configured.');

  const nearest = remembered(async (wording: string) =>
    vectors.search(schema, await embedder.embedQuery(wording, { phi: false }), candidatesPerSource, {}),
  );
  const found = async ({ interpretation, terms }: Reading): Promise<Found> => {
    const further = interpretation.variations.map((searchedFor) => ({
      searchedFor,
      protocolNumbers: [],
      expansions: [],
    }));
    return {
      lexical: words.search(interpretation, candidatesPerSource, {}, undefined, terms),
      dense: await nearest(interpretation.searchedFor),
      variations: [
        ...further.map((wording) => words.search(wording, candidatesPerSource, {})),
        ...(await Promise.all(further.map(({ searchedFor }) => nearest(searchedFor)))),
      ],
    };
  };
  const ranked = async (reading: Reading, features = rankFeatures): Promise<Hits> =>
    rankPassages({
      ...reading,
      ...(await found(reading)),
      features,
      passageOf: words.passage,
      fieldsOf: words.fieldsOf,
      limit,
    }).map(({ passage }) => passage);

  const read = (query: string) => interpretQuery(query, words.vocabulary);
  const arrangements: readonly Arrangement[] = [
    { part: 'whole', find: (query) => ranked(asItIs(read(query))) },
    { part: 'words alone', find: async (query) => (await found(asItIs(read(query)))).lexical },
    { part: 'meaning alone', find: async (query) => (await found(asItIs(read(query)))).dense },
    {
      part: 'fusion without ranking',
      find: async (query) => {
        const { lexical, dense, variations } = await found(asItIs(read(query)));
        const lists = [lexical, dense, ...variations].map((hits) => ({
          ids: hits.map(({ chunkId }) => chunkId),
        }));
        return reciprocalRankFusion(lists).map(({ id }) => ({ chunkId: id }));
      },
    },
    {
      part: 'without query variations',
      find: (query) => ranked(asItIs({ ...read(query), variations: [] })),
    },
    {
      part: 'without synonyms',
      find: (query) =>
        ranked(
          withoutConcepts(
            interpretQuery(query, words.vocabulary, { ...wordReading, expand: () => undefined }),
          ),
        ),
    },
    {
      part: 'without spelling',
      find: (query) =>
        ranked(asItIs(interpretQuery(query, words.vocabulary, { ...wordReading, correct: () => new Map() }))),
    },
    ...rankFeatures.map(
      (left): Arrangement => ({
        part: `without ${left.name}`,
        find: (query) =>
          ranked(
            asItIs(read(query)),
            rankFeatures.filter((feature) => feature !== left),
          ),
      }),
    ),
  ];

  const measured: Ablation[] = [];
  for (const { part, find } of arrangements) {
    const scored = [];
    for (const labelled of queries) {
      signal.throwIfAborted();
      const hits = (await find(labelled.query)).slice(0, limit);
      const results = hits.flatMap(({ chunkId }): readonly RankedResult[] => {
        const passage = words.passage(chunkId);
        return passage ? [passage] : [];
      });
      scored.push(scoreQuery(labelled, results));
    }
    const { tuning, final } = summarizeQueries(scored);
    if (tuning && final) measured.push({ part, tuning, final });
    request.onProgress(measured.length, arrangements.length);
  }
  return measured;
};

/** A function that is asked once for each text. */
const remembered = <Value>(ask: (text: string) => Promise<Value>): ((text: string) => Promise<Value>) => {
  const known = new Map<string, Promise<Value>>();
  return (text) => {
    const value = known.get(text) ?? ask(text);
    known.set(text, value);
    return value;
  };
};
