import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import { type BucketConfiguration, chooseBlobs } from '../../blob-store/blob-configuration.ts';
import { copyBlobs } from '../../blob-store/copy-blobs.ts';
import { createLogger } from '../../observability/create-logger.ts';
import { openBlobs } from '../../opened-blobs/open-blobs.ts';
import { copyIdentity } from '../../start-checks/claim-blobs.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { printResult } from '../output/print-result.ts';
import { megabytes } from './backup-commands.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

const bucketOf = (written: string): BucketConfiguration | undefined => {
  if (!written.startsWith('s3:')) return undefined;
  const choice = chooseBlobs({ BLOB_URL: written, AWS_REGION: process.env.AWS_REGION });
  if (choice.ok) return choice.value;
  throw usageError(choice.problem.replace('BLOB_URL', '--to'), 'Write it as BLOB_URL is written.');
};

/** What is wrong with the place to copy to, which is not that of the configuration. */
const ofTarget = (error: unknown): unknown =>
  error instanceof Failure
    ? new Failure({ ...error.reason, message: error.reason.message.replaceAll('BLOB_URL', '--to') })
    : error;

/** `copy-files`. */
export const addCopyFilesCommand = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('copy-files')
    .summary('copy the files of documents to a bucket, or back')
    .description(
      'Copies every file of this installation (BLOB_URL, or the blobs folder of DATA_DIR) to a bucket or a folder, ' +
        'compares each with its hash, and says there whose they are. Nothing is removed here. It may run beside a server ' +
        'and be repeated: stop the server for the last run, then start it with the new BLOB_URL.',
    )
    .requiredOption('--to <place>', 'a BLOB_URL (s3://…), or a data directory whose blobs folder it is to be')
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      "\nExample:\n  $ npm run cli -- copy-files --to 's3://anamnesis?endpoint=https://minio.example.org'",
    )
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { to, json } = parseOptions(command, { to: z.string().min(1), json: z.boolean().default(false) });
      const { dataDir, bucket, logLevel } = configurationFrom(environment);
      const logger = createLogger({
        level: logLevel,
        traces: { current: () => undefined },
        destination: process.stderr,
      });
      const shared = { alone: false, logger, metrics: silentMetrics };
      const at = (folder: string) => ({ path: resolve(folder), blobs: resolve(folder, 'blobs') });
      const target = bucketOf(to);
      const started = performance.now();
      await using opened = new AsyncDisposableStack();
      try {
        const from = await openBlobs({ ...shared, bucket, dataDirectory: at(dataDir) });
        opened.defer(from.close);
        const other = await openBlobs({
          ...shared,
          bucket: target,
          dataDirectory: at(target === undefined ? to : dataDir),
        }).catch((error: unknown) => {
          throw ofTarget(error);
        });
        opened.defer(other.close);
        if (from.place.name === other.place.name)
          throw new Failure(failure('rule_violated', `The files are in ${other.place.name} already.`));
        await copyIdentity(from.place, other.place);
        const copied = await copyBlobs(from.store, other.store, { signal });
        const seconds = (performance.now() - started) / 1000;
        printResult(
          terminal,
          json,
          { ...copied, seconds },
          fitScreen(
            `${copied.copied} files (${megabytes(copied.bytes)}) were copied to ${other.place.name} in ` +
              `${seconds.toFixed(1)} s; ${copied.there} were there already.`,
            terminal,
          ),
        );
      } catch (error) {
        if (signal.aborted) throw interrupted('Interrupted. What was copied stays: run it again.');
        if (error instanceof Failure)
          throw new CliError(error.reason.message, {
            hint: 'What was copied stays: mend that and run it again.',
          });
        throw error;
      }
    });
};
