import { join } from 'node:path';
import { allEvents } from '../../domain/all-events.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { noGenerations } from '../../domain/operations/generation-models.ts';
import { lexicalQuery } from '../../domain/retrieval/lexical/lexical-query.ts';
import { interpretQuery } from '../../domain/retrieval/query/interpret-query.ts';
import { normalizeQuery } from '../../domain/retrieval/query/normalize-query.ts';
import { candidatesPerSource, rankPassages } from '../../domain/retrieval/ranking/rank-passages.ts';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createLocalEmbedder } from '../../infra/models/embedding/local-embedder.ts';
import { createEnglishDictionary } from '../../infra/reading/language/english-dictionary.ts';
import { createLexicalTables } from '../../infra/search/lexical-index/lexical-tables.ts';
import { createStoredIndex } from '../../infra/search/lexical-index/stored-index.ts';
import { createVectorIndex } from '../../infra/search/vector-index/create-vector-index.ts';
import { openFileBlobStore } from '../../infra/storage/blob-store/file-blob-store.ts';
import { createMemoryCache } from '../../infra/storage/cache/memory-cache.ts';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { postgresGenerations } from '../../infra/storage/generations/postgres-generations.ts';
import { createRowSealer } from '../../infra/storage/key-vault/row-sealer.ts';
import { createSealedBlobs } from '../../infra/storage/sealed-blobs/create-sealed-blobs.ts';
import { unwatchedComponents } from '../../ports/component-health.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import { createGeneration } from '../../projections/runner/generation-tables.ts';
import { generationSchema } from '../../projections/runner/projection-definition.ts';
import { createKnowledgeSearch } from '../../projections/search/create-knowledge-search.ts';
import { createGenerationModelReader } from '../../projections/search/generation-model.ts';
import { createInMemoryIndex } from '../../projections/search/in-memory-index.ts';
import { createSearchProjection, SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import { createSearchResultCache } from '../../projections/search/search-result-cache.ts';
import { createInMemoryKeyVault } from '../support/in-memory-key-vault.ts';
import type { Benchmark, BenchmarkContext, Figure } from './harness/benchmark.ts';
import { closedLoop } from './harness/closed-loop.ts';
import { compare } from './harness/compare.ts';
import { followToHead } from './harness/follow-to-head.ts';
import { generatedDocument, inventedWord } from './harness/generated-passages.ts';
import { generatedQuestions, misspelledQuestions } from './harness/generated-protocols.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { openBenchStore } from './harness/open-bench-store.ts';
import { publishDocument } from './harness/publish-document.ts';
import { percentile } from './harness/statistics.ts';

const CHUNKS_IN_DOCUMENT = 50;
const GENERATION = 1;
const LIMIT = 10;
/** A thousand characters of unknown words, each one edit away from words of the corpus. */
const nonsense = Array.from({ length: 120 }, (_, index) =>
  inventedWord(2744 + index * 7).replace(/.(?=...$)/, 'z'),
)
  .join(' ')
  .slice(0, 1000);
const schema = generationSchema(SEARCH_PROJECTION, GENERATION);

/** An index filled from the log by its own projection, and its search, without the rest of the program. */
const openSearch = async (context: BenchmarkContext) => {
  const opened = await openBenchDatabase(context);
  const { database } = opened;
  const eventStore = await openBenchStore(database, createEventRegistry(allEvents));
  await migrateDatabase(database);
  const { vectors, home } = await createVectorIndex({
    database,
    choice: 'auto',
    hasher: nodeHasher,
    logger: silentLogger,
    health: unwatchedComponents,
    searchTimeout: 5000,
  });
  const embedder = createLocalEmbedder();
  const vault = createInMemoryKeyVault();
  const sealer = createRowSealer(vault);
  const blobs = createSealedBlobs({
    blobs: await openFileBlobStore(join(context.folder, 'blobs')),
    vault,
  });
  const modelOf = createGenerationModelReader(database);
  const definition = createSearchProjection({
    // Words in tables are written as well, so that both storages are measured on one corpus.
    lexical: createLexicalTables(database, async () => 'stored'),
    blobs,
    eventStore,
    generations: postgresGenerations,
    sealer,
    vectors,
    readGenerationModels: async () => noGenerations,
    modelInUse: async () => embedder.model,
    modelOf,
  });
  await createGeneration(database, postgresGenerations, definition, {
    generation: GENERATION,
    state: 'live',
    target: 0,
  });
  const identity = createIdentitySource();
  let documents = 0;
  let position = 0;

  return {
    database,
    sealer,
    blobs,
    vectors,
    embedder,
    home,
    /** Publishes and indexes documents up to the given number of chunks; returns the milliseconds of indexing. */
    fillTo: async (chunks: number): Promise<number> => {
      while (documents * CHUNKS_IN_DOCUMENT < chunks) {
        const document = generatedDocument(documents, CHUNKS_IN_DOCUMENT);
        await publishDocument({ blobs, eventStore, identity, embedder }, document);
        documents += 1;
      }
      const milliseconds = await followToHead(database, eventStore, {
        definition,
        generation: GENERATION,
        from: position,
      });
      position = await eventStore.head();
      const [row] = await database.query(`select count(*)::int as passages from "${schema}".passages`);
      if (row?.passages !== documents * CHUNKS_IN_DOCUMENT)
        throw new Error(
          `${String(row?.passages)} of ${documents * CHUNKS_IN_DOCUMENT} passages were indexed.`,
        );
      return milliseconds;
    },
    position: () => position,
    openKnowledgeSearch: (cached: boolean) =>
      createKnowledgeSearch({
        database,
        sealer,
        blobs,
        dictionary: createEnglishDictionary(),
        readModels: { locate: async () => ({ generation: GENERATION, position }) },
        eventStore: { head: async () => position },
        vectors,
        embedders: { configured: embedder, all: [embedder] },
        modelOf,
        clock: systemClock,
        logger: silentLogger,
        metrics: silentMetrics,
        stageTimeout: 60_000,
        ...(cached
          ? {
              resultCache: createSearchResultCache({
                cache: createMemoryCache(),
                hasher: nodeHasher,
                metrics: silentMetrics,
                logger: silentLogger,
              }),
            }
          : {}),
      }),
    [Symbol.asyncDispose]: async () => {
      await eventStore.close();
      await opened[Symbol.asyncDispose]();
    },
  };
};
type OpenSearch = Awaited<ReturnType<typeof openSearch>>;

/** The steps of a search, each measured alone on the outputs of its predecessors. */
const openSteps = async ({ database, sealer, blobs, vectors, embedder, position }: OpenSearch) => {
  const resident = createInMemoryIndex(
    { database, sealer, blobs, dictionary: createEnglishDictionary() },
    SEARCH_PROJECTION,
    GENERATION,
  );
  const started = performance.now();
  await resident.reach(position());
  const loading = performance.now() - started;
  const { lexical } = resident;
  const stored = createStoredIndex(
    { database, sealer, blobs, dictionary: createEnglishDictionary() },
    SEARCH_PROJECTION,
    GENERATION,
  );
  const opening = performance.now();
  await stored.reach(position());
  const opened = performance.now() - opening;
  const prepared = await Promise.all(
    generatedQuestions.slice(0, 64).map(async (question) => {
      const read = interpretQuery(question, lexical.vocabulary);
      const interpretation = { ...read, terms: lexicalQuery(read) };
      const vector = await embedder.embedQuery(interpretation.searchedFor);
      const dense = await vectors.search(schema, {
        vector,
        limit: candidatesPerSource,
        filters: {},
        asOf: position(),
      });
      return {
        question,
        interpretation,
        vector,
        dense,
        words: lexical.search(interpretation, candidatesPerSource, {}),
      };
    }),
  );
  let n = 0;
  const next = () => {
    const one = prepared[n++ % prepared.length];
    if (!one) throw new Error('There are no questions.');
    return one;
  };
  return {
    /** Milliseconds of a start, with all words in memory and with words in tables. */
    loading,
    opened,
    steps: {
      understanding: async () => {
        const { question } = next();
        interpretQuery(question, lexical.vocabulary);
      },
      embedding: async () => {
        await embedder.embedQuery(next().interpretation.searchedFor);
      },
      'nearest vectors': async () => {
        await vectors.search(schema, {
          vector: next().vector,
          limit: candidatesPerSource,
          filters: {},
          asOf: position(),
        });
      },
      words: async () => {
        lexical.search(next().interpretation, candidatesPerSource, {});
      },
      'words in tables': async () => {
        await stored.search([next().interpretation], candidatesPerSource, {});
      },
      ranking: async () => {
        const { interpretation, dense, words } = next();
        rankPassages({
          interpretation,
          terms: interpretation.terms,
          dense,
          lexical: words,
          passageOf: lexical.passage,
          fieldsOf: lexical.fieldsOf,
          limit: LIMIT,
        });
      },
    },
    /** The minimum of a search: one lookup by meaning and one by words. */
    lookUp: async () => {
      const { vector, interpretation } = next();
      await Promise.all([
        vectors.search(schema, { vector, limit: candidatesPerSource, filters: {}, asOf: position() }),
        lexical.search(interpretation, candidatesPerSource, {}),
      ]);
    },
    misspelled: async () => {
      interpretQuery(misspelledQuestions[n++ % misspelledQuestions.length] ?? '', lexical.vocabulary);
    },
    nonsensical: async () => {
      interpretQuery(nonsense, lexical.vocabulary);
    },
    bareNormalizing: async () => {
      normalizeQuery(next().question);
    },
  };
};

const labelled = (chunks: number): string => `${chunks.toLocaleString('en-US')} chunks`;
const shares = [
  ['p50', 0.5],
  ['p95', 0.95],
] as const;

/** The whole search, from a question to ranked passages, as the corpus grows. */
export const search: Benchmark = {
  name: 'search',
  run: async (context) => {
    const sizes = context.quick ? [200, 1_000] : [1_000, 10_000, 100_000];
    const milliseconds = context.quick ? 400 : 3_000;
    const rounds = context.quick ? 1 : 3;
    await using opened = await openSearch(context);
    const figures: Figure[] = [];
    const notes: string[] = [];
    let before: { readonly chunks: number; readonly p50: readonly number[] } | undefined;
    let n = 0;

    for (const chunks of sizes) {
      const filling = await opened.fillTo(chunks);
      const {
        loading,
        opened: opening,
        steps,
        lookUp,
        misspelled,
        nonsensical,
        bareNormalizing,
      } = await openSteps(opened);
      notes.push(
        `${labelled(chunks)}: the last of them indexed in ${(filling / 1000).toFixed(1)} s, all loaded into memory at a start in ${(loading / 1000).toFixed(1)} s`,
      );
      figures.push(
        compare({
          name: `${labelled(chunks)}, start of a node, words in tables`,
          unit: 'ms',
          measured: [opening],
          baseline: 'all words loaded into memory',
          baselineMeasured: [loading],
        }),
      );
      const uncached = opened.openKnowledgeSearch(false);
      const cached = opened.openKnowledgeSearch(true);
      const ask = (engine: typeof uncached) => async (): Promise<void> => {
        n += 1;
        const query = generatedQuestions[n % generatedQuestions.length] ?? '';
        const { results } = await engine.search({ query, filters: {}, limit: LIMIT });
        if (results.length === 0) throw new Error('A question found nothing.');
      };
      await Promise.all([uncached.warm(), cached.warm()]);

      for (const callers of [1, 50]) {
        const name = `${labelled(chunks)}, ${callers} caller${callers === 1 ? '' : 's'}`;
        // Asks every question once, so that all are cached.
        if (callers === 1) for (const _ of generatedQuestions) await ask(cached)();
        const results = await interleave(rounds, {
          lookUp: () => closedLoop(callers, milliseconds, lookUp),
          search: () => closedLoop(callers, milliseconds, ask(uncached)),
          cached: () => closedLoop(callers, milliseconds, ask(cached)),
        });
        for (const [label, share] of shares) {
          const of = (measured: typeof results.search) =>
            measured.map(({ latencies }) => percentile(latencies, share));
          figures.push(
            compare({
              name: `${name}, ${label}`,
              unit: 'ms',
              measured: of(results.search),
              baseline: 'one lookup by words and one by meaning',
              baselineMeasured: of(results.lookUp),
            }),
            compare({
              name: `${name}, remembered, ${label}`,
              unit: 'ms',
              measured: of(results.cached),
              baseline: 'the same, searched',
              baselineMeasured: of(results.search),
            }),
          );
        }
        if (callers !== 1) continue;
        const p50 = results.search.map(({ latencies }) => percentile(latencies, 0.5));
        if (before) {
          figures.push(
            compare({
              name: `growth to ${labelled(chunks)}, 1 caller, p50`,
              unit: 'ms',
              measured: p50,
              baseline: `at ${labelled(before.chunks)}`,
              baselineMeasured: before.p50,
            }),
          );
        }
        before = { chunks, p50 };
        for (const [step, work] of Object.entries(steps)) {
          const { latencies } = await closedLoop(1, milliseconds / 3, work);
          figures.push(
            compare({
              name: `${name}, ${step}`,
              unit: 'ms',
              measured: [percentile(latencies, 0.5)],
              baseline: 'the whole search',
              baselineMeasured: p50,
            }),
          );
        }
      }
      const normalizing = await interleave(rounds, {
        'a question': () => closedLoop(1, milliseconds / 3, steps.understanding),
        'a question with a slip': () => closedLoop(1, milliseconds / 3, misspelled),
        nonsense: () => closedLoop(1, milliseconds / 3, nonsensical),
        bare: () => closedLoop(1, milliseconds / 3, bareNormalizing),
      });
      const p50s = (results: typeof normalizing.bare) =>
        results.map(({ latencies }) => percentile(latencies, 0.5));
      const { bare, nonsense: senseless, ...questions } = normalizing;
      const normalized = (what: string, measured: typeof bare) =>
        ({
          name: `${labelled(chunks)}, normalizing ${what}`,
          unit: 'ms',
          measured: p50s(measured),
          baseline: 'lower case and single spaces',
          baselineMeasured: p50s(bare),
        }) as const;
      for (const [what, measured] of Object.entries(questions)) {
        figures.push(compare({ ...normalized(what, measured), aim: '0.2 ms' }));
      }
      figures.push(compare(normalized('a thousand characters of nonsense', senseless)));
    }
    return {
      figures,
      notes: [
        ...notes,
        opened.home === 'pgvector'
          ? 'vectors are compared by pgvector'
          : 'vectors are held and compared in this process',
        'in one process, without HTTP, log or answer; words of three copies of the index are in memory',
        'a step is one lookup or one call; a search makes those of its further wordings too',
      ],
    };
  },
};
