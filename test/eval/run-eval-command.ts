import { readFile, writeFile } from 'node:fs/promises';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { CliError, type ExitCode, exitCodes, usageError } from '../../cli/cli-error.ts';
import type { CliRun } from '../../cli/cli-run.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { AnsweredQuestion } from './answers/ask-answers.ts';
import { isCorpusName, listCorpora } from './corpora.ts';
import { type Evaluation, evaluationSchema } from './evaluation.ts';
import { findRegressions } from './find-regressions.ts';
import { notBetterThanBm25 } from './not-better-than-bm25.ts';
import { printPhiEvaluation } from './phi/print-phi-evaluation.ts';
import { runPhiEvaluation } from './phi/run-phi-evaluation.ts';
import { printAblations } from './print-ablations.ts';
import { printEvaluation } from './print-evaluation.ts';
import { printPlainBm25 } from './print-plain-bm25.ts';
import { runEvaluation } from './run-evaluation.ts';
import { runTraps } from './traps/run-traps.ts';
import { summarizeTraps } from './traps/summarize-traps.ts';
import type { Trap } from './traps/trap.ts';
import type { UnanswerableQuery } from './unanswerable/unanswerable-queries.ts';
import { withCorpusFolder } from './with-corpus-folder.ts';

type Options = {
  readonly corpus?: string;
  readonly json?: string;
  readonly answers?: string;
  readonly baseline?: string;
  readonly limitDocuments?: number;
  readonly feedback?: string;
  readonly ablations?: true;
  readonly phi?: true;
  readonly phiNotes?: string;
  readonly seed: number;
};

const count = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
};

const readBaseline = async (path: string): Promise<Evaluation> =>
  evaluationSchema.parse(JSON.parse(await readFile(path, 'utf8')));

/** Questions asked in addition to the labelled ones, for any documents; all of them by default. */
type FixedQuestions = {
  readonly traps?: readonly Trap[];
  readonly unanswerable?: readonly UnanswerableQuery[];
  /** The number of notes about invented people that are searched for PHI. */
  readonly notes?: number;
};
type EvalRun = FixedQuestions & { readonly cli: CliRun };

const evaluatePhi = async (
  folder: string | undefined,
  { seed, json, phiNotes }: Options,
  { cli: { terminal }, notes }: EvalRun,
): Promise<void> => {
  const evaluation = await runPhiEvaluation(seed, folder, { count: notes, givenNotes: phiNotes });
  printPhiEvaluation(evaluation, terminal);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(evaluation, null, 2)}\n`);
};

/** The folder, whether it is a corpus of the project, and its texts if plain BM25 is measured too. */
type Source = Pick<Parameters<typeof runEvaluation>[0], 'folder' | 'plainTexts'> & {
  readonly isOfProject: boolean;
};

const withSource = async <Result>(
  folder: string | undefined,
  corpus: string | undefined,
  work: (source: Source) => Promise<Result>,
): Promise<Result> => {
  if (folder !== undefined && corpus === undefined) return work({ folder, isOfProject: false });
  const there = `The project has these corpora:\n${listCorpora()}`;
  if (corpus === undefined)
    throw usageError('Name a folder with documents and a queries.jsonl, or a corpus by --corpus.', there);
  if (folder !== undefined)
    throw usageError('A folder and a corpus are measured one after the other.', there);
  if (!isCorpusName(corpus)) throw usageError(`There is no corpus ${corpus}.`, there);
  return withCorpusFolder(corpus, (made) => work({ ...made, isOfProject: true }));
};

/** Measures a source and prints the results; returns its shortcomings. */
const evaluate = async (
  { isOfProject, ...source }: Source,
  options: Options,
  { cli, traps: askedTraps, unanswerable }: EvalRun,
): Promise<readonly string[]> => {
  const { terminal, environment, signal } = cli;
  // Read first, so that a wrong file name does not surface after minutes.
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline);
  let answers: readonly AnsweredQuestion[] = [];
  const measured = await runEvaluation({
    ...source,
    limitDocuments: options.limitDocuments,
    feedback: options.feedback,
    ablations: options.ablations === true,
    unanswerable,
    onAnswers: (given) => {
      answers = given;
    },
    terminal,
    environment,
    signal,
  });
  // Traps have their own documents: their result is the same for every corpus.
  const traps = isOfProject ? undefined : [...summarizeTraps(await runTraps(askedTraps))];
  const evaluation: Evaluation = { ...measured, ...omitUndefined({ traps }) };
  printEvaluation(evaluation, baseline, terminal);
  if (evaluation.plainBm25) printPlainBm25(evaluation, terminal);
  if (evaluation.ablations) printAblations(evaluation.ablations, terminal);
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(evaluation, null, 2)}\n`);
  if (options.answers !== undefined)
    await writeFile(options.answers, answers.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const regressions = baseline === undefined ? [] : findRegressions(evaluation, baseline);
  return [...regressions, ...notBetterThanBm25(evaluation)];
};

const createEvalProgram = ({ terminal }: CliRun): Command =>
  new Command('npm run eval --')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.results.write(text),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .description(
      'Ingests a folder of documents into a fresh server and measures how well questions find them.',
    )
    .argument('[folder]', 'holds the documents and queries.jsonl')
    .option('--corpus <name>', 'take documents that come with the project in place of a folder')
    .option('--json <file>', 'write all figures there')
    .option('--answers <file>', 'write the answers there, one a line, to be read')
    .option('--baseline <file>', 'compare with figures written before; exit 1 if an overall one is worse')
    .option('--limit-documents <n>', 'take only the first documents, for a quick look', count)
    .option(
      '--feedback <file>',
      'ask also what people judged, of `npx anamnesis feedback export`: what helped should be found, what was wrong or outdated not',
    )
    .option('--ablations', 'also take each part of retrieval away in turn, and show what it is worth')
    .option(
      '--phi',
      'measure the detector of PHI instead, on notes about invented people and questions about no person',
    )
    .option(
      '--phi-notes <file>',
      'with --phi, measure also labelled notes of that file, in the format of presidio-research',
    )
    .option('--seed <n>', 'of the invented people', count, 1)
    .addHelpText(
      'after',
      `
Corpora of the project:
${listCorpora()}

Examples:
  $ npm run eval -- --corpus hospital-texts
  $ npm run eval -- --corpus source-signals --ablations
  $ npm run eval -- ../shared/corpus/la-county --json figures.json
  $ npm run eval -- ../protocols --ablations
  $ npm run eval -- --phi
  $ npm run eval -- ../protocols --feedback feedback.ndjson --baseline figures.json`,
    );

/** Runs one evaluation and returns its exit code: 1 after a failure or a result below expectations. */
export const runEvalCommand = async (
  words: readonly string[],
  cli: CliRun,
  fixed: FixedQuestions = {},
): Promise<ExitCode> => {
  const { terminal } = cli;
  try {
    let complaints: readonly string[] = [];
    await createEvalProgram(cli)
      .action(async (folder: string | undefined, options: Options) => {
        if (options.phi) await evaluatePhi(folder, options, { ...fixed, cli });
        else
          complaints = await withSource(folder, options.corpus, (source) =>
            evaluate(source, options, { ...fixed, cli }),
          );
      })
      .parseAsync(words, { from: 'user' });
    for (const complaint of complaints) terminal.note(complaint);
    return complaints.length > 0 ? exitCodes.failed : exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
    terminal.note(error instanceof Error ? error.message : 'The evaluation failed.');
    if (error instanceof CliError && error.hint !== undefined) terminal.note(error.hint);
    return exitCodes.failed;
  }
};
