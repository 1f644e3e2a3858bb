import type { Command } from 'commander';
import { z } from 'zod';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { usualExtensions } from '../../domain/knowledge/document-format.ts';
import { CliError, exitCodes, interrupted } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { ingestFiles } from '../ingest/ingest-files.ts';
import { showIngestProgress } from '../ingest/ingest-progress.ts';
import {
  hasFailed,
  type IngestSummary,
  ingestReportAsJson,
  printIngestReport,
} from '../ingest/ingest-report.ts';
import { planIngest } from '../ingest/plan-ingest.ts';
import { waitUntilSearchable } from '../ingest/wait-until-searchable.ts';
import { printJson } from '../output/print-result.ts';
import { addMetadataFlags, metadataOf, metadataShape } from './metadata-options.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

const shape = {
  ...metadataShape,
  docKey: docKeySchema.optional(),
  keyFromPath: z.boolean().default(false),
  newVersion: z.boolean().default(false),
  concurrency: wholeNumber(1, 32).default(5),
  json: z.boolean().default(false),
};
type Options = z.output<z.ZodObject<typeof shape>>;

const run = async (
  paths: readonly string[],
  options: Options & { readonly url?: string | undefined },
  { terminal, environment, signal }: CliRun,
): Promise<void> => {
  const { keyFromPath, concurrency, json } = options;
  const report = (summary: IngestSummary): void => {
    if (json) printJson(terminal, ingestReportAsJson(summary));
    else printIngestReport(summary, terminal);
  };
  const { files, ...leftOut } = await planIngest(paths, {
    metadata: {
      ...metadataOf(options),
      ...omitUndefined({ docKey: options.docKey }),
      ...(options.newVersion ? { replace: true } : {}),
    },
    keyFromPath,
  });
  if (files.length === 0) {
    report({ outcomes: [], ...leftOut, seconds: 0 });
    throw new CliError('There was nothing to ingest.', {
      hint: leftOut.rejected.length > 0 ? 'The reasons are above.' : `Supported formats: ${usualExtensions}.`,
    });
  }
  const connection = { url: options.url, environment, terminal, signal, mayCreate: true };
  await withServer(connection, async (client) => {
    const started = performance.now();
    const progress = showIngestProgress(files, terminal);
    const outcomes = await ingestFiles({ client, files, concurrency, signal, listener: progress }).finally(
      progress.stop,
    );
    const seconds = (performance.now() - started) / 1000;
    const searchable = signal.aborted || (await waitUntilSearchable(client, signal));
    report({ outcomes, ...leftOut, seconds });
    if (!searchable) terminal.note('The search index has not caught up yet; the server continues indexing.');
    if (signal.aborted) throw interrupted('Interrupted. Run the same command again to ingest the rest.');
    if (leftOut.rejected.length > 0 || outcomes.some(hasFailed))
      throw new CliError('Not all files were ingested; the reasons are above.', {
        exitCode: exitCodes.failed,
      });
  });
};

/** Adds `ingest`, which loads documents and reports the outcome of each. */
export const addIngestCommand = (program: Command, cli: CliRun): void => {
  addMetadataFlags(
    program
      .command('ingest')
      .summary('load documents: PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, RTF, HTML, text')
      .description(
        [
          'Loads files, and all supported files in folders. Each document has a doc_key: a file with an existing key becomes',
          'a new version, and the same file with the same metadata changes nothing. A file <name>.json next to a document',
          'holds its metadata, e.g. {"title": "…", "docKey": "protocol-1219", "effectiveDate": "2024-07-01"}; it takes',
          'precedence over the options. Symbolic links to folders, and to files outside the folder, are not followed.',
        ].join(' '),
      )
      .argument('<paths...>', 'files and folders'),
  )
    .option('--doc-key <key>', 'the document key; for a single file')
    .option(
      '--key-from-path',
      'derive keys from the path below the folder, when several folders have files of the same name',
    )
    .option('--new-version', 'accept a file as a new version even if it hardly resembles the previous one')
    .option('-c, --concurrency <n>', 'the number of files to load in parallel (default: 5)')
    .option('--json', 'print the outcome of each file as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis ingest samples --source-type guideline --specialty emergency_medicine
  $ npx anamnesis ingest 1219-Allergy.pdf -t protocol --doc-key protocol-1219 --agency "LA County EMS"
  $ npx anamnesis ingest guidelines/ -t guideline --key-from-path --concurrency 8`,
    )
    .action((paths: readonly string[], _options: unknown, command: Command) =>
      run(paths, parseOptions(command, shape), cli),
    );
};
