import type { Command } from 'commander';
import { z } from 'zod';
import { filePlaceOf } from '../../app/offline/file-place.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { describeSize } from '../../domain/kernel/describe-size.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { CliError, interrupted } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { createCliLogger } from '../create-cli-logger.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

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
      "\nExample:\n  $ npx anamnesis copy-files --to 's3://anamnesis?endpoint=https://minio.example.org'",
    )
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { to, json } = parseOptions(command, { to: z.string().min(1), json: z.boolean().default(false) });
      const configuration = configurationFrom(environment);
      // Loaded when it is needed: buckets and databases take a moment that other commands need not wait for.
      const { moveFiles } = await import('../../app/migrate-installation/move-files.ts');
      const started = performance.now();
      try {
        const { place, ...copied } = await moveFiles({
          configuration,
          to: filePlaceOf(to, '--to', environment),
          option: '--to',
          mode: 'move',
          logger: createCliLogger(configuration, terminal),
          signal,
        });
        const seconds = (performance.now() - started) / 1000;
        printResult(
          terminal,
          json,
          { ...copied, seconds },
          fitScreen(
            `Copied to ${place} in ${seconds.toFixed(1)} s: ${counted(copied.copied, 'file')} (${describeSize(copied.bytes)}); ` +
              `${copied.there} already there.`,
            terminal,
          ),
        );
      } catch (error) {
        if (signal.aborted) throw interrupted('Interrupted. What was copied stays: run it again.');
        if (error instanceof Failure)
          throw new CliError(error.reason.message, {
            hint: 'What was copied stays: fix that and run it again.',
          });
        throw error;
      }
    });
};
