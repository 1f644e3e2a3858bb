import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Reindexing } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { hintWhenMissing } from '../api/api-failure.ts';
import { CliError, exitCodes, interrupted, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describePlan, explainNothingDue } from '../output/describe-reindexing.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { printResult } from '../output/print-result.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { collect, parseOptions } from './parse-options.ts';

type ReindexingRun = NonNullable<Reindexing['run']>;

const POLL_MS = 250;

const KEYS_HINT = 'See "npx anamnesis documents" for the keys.';

const shape = {
  dryRun: z.boolean().default(false),
  status: z.boolean().default(false),
  cancel: z.boolean().default(false),
  all: z.boolean().default(false),
  docKey: z.array(docKeySchema).optional(),
  json: z.boolean().default(false),
};

const describeRun = ({ status, progress }: ReindexingRun): string => {
  const { total, done, failed, skipped } = progress;
  const kept = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
  ];
  const what = status === 'running' ? 'Reindexing' : 'Reindexed';
  return `${what}: ${done} of ${counted(total, 'document')}${kept.length === 0 ? '' : `, ${kept.join(', ')}`}`;
};

/** Prints a run and the documents that kept their previous passages. */
const printRun = (run: ReindexingRun | null, json: boolean, terminal: Terminal): void => {
  printResult(terminal, json, { run }, run ? describeRun(run) : 'No documents have been reindexed yet.');
  if (json || !run) return;
  for (const { docKey, version, kept, message } of run.kept)
    terminal.print(`  ${docKey} keeps version ${version} (${kept}): ${plainLine(message)}`);
  if (run.stopped) terminal.print(plainLine(run.stopped.message));
};

const follow = async (
  client: ApiClient,
  runId: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ReindexingRun> => {
  let shown = '';
  for (;;) {
    const { run } = await client.get('/api/admin/reindexing');
    if (!run || run.runId !== runId) throw new CliError('Another run has replaced this one.');
    if (run.status !== 'running') return run;
    const line = describeRun(run);
    if (line !== shown) terminal.note(line);
    shown = line;
    await delay(POLL_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted)
      throw interrupted(
        'Interrupted. The server continues; "npx anamnesis reindex --status" shows the progress, --cancel stops it.',
      );
  }
};

const run = async (
  options: z.output<z.ZodObject<typeof shape>> & { readonly url?: string | undefined },
  { terminal, environment, signal }: CliRun,
): Promise<void> => {
  const { dryRun, status, cancel, all, docKey, json } = options;
  if ([dryRun, status, cancel].filter(Boolean).length > 1)
    throw usageError('--dry-run, --status and --cancel cannot be combined.', 'Use one of them.');
  if (dryRun && docKey !== undefined)
    throw usageError(
      '--dry-run counts all documents and cannot be combined with --doc-key.',
      'Leave one of them out.',
    );
  const connection = { url: options.url, environment, terminal, signal, mayCreate: false };
  await withServer(connection, async (client) => {
    if (dryRun) {
      const plan = await client.get('/api/admin/reindexing/plan');
      if (json) printResult(terminal, true, plan, '');
      else for (const line of describePlan(plan, all)) terminal.print(line);
      return;
    }
    if (cancel) await client.post('/api/commands/CancelReindexing', { body: {} });
    if (cancel || status) {
      printRun((await client.get('/api/admin/reindexing')).run, json, terminal);
      return;
    }
    const { runId } = await hintWhenMissing(
      KEYS_HINT,
      client.post('/api/commands/ReindexDocuments', {
        body: { all, ...(docKey ? { docKeys: docKey } : {}) },
      }),
    );
    const ended = await follow(client, runId, terminal, signal);
    printRun(ended, json, terminal);
    if (ended.status === 'completed' && ended.progress.total === 0)
      terminal.note(fitScreen(explainNothingDue(all, docKey !== undefined), terminal));
    if (ended.status === 'stopped' || ended.progress.failed > 0)
      throw new CliError('Not all documents were reindexed; the others keep their previous passages.', {
        exitCode: exitCodes.failed,
      });
  });
};

/** Adds `reindex`, which reads documents again that an older reader indexed. */
export const addReindexCommand = (program: Command, cli: CliRun): void => {
  program
    .command('reindex')
    .summary('read documents again with the current reader')
    .description(
      [
        'Reads again the files of all documents that an older version of the reader indexed, and waits until done.',
        'The old passages serve until the new ones are complete; a document that cannot be read again keeps its old',
        'passages and is listed. After a restart, the server continues where it stopped.',
      ].join(' '),
    )
    .option('--dry-run', 'only count the documents to be read again')
    .option('--all', 'include documents indexed by the current reader')
    .option('--doc-key <key>', 'only this document; may be repeated', collect)
    .option('--status', 'show the progress')
    .option('--cancel', 'stop the run; finished documents stay reindexed')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis reindex --dry-run
  $ npx anamnesis reindex
  $ npx anamnesis reindex --all --doc-key protocol-1219`,
    )
    .action((_options: unknown, command: Command) => run(parseOptions(command, shape), cli));
};
