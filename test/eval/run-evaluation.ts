import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import type { Application } from '../../app/create-application.ts';
import { startServer } from '../../app/start-server.ts';
import { openClient } from '../../cli/api/open-client.ts';
import { usageError } from '../../cli/cli-error.ts';
import type { Environment } from '../../cli/environment.ts';
import { type IngestOutcome, ingestFiles } from '../../cli/ingest/ingest-files.ts';
import { showIngestProgress } from '../../cli/ingest/ingest-progress.ts';
import { planIngest } from '../../cli/ingest/plan-ingest.ts';
import type { PlannedFile } from '../../cli/ingest/planned-file.ts';
import { waitUntilSearchable } from '../../cli/ingest/wait-until-searchable.ts';
import type { Terminal } from '../../cli/output/terminal.ts';
import { createCliTokens } from '../../cli/sign-cli-token.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { readProgramVersion } from '../../infra/installation/read-program-version.ts';
import { placeMigratedDatabase } from '../support/new-database.ts';
import { ablate } from './ablate.ts';
import { type AnsweredQuestion, createAnswerJudge } from './answers/ask-answers.ts';
import { sumModels } from './answers/model-answers.ts';
import { summarizeAnswers } from './answers/summarize-answers.ts';
import type { Ablation, Evaluation } from './evaluation.ts';
import { feedbackQueries, readLabelledPairs } from './feedback-queries.ts';
import { type LabelledQuery, readLabelledQueries } from './labelled-queries.ts';
import { createPlainBm25, type PlainText } from './plain-bm25/plain-bm25.ts';
import { type ScoredQuery, scoreQuery, summarizeQueries } from './summarize-queries.ts';
import { askUnanswerable } from './unanswerable/ask-unanswerable.ts';
import { summarizeCertainty } from './unanswerable/summarize-certainty.ts';
import type { UnanswerableQuery } from './unanswerable/unanswerable-queries.ts';

type EvaluationOptions = {
  /** Contains the documents and `queries.jsonl`. */
  readonly folder: string;
  /** Limits the run to the first documents by name, for a quick look. */
  readonly limitDocuments: number | undefined;
  /** An export of feedback, which adds questions. */
  readonly feedback: string | undefined;
  /** Whether to repeat the questions without each part of retrieval. */
  readonly ablations: boolean;
  /** The texts of the documents, for asking plain BM25 the same questions; absent when unavailable. */
  readonly plainTexts?: readonly PlainText[];
  /** Receives the answers themselves, which the figures exclude. */
  readonly onAnswers?: (answers: readonly AnsweredQuestion[]) => void;
  /** The questions that no document answers; all of the project by default. */
  readonly unanswerable?: readonly UnanswerableQuery[] | undefined;
  readonly terminal: Terminal;
  readonly environment: Environment;
  readonly signal: AbortSignal;
};

/** Enough passages to include ten different documents. */
const RESULTS = 50;
const CONCURRENCY = 5;

const planDocuments = async ({ folder, limitDocuments }: EvaluationOptions) => {
  const { files, rejected } = await planIngest([folder], {
    keyFromPath: true,
    metadata: {
      sourceType: 'protocol',
      specialty: ['emergency_medicine'],
      agency: basename(resolve(folder)),
    },
  });
  return {
    files: files.slice(0, limitDocuments),
    rejected,
  };
};

/** The questions that the documents can answer; all of them unless the documents were limited. */
const answerable = (
  queries: readonly LabelledQuery[],
  files: readonly PlannedFile[],
): readonly LabelledQuery[] => {
  const names = new Set(files.map(({ fileName }) => fileName));
  return queries.flatMap((query) => {
    const relevant = query.relevant.filter(({ file }) => names.has(file));
    const unwanted = query.unwanted.filter((file) => names.has(file));
    const isAsked = relevant.length + unwanted.length > 0 || query.absent !== undefined;
    return isAsked ? [{ ...query, relevant, unwanted }] : [];
  });
};

