import type { Command } from 'commander';
import { z } from 'zod';
import type { IndexingJob } from '../../client/api.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import { indexingJobStatuses } from '../../domain/indexing/indexing-job-status.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { hintWhenMissing } from '../api/api-failure.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { followJobs } from '../ingest/follow-jobs.ts';
import { describeCost, describeCosts } from '../output/describe-cost.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import type { Style } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

const colourOf: Readonly<Record<IndexingJob['state'], Style>> = {
  PENDING: 'yellow',
  RUNNING: 'yellow',
  COMPLETED: 'green',
  FAILED: 'red',
  SUPERSEDED: 'dim',
};

const listShape = {
  state: z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(indexingJobStatuses))
    .optional(),
  limit: wholeNumber(1, 100_000).default(50),
  json: z.boolean().default(false),
};

/** The number of pages, and how many of them could not be read or needed OCR. */
const pagesOf = ({ pages, failedPageCount, ocrPageCount }: IndexingJob): string | null => {
  if (pages === null) return null;
  const unusual = [
    ...(failedPageCount > 0 ? [`${failedPageCount} unread`] : []),
    ...(ocrPageCount > 0 ? [`${ocrPageCount} by OCR`] : []),
  ];
  return unusual.length === 0 ? `${pages}` : `${pages} (${unusual.join(', ')})`;
};

/** The embedded chunks of all chunks. */
const chunksOf = ({ processedChunks, totalChunks }: IndexingJob): string | null =>
  totalChunks === null ? null : `${processedChunks}/${totalChunks}`;

const addList = (program: Command, { terminal, environment, signal }: CliRun): void => {
  const columns: readonly Column<IndexingJob>[] = [
    { heading: 'JOB', value: ({ jobId }) => jobId },
    { heading: 'DOC_KEY', value: ({ docKey }) => docKey },
    { heading: 'VERSION', value: ({ version }) => version, align: 'right', wide: true },
    {
      heading: 'STATE',
      value: ({ state }) => state,
      decorate: (text, { state }) => terminal.style(colourOf[state], text),
    },
    { heading: 'STAGE', value: ({ stage }) => stage, wide: true },
    { heading: 'PAGES', value: pagesOf, align: 'right', wide: true },
    { heading: 'CHUNKS', value: chunksOf, align: 'right', wide: true },
    { heading: 'COST', value: ({ costUsd }) => describeCost(costUsd), align: 'right', wide: true },
    { heading: 'RETRIES', value: ({ retryCount, maxRetries }) => `${retryCount}/${maxRetries}`, wide: true },
    { heading: 'UPDATED', value: ({ updatedAt }) => describeInstant(updatedAt), wide: true },
    {
      heading: 'REASON',
      value: ({ errorMessage, warnings }) => errorMessage ?? warnings.join(' '),
      wrap: true,
      optional: true,
    },
  ];
  program
    .command('jobs')
    .summary('list the indexing jobs')
    .description('Lists indexing jobs, newest first.')
    .option('--state <state>', `only this state: ${indexingJobStatuses.join(', ')}`)
    .option('-n, --limit <n>', 'the maximum number to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis jobs
  $ npx anamnesis jobs --state FAILED`,
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, state, limit, json } = parseOptions(command, listShape);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const { items, more } = await collectPages(limit, (page) =>
          client.page('/api/admin/kb/jobs', { query: { ...page, ...omitUndefined({ state }) } }),
        );
        if (json) terminal.print(JSON.stringify(items, null, 2));
        else if (items.length === 0) terminal.print('No jobs match.');
        else {
          terminal.print(formatTable(items, columns, terminal));
          const cost = describeCosts(items.map(({ costUsd }) => costUsd));
          if (cost !== undefined) terminal.print(`\nEmbedding cost of the listed jobs: ${cost}.`);
        }
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

const IDS_HINT = 'See "npx anamnesis jobs" for the ids.';

const parseJobId = (id: string): string => {
  const jobId = uuidSchema.safeParse(id);
  if (!jobId.success) throw usageError(`"${id}" is not the id of a job.`, IDS_HINT);
  return jobId.data;
};

const addRetry = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('retry')
    .summary('retry a failed indexing job')
    .description('Retries a failed indexing job and waits until it ends. Finished stages are not repeated.')
    .argument('<jobId>', 'the job id, as listed by "npx anamnesis jobs"')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Example:
  $ npx anamnesis retry 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d`,
    )
    .action(async (id: string, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const jobId = parseJobId(id);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const follower = await followJobs(client, signal);
        try {
          const { position } = await hintWhenMissing(
            IDS_HINT,
            client.post('/api/commands/RetryIndexing', { body: { jobId } }),
          );
          const job = await follower.follow(jobId, position, () => {});
          if (job.state === 'FAILED')
            throw new CliError(
              `The job failed again: ${plainLine(job.errorMessage ?? 'no reason was recorded')}`,
              {
                hint: job.canRetry
                  ? `You can retry it again (${job.retryCount} of ${job.maxRetries} retries used).`
                  : 'Its retries are used up. Fix the cause or the file and ingest the file again, which starts a new version.',
              },
            );
          printResult(terminal, json, job, `${job.docKey}, version ${job.version}: ${job.state}`);
        } finally {
          follower.stop();
        }
      });
    });
};

const addCancel = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('cancel')
    .summary('cancel a waiting or running indexing job')
    .description(
      'Cancels a waiting or running indexing job. The job counts as failed and can be retried; finished stages are kept.',
    )
    .argument('<jobId>', 'the job id, as listed by "npx anamnesis jobs"')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Example:
  $ npx anamnesis cancel 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d`,
    )
    .action(async (id: string, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const jobId = parseJobId(id);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const cancelled = await hintWhenMissing(
          IDS_HINT,
          client.post('/api/commands/CancelIndexing', { body: { jobId } }),
        );
        printResult(terminal, json, cancelled, `${jobId} is cancelled.`);
      });
    });
};

/** Adds `jobs`, `retry` and `cancel`. */
export const addJobCommands = (program: Command, cli: CliRun): void => {
  addList(program, cli);
  addRetry(program, cli);
  addCancel(program, cli);
};
