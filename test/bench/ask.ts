import { askQuery } from '../../commands/ask-query.ts';
import { lexicalQuery } from '../../domain/retrieval/lexical/lexical-query.ts';
import { interpretQuery } from '../../domain/retrieval/query/interpret-query.ts';
import { candidatesPerSource } from '../../domain/retrieval/ranking/rank-passages.ts';
import { createLocalEmbedder } from '../../infra/models/embedding/local-embedder.ts';
import { createEnglishDictionary } from '../../infra/reading/language/english-dictionary.ts';
import { createInMemoryVectorIndex } from '../../infra/search/vector-index/in-memory-vector-index.ts';
import { createPgvectorIndex } from '../../infra/search/vector-index/pgvector-index.ts';
import { generationSchema } from '../../projections/runner/projection-definition.ts';
import { createInMemoryIndex } from '../../projections/search/in-memory-index.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { closedLoop } from './harness/closed-loop.ts';
import { compare } from './harness/compare.ts';
import { generatedQuestions } from './harness/generated-protocols.ts';
import { interleave } from './harness/interleave.ts';
import { type BenchApplication, openBenchApplication } from './harness/open-bench-application.ts';
import { publishGenerated } from './harness/publish-generated.ts';
import { percentile } from './harness/statistics.ts';

const LIMIT = 5;

/** Only the two lookups, over the same tables: the question is interpreted and embedded beforehand. */
const openBareSearch = async ({ application }: BenchApplication) => {
  const { database, http, vectorBackend } = application;
  const { generation, position } = await http.readModels.locate(SEARCH_PROJECTION);
  const { lexical, reach } = createInMemoryIndex(
    {
      database,
      dictionary: createEnglishDictionary(),
      sealer: application.sealer,
      blobs: http.commandServices.blobs,
    },
    SEARCH_PROJECTION,
    generation,
  );
  await reach(position);
  const vectors =
    vectorBackend === 'pgvector' ? createPgvectorIndex(database) : createInMemoryVectorIndex(database);
  const embedder = createLocalEmbedder();
  const prepared = await Promise.all(
    generatedQuestions.map(async (question) => {
      const interpretation = interpretQuery(question, lexical.vocabulary);
      const terms = lexicalQuery(interpretation);
      return {
        interpretation: { ...interpretation, terms },
        vector: await embedder.embedQuery(interpretation.searchedFor),
      };
    }),
  );
  const schema = generationSchema(SEARCH_PROJECTION, generation);
  let n = 0;
  return async (): Promise<void> => {
    const question = prepared[n++ % prepared.length];
    if (!question) throw new Error('There are no questions.');
    await Promise.all([
      vectors.search(schema, {
        vector: question.vector,
        limit: candidatesPerSource,
        filters: {},
        asOf: position,
      }),
      lexical.search(question.interpretation, candidatesPerSource, {}),
    ]);
  };
};

/** Questions over 10,000 chunks: through command, log, orchestrator and back, and the search alone. */
export const ask: Benchmark = {
  name: 'ask',
  run: async (context) => {
    const { quick } = context;
    const milliseconds = quick ? 500 : 5000;
    const rounds = quick ? 1 : 3;
    const chunks = quick ? 500 : 10_000;
    await using opened = await openBenchApplication(context, publishGenerated(chunks));
    const { commandServices, search, readModels, eventStore } = opened.application.http;
    await readModels.locate(SEARCH_PROJECTION, await eventStore.head());

    let n = 0;
    let asked = 0;
    let unanswered = 0;
    // A number makes every question unique, because cached answers would measure the cache.
    const nextQuestion = (): string => {
      n += 1;
      return `${generatedQuestions[n % generatedQuestions.length] ?? ''} Case ${n}.`;
    };
    const askAndWait = async (): Promise<void> => {
      asked += 1;
      const input = askQuery.input.parse({ question: nextQuestion(), limit: LIMIT });
      const outcome = await askQuery.handle(input, opened.commandContext(), commandServices, undefined);
      const end = await askQuery.process?.awaitEnd(outcome, commandServices, AbortSignal.timeout(60_000));
      if (end?.status !== 'answered') unanswered += 1;
    };
    const searchAlone = async (): Promise<void> => {
      await search.search({ query: nextQuestion(), filters: {}, limit: LIMIT });
    };
    const lookUp = await openBareSearch(opened);
    let failedLookups = 0;
    // A lookup that finds no free connection in time counts, with the time until it failed.
    const searchBare = (): Promise<void> =>
      lookUp().catch(() => {
        failedLookups += 1;
      });

    const figures: Figure[] = [];
    for (const callers of [1, 50]) {
      for (const call of [askAndWait, searchAlone, searchBare]) await closedLoop(callers, 100, call);
      const results = await interleave(rounds, {
        bare: () => closedLoop(callers, milliseconds, searchBare),
        search: () => closedLoop(callers, milliseconds, searchAlone),
        ask: () => closedLoop(callers, milliseconds, askAndWait),
      });
      for (const [name, measured] of [
        ['AskQuery and wait', results.ask],
        ['search alone', results.search],
      ] as const) {
        for (const [label, share] of [
          ['p50', 0.5],
          ['p95', 0.95],
        ] as const) {
          figures.push(
            compare({
              name: `${name}, ${callers} caller${callers === 1 ? '' : 's'}, ${label}`,
              unit: 'ms',
              measured: measured.map(({ latencies }) => percentile(latencies, share)),
              baseline: 'one lexical and one vector lookup, no log',
              baselineMeasured: results.bare.map(({ latencies }) => percentile(latencies, share)),
            }),
          );
        }
      }
      figures.push(
        compare({
          name: `AskQuery and wait, ${callers} caller${callers === 1 ? '' : 's'}`,
          unit: '/s',
          measured: results.ask.map(({ perSecond }) => perSecond),
          baseline: 'one lexical and one vector lookup, no log',
          baselineMeasured: results.bare.map(({ perSecond }) => perSecond),
        }),
      );
    }
    return {
      figures,
      notes: [
        `${chunks.toLocaleString('en-US')} chunks; ${unanswered} of ${asked.toLocaleString('en-US')} questions were not answered; ${failedLookups} lookups of the baseline failed`,
        opened.application.vectorBackend === 'pgvector'
          ? 'vectors are compared by pgvector'
          : 'vectors are held and compared in this process',
        'through the command handler in process, without HTTP; the baseline keeps a second copy of the word index in memory',
      ],
    };
  },
};