/** The questions derived from feedback, if any; reports unusable judgements. */
const questionsOfFeedback = async (
  { feedback, terminal }: EvaluationOptions,
  files: readonly PlannedFile[],
): Promise<readonly LabelledQuery[]> => {
  if (feedback === undefined) return [];
  const { queries, leftOut } = feedbackQueries(await readLabelledPairs(feedback), files);
  const { withoutDocument, unknownDocument, contradicted } = leftOut;
  terminal.note(`Questions from feedback: ${queries.length}.`);
  const remarks: readonly (readonly [string, number])[] = [
    ['judgements of an answer as a whole, which do not say what to find', withoutDocument],
    ['judgements of documents that are not in the folder', unknownDocument],
    ['documents that people disagree about, for one question', contradicted],
  ];
  for (const [remark, times] of remarks) if (times > 0) terminal.note(`Left out: ${times} × ${remark}.`);
  return queries;
};

/** Settings that determine the results: an evaluation measures the configuration, on its own data. */
const measuredSetting =
  /^(?:EMBEDDING_|RERANK_|TRANSFORMERS_|OPENAI_API_KEY$|INDEXING_CONCURRENCY$|SEARCH_TIMEOUT_MS$|LEXICAL_INDEX$)/;
const measuredSettings = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => measuredSetting.test(name)));

