/**
 * Searches many vectors, exactly and by a graph, with the recall of the graph. On PGlite: vectors in memory, and in
 * Qdrant if TEST_QDRANT_URL is set. On a server: pgvector. The vectors are clustered in topics, like those of passages.
 */
import { meanOf, recallOf } from '../../domain/retrieval/dense/recall.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../../domain/retrieval/vector-hit.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { createInMemoryVectorIndex } from '../../infra/search/vector-index/in-memory-vector-index.ts';
import { createPgvectorIndex, enablePgvector } from '../../infra/search/vector-index/pgvector-index.ts';
import { chooseQdrant } from '../../infra/search/vector-index/qdrant/qdrant-configuration.ts';
import { connectToQdrant } from '../../infra/search/vector-index/qdrant/qdrant-connection.ts';
import { createQdrantIndex } from '../../infra/search/vector-index/qdrant/qdrant-index.ts';
import type { VectorSearchConfiguration } from '../../infra/search/vector-index/vector-search-configuration.ts';
import type { Database } from '../../ports/database.ts';
import { silentLogger } from '../../ports/logger.ts';
import type { SearchPrecision, VectorIndex } from '../../ports/vector-index.ts';
import { generatedVectors } from '../support/generated-vectors.ts';
import { givenVectorPoint } from '../support/given-vector-point.ts';
import type { Benchmark, BenchmarkContext, Figure } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { percentile } from './harness/statistics.ts';

const DIMENSIONS = 384;
const LIMIT = 40;
const QUESTIONS = 40;
const IN_DOCUMENT = 500;
const G1 = 'search_g1';
const configuration: VectorSearchConfiguration = {
  policy: { exactUpTo: 1000, leastRecall: 0.95, ef: 128 },
  graph: { m: 16, efConstruct: 128 },
  everyMs: 3_600_000,
  buildMemory: 1024,
  buildTimeoutMs: 3_600_000,
};
const never = new AbortController().signal;

type Opened = { readonly name: string; readonly index: VectorIndex; readonly dispose: () => Promise<void> };

const openIndexes = async (database: Database, { choice }: BenchmarkContext): Promise<readonly Opened[]> => {
  if (choice.kind === 'PostgreSQL') {
    if (!(await enablePgvector(database))) return [];
    return [
      { name: 'pgvector', index: createPgvectorIndex(database, configuration), dispose: async () => {} },
    ];
  }
  const memory = { name: 'memory', index: createInMemoryVectorIndex(database), dispose: async () => {} };
  const qdrant = chooseQdrant({ QDRANT_URL: process.env.TEST_QDRANT_URL });
  if (!qdrant.ok || !qdrant.value) return [memory];
  const namespace = `bench_${process.pid}`;
  const connection = connectToQdrant(qdrant.value);
  const index = createQdrantIndex({
    connection,
    namespace,
    leavesThePremises: false,
    hasher: nodeHasher,
    logger: silentLogger,
    vectorSearch: configuration,
  });
  return [memory, { name: 'Qdrant', index, dispose: () => index.keepGenerations([]) }];
};

const fill = async (
  database: Database,
  index: VectorIndex,
  vectors: readonly Float32Array[],
): Promise<void> => {
  for (let from = 0; from < vectors.length; from += IN_DOCUMENT) {
    const points = vectors.slice(from, from + IN_DOCUMENT).map((vector, n) =>
      givenVectorPoint(`d${from}@1#${n}`, vector, {
        stateCode: (from + n) % 100 === 7 ? 'NV' : 'CA',
        agency: n % 2 === 0 ? 'LA' : 'NY',
      }),
    );
    await database.transaction((session) => index.putDocument(session, G1, `d${from}`, points), {
      timeout: 'long',
      durable: 'with-next',
    });
  }
};

const askAll = async (
  index: VectorIndex,
  questions: readonly Float32Array[],
  filters: SearchFilters,
  precision: SearchPrecision,
): Promise<{ readonly latencies: readonly number[]; readonly hits: readonly (readonly VectorHit[])[] }> => {
  const latencies: number[] = [];
  const hits: (readonly VectorHit[])[] = [];
  for (const question of questions) {
    const started = performance.now();
    hits.push(await index.search(G1, { vector: question, limit: LIMIT, filters, precision }));
    latencies.push(performance.now() - started);
  }
  return { latencies, hits };
};

const measure = async (
  { name, index }: Opened,
  vectors: number,
  rounds: number,
): Promise<readonly Figure[]> => {
  const questions = generatedVectors(QUESTIONS, DIMENSIONS, { seed: 99, topics: 500 });
  const figures: Figure[] = [];
  for (const [label, filters] of [
    ['', {}],
    [', a half passes the filter', { agency: ['LA'] }],
    [', a hundredth passes the filter', { stateCode: ['NV'] }],
  ] satisfies readonly (readonly [string, SearchFilters])[]) {
    const { graph, exact } = await interleave(rounds, {
      graph: () => askAll(index, questions, filters, { ef: 128 }),
      exact: () => askAll(index, questions, filters, 'exact'),
    });
    const what = `${vectors.toLocaleString('en-US')} vectors in ${name}${label}`;
    for (const [share, of] of [
      ['p50', 0.5],
      ['p95', 0.95],
    ] as const)
      figures.push(
        compare({
          name: `${what}, ${share}`,
          unit: 'ms',
          measured: graph.map(({ latencies }) => percentile(latencies, of)),
          baseline: 'every vector compared',
          baselineMeasured: exact.map(({ latencies }) => percentile(latencies, of)),
        }),
      );
    const truth = exact[0]?.hits ?? [];
    figures.push(
      compare({
        name: `${what}, recall@${LIMIT}`,
        unit: '',
        measured: graph.map(({ hits }) => meanOf(hits.map((one, at) => recallOf(one, truth[at] ?? [])))),
        baseline: 'every vector compared',
        baselineMeasured: [1],
        aim: '0.95',
      }),
    );
  }
  return figures;
};

export const vectorSearch: Benchmark = {
  name: 'vectors',
  run: async (context) => {
    const sizes = context.quick ? [2_000] : [10_000, 100_000];
    await using opened = await openBenchDatabase(context);
    const { database } = opened;
    const figures: Figure[] = [];
    const notes: string[] = [];
    for (const one of await openIndexes(database, context)) {
      for (const size of sizes) {
        await database.query(`drop schema if exists ${G1} cascade`);
        await database.query(`create schema ${G1}`);
        await database.transaction((session) => one.index.createGeneration(session, G1, DIMENSIONS));
        const began = performance.now();
        await fill(database, one.index, generatedVectors(size, DIMENSIONS, { topics: 500 }));
        const filled = performance.now();
        await one.index.approximate?.tend(G1, never);
        const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
        notes.push(
          `${size.toLocaleString('en-US')} vectors in ${one.name}: filled in ${seconds(began, filled)} s${one.index.approximate ? `, graph made in ${seconds(filled, performance.now())} s` : '; there is no graph, both columns compare every vector'}`,
        );
        figures.push(...(await measure(one, size, context.quick ? 1 : 3)));
      }
      await one.dispose();
    }
    return {
      figures,
      notes: [...notes, `${DIMENSIONS} dimensions, in topics; one caller; m 16, ef_construct 128, ef 128`],
    };
  },
};
