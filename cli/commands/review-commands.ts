import type { Command } from 'commander';
import { z } from 'zod';
import type { Review, ReviewDetails } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import { reviewVerdicts } from '../../domain/consultation/review/review-events.ts';
import { reviewIdSchema } from '../../domain/consultation/review/review-id.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { hintWhenMissing } from '../api/api-failure.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { describeReason } from '../output/describe-reason.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import { outputFile, writeExport } from '../output/write-export.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { QUESTIONS_HINT, questionId } from './question-id.ts';
import { addReason, reasonShape } from './reason-option.ts';

const { kind: kinds, state: states } = choices.listReviews;

const columns: readonly Column<Review>[] = [
  { heading: 'REVIEW', value: ({ reviewId }) => reviewId },
  { heading: 'WHY', value: ({ causes }) => causes.map(describeReason).join(', '), wrap: true },
  { heading: 'ASKED BY', value: ({ askedBy }) => askedBy, wide: true },
  { heading: 'SINCE', value: ({ openedAt }) => describeInstant(openedAt), wide: true },
  { heading: 'VERDICT', value: ({ verdict }) => verdict, optional: true },
  { heading: 'BY', value: ({ resolvedBy }) => resolvedBy, optional: true, wide: true },
];

const idOf = (text: string): string => {
  const id = reviewIdSchema.safeParse(text);
  if (!id.success)
    throw usageError(`"${text}" is not the id of a review.`, 'See "npx anamnesis reviews list" for the ids.');
  return id.data;
};

const addList = (reviews: Command, { terminal, environment, signal }: CliRun): void => {
  reviews
    .command('list')
    .summary('list the reviews')
    .description(
      'Lists the cases to review: disputed PHI detections, detectors that did not answer, and answers that were blocked or lost many sentences. The questions themselves are not shown.',
    )
    .option('--kind <kind>', `only ${kinds.join(' or ')}`)
    .option('--state <state>', `only ${states.join(' or ')} (default: open)`)
    .option('-n, --limit <n>', 'the maximum number to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis reviews list --kind phi')
    .action(async (_options: unknown, command: Command) => {
      const { url, kind, state, limit, json } = parseOptions(command, {
        kind: z.enum(kinds).optional(),
        state: z.enum(states).default('open'),
        limit: wholeNumber(1, 100_000).default(50),
        json: z.boolean().default(false),
      });
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const { items, more } = await collectPages(limit, (page) =>
          client.page('/api/reviews', { query: { ...page, state, ...omitUndefined({ kind }) } }),
        );
        if (json) terminal.print(JSON.stringify(items, null, 2));
        else if (items.length === 0) terminal.print('There is nothing to review.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

const sentencesOf = (review: ReviewDetails): string =>
  [
    ['Question', review.question],
    [
      'Found',
      review.findings.map(({ kind, text, confidence }) => `${kind} "${text}" (${confidence})`).join(', '),
    ],
    ['Detected', review.kinds.join(', ')],
    ['By', review.detector],
    ['Asker says', review.comment],
    ['Answer', review.answer],
    ...review.drafts.map((draft) => ['A model wrote', draft] as const),
    ...review.struck.map(({ sentence, because }) => ['Struck', `${sentence} (${because})`] as const),
    ['Failed', review.failure],
    ['Verdict', review.verdict === null ? null : `${review.verdict}, by ${review.resolvedBy ?? ''}`],
    ['Reason', review.reason],
  ]
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const addShow = (reviews: Command, { terminal, environment, signal }: CliRun): void => {
  addReason(reviews.command('show'), true)
    .summary('show a review with its question')
    .description('Shows a review with its question. Your access is recorded, with the reason.')
    .argument('<reviewId>', 'the review, as listed by "npx anamnesis reviews list"')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis reviews show phi-0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --reason "queue"',
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const { url, reason, json } = parseOptions(command, {
        reason: reasonShape,
        json: z.boolean().default(false),
      });
      const id = idOf(text);
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, async (client) => {
        const review = await client.get('/api/reviews/{reviewId}', { path: { reviewId: id } });
        printResult(terminal, json, review, sentencesOf(review));
      });
    });
};

const addResolve = (reviews: Command, { terminal, environment, signal }: CliRun): void => {
  reviews
    .command('resolve')
    .summary('record a verdict')
    .description(
      'Records whether the system acted correctly. The answer that was given stays as it is. You cannot review your own question.',
    )
    .argument('<reviewId>', 'the review, as listed by "npx anamnesis reviews list"')
    .argument('<verdict>', reviewVerdicts.join(' or '))
    .requiredOption('--because <text>', 'the reason, for the record')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis reviews resolve phi-0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d false_alarm --because "an eponym"',
    )
    .action(async (text: string, word: string, _options: unknown, command: Command) => {
      const { url, because, json } = parseOptions(command, {
        because: z.string().trim().min(3).max(2000),
        json: z.boolean().default(false),
      });
      const reviewId = idOf(text);
      const verdict = z.enum(reviewVerdicts).safeParse(word);
      if (!verdict.success)
        throw usageError(`"${word}" is not a verdict.`, `Use ${reviewVerdicts.join(' or ')}.`);
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const given = { reviewId, verdict: verdict.data, reason: because };
        const recorded = await client.post('/api/commands/ResolveReview', { body: given });
        printResult(terminal, json, { ...given, ...recorded }, 'The verdict is recorded.');
      });
    });
};

const addDispute = (reviews: Command, { terminal, environment, signal }: CliRun): void => {
  reviews
    .command('dispute')
    .summary('report that your question contained no PHI')
    .description(
      'Reports that the text detected in your question does not identify anyone. Compliance reviews it; the answer stays as it is.',
    )
    .argument('<queryId>', 'the id of the question, as "ask" shows it below the answer')
    .option('--comment <text>', 'what the detector mistook for PHI; as confidential as the question')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis reviews dispute 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --comment "a burn chart"',
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const { url, comment, json } = parseOptions(command, {
        comment: z.string().trim().min(1).max(1000).optional(),
        json: z.boolean().default(false),
      });
      const queryId = questionId(text);
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const recorded = await hintWhenMissing(
          QUESTIONS_HINT,
          client.post('/api/commands/DisputePhiDetection', {
            body: { queryId, ...omitUndefined({ comment }) },
          }),
        );
        printResult(terminal, json, recorded, 'Your dispute is recorded and will be reviewed.');
      });
    });
};

const addExport = (reviews: Command, { terminal, environment, signal }: CliRun): void => {
  addReason(reviews.command('export'), true)
    .summary('export PHI detections with their verdicts')
    .description(
      'Writes PHI detections with their questions and verdicts, one JSON object per line, for tuning. The export is recorded.',
    )
    .option('-o, --output <file>', 'a file (default: standard output)')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis reviews export --reason "tuning" --output verdicts.ndjson',
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, reason, output } = parseOptions(command, {
        reason: reasonShape,
        output: outputFile.optional(),
      });
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, (client) =>
        writeExport(client.download('/api/reviews/export'), output, terminal, signal),
      );
    });
};

/** Adds `reviews list`, `show`, `resolve`, `dispute` and `export`. */
export const addReviewCommands = (program: Command, cli: CliRun): void => {
  const reviews = program.command('reviews').description('dispute and review withheld answers');
  addList(reviews, cli);
  addShow(reviews, cli);
  addResolve(reviews, cli);
  addDispute(reviews, cli);
  addExport(reviews, cli);
};