/** Runs work on a new server with its own data directory; unconfigured components are embedded. */
const withFreshServer = async <Result>(
  { environment, signal }: Pick<EvaluationOptions, 'environment' | 'signal'>,
  work: (client: ApiClient, application: Application) => Promise<Result>,
): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-eval-'));
  try {
    await placeMigratedDatabase(dataDir);
    const configuration = readConfiguration({
      ...measuredSettings(environment),
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      // Requests follow each other without a pause.
      RATE_LIMIT_SEARCHES: '0',
      RATE_LIMIT_QUESTIONS: '0',
    });
    const server = await startServer({ configuration, version: await readProgramVersion() });
    try {
      const token = createCliTokens(server.application.dataDirectory.tokenSecret);
      return await work(openClient({ url: server.url, token }, signal), server.application);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const runQueries = async (
  client: ApiClient,
  queries: readonly LabelledQuery[],
  answers: Awaited<ReturnType<typeof createAnswerJudge>>,
  terminal: Terminal,
) => {
  const bar = terminal.bars
    ? new SingleBar({ stream: terminal.bars, format: 'Asking    {bar} {percentage} %  {value} of {total}' })
    : undefined;
  bar?.start(queries.length, 0);
  const scored: ScoredQuery[] = [];
  const milliseconds: number[] = [];
  try {
    for (const labelled of queries) {
      const started = performance.now();
      const { query, filters } = labelled;
      const { results, warnings } = await client.post('/api/search', {
        body: { query, limit: RESULTS, filters },
      });
      milliseconds.push(performance.now() - started);
      const answered = await answers.ask(labelled);
      scored.push({ ...scoreQuery(labelled, results, warnings), ...omitUndefined({ answered }) });
      bar?.increment();
    }
  } finally {
    bar?.stop();
  }
  const sorted = milliseconds.sort((one, other) => one - other);
  return { scored, search: { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) } };
};

const reportOf = (scored: ScoredQuery): Evaluation['queries'][number] => {
  const { id, category, files, scores, pageFound, answerFound, avoided, answered, absenceSaid } = scored;
  return {
    id,
    category,
    files: [...files],
    ...(scores === undefined
      ? {}
      : { successAt1: scores.successAt1, recallAt10: scores.recallAt10, ndcgAt10: scores.ndcgAt10 }),
    ...omitUndefined({
      pageFound,
      answerFound,
      avoided,
      absenceSaid,
      citedFirst: answered?.first,
      cited: answered?.any,
    }),
  };
};

/** The results of plain BM25 over whole texts, judged like the full search. */
const askPlainBm25 = (
  queries: readonly LabelledQuery[],
  texts: readonly PlainText[] | undefined,
  files: readonly PlannedFile[],
): Evaluation['plainBm25'] => {
  if (texts === undefined) return undefined;
  const taken = new Set(files.map(({ fileName }) => fileName));
  const search = createPlainBm25(texts.filter(({ fileName }) => taken.has(fileName)));
  const scored = queries.map((labelled) => scoreQuery(labelled, search(labelled.query, RESULTS)));
  return { figures: summarizeQueries(scored), queries: scored.map(reportOf) };
};

const runAblations = async (
  application: Application,
  queries: readonly LabelledQuery[],
  { terminal, signal }: EvaluationOptions,
): Promise<readonly Ablation[]> => {
  const bar = terminal.bars
    ? new SingleBar({ stream: terminal.bars, format: 'Ablating  {bar} {percentage} %  {value} of {total}' })
    : undefined;
  bar?.start(1, 0);
  try {
    return await ablate({
      application,
      queries,
      limit: RESULTS,
      signal,
      onProgress: (done, all) => {
        bar?.setTotal(all);
        bar?.update(done);
      },
    });
  } finally {
    bar?.stop();
  }
};

const sumOf = (outcomes: readonly IngestOutcome[], pick: (one: IngestOutcome) => number | undefined) =>
  outcomes.reduce((sum, one) => sum + (pick(one) ?? 0), 0);

/** The questions of a folder; rejects with a remedy when there are none. */
const labelledQueriesIn = async (folder: string): Promise<readonly LabelledQuery[]> => {
  const path = join(folder, 'queries.jsonl');
  if (!existsSync(path))
    throw usageError(`There is no queries.jsonl in ${folder}.`, 'docs/testing.md shows a line of it.');
  return readLabelledQueries(path);
};

/**
 * Ingests the documents of a folder over HTTP into a new server, searches for every labelled question, and measures how
 * well the right documents are found.
 */
export const runEvaluation = async (options: EvaluationOptions): Promise<Evaluation> => {
  const { folder, terminal, signal } = options;
  const { files, rejected } = await planDocuments(options);
  const queries = [
    ...answerable(await labelledQueriesIn(folder), files),
    ...(await questionsOfFeedback(options, files)),
  ];
  return withFreshServer(options, async (client, application) => {
    const progress = showIngestProgress(files, terminal);
    const started = performance.now();
    const outcomes = await ingestFiles({
      client,
      files,
      concurrency: CONCURRENCY,
      signal,
      listener: progress,
    }).finally(progress.stop);
    const seconds = (performance.now() - started) / 1000;
    signal.throwIfAborted();
    if (!(await waitUntilSearchable(client, signal))) throw new Error('The search index did not catch up.');
    const collection = basename(resolve(folder));
    const judge = await createAnswerJudge(client, application.http.search, collection);
    const { scored, search } = await runQueries(client, queries, judge, terminal);
    options.onAnswers?.(judge.answered);
    const unanswerable = await askUnanswerable(
      (query, limit) => client.post('/api/search', { body: { query, limit } }),
      signal,
      options.unanswerable,
    );
    const ablations = options.ablations ? await runAblations(application, queries, options) : undefined;
    const { inUse } = await client.get('/api/admin/embedding');
    const answers = summarizeAnswers(scored);
    const pages = sumOf(outcomes, (one) => one.pages);
    return {
      collection,
      documents: files.length + rejected.length,
      failed: [
        ...rejected.map(({ label, reason }) => ({ file: label, reason })),
        ...outcomes.flatMap(({ file, state, reason }) =>
          state === 'COMPLETED' ? [] : [{ file: file.label, reason: reason ?? state }],
        ),
      ],
      pages,
      chunks: sumOf(outcomes, (one) => one.chunks),
      ingestion: { seconds, pagesPerSecond: pages / seconds },
      search,
      ...(inUse ? { embeddingModel: inUse.name } : {}),
      ...omitUndefined({ answers }),
      ...(judge.models.length === 0 ? {} : { models: sumModels(judge.models) }),
      certainty: summarizeCertainty(
        unanswerable,
        scored.filter(({ scores }) => scores !== undefined),
      ),
      figures: summarizeQueries(scored),
      ...(ablations ? { ablations: [...ablations] } : {}),
      ...omitUndefined({ plainBm25: askPlainBm25(queries, options.plainTexts, files) }),
      queries: scored.map(reportOf),
    };
  });
};
