import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { z } from 'zod';
import { type FilePlace, filePlaceOf } from '../../app/offline/file-place.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { describeSize } from '../../domain/kernel/describe-size.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { createCliLogger } from '../create-cli-logger.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

/** @throws CliError when a folder does not exist: a mistyped bucket or path would create it and fill it with files */
const requireFolder = (place: FilePlace): FilePlace => {
  if (typeof place === 'string' && statSync(place, { throwIfNoEntry: false }) === undefined)
    throw usageError(
      `--to: there is no folder ${place}.`,
      'Create it first, or name another data directory or a bucket (s3://…).',
    );
  return place;
};

/** Adds `copy-files`. */
export const addCopyFilesCommand = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('copy-files')
    .summary('copy the files of documents to a bucket, or back')
    .description(
      'Copies every file of this installation (BLOB_URL, or the blobs folder of DATA_DIR) to a bucket or a folder, ' +
        'verifies its hash, and marks the target as owned by this installation. The source stays as it is. You can run ' +
        'it repeatedly while a server runs: stop the server for the last run, then start it with the new BLOB_URL.',
    )
    .requiredOption(
      '--to <place>',
      'a BLOB_URL (s3://…), or a data directory that gets the files in its blobs folder',
    )
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      "\nExample:\n  $ npx anamnesis copy-files --to 's3://anamnesis?endpoint=https://minio.example.org'",
    )
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { to, json } = parseOptions(command, { to: z.string().min(1), json: z.boolean().default(false) });
      const configuration = configurationFrom(environment);
      // Loaded on demand: the bucket and database clients are slow to load, and other commands need not wait.
      const { moveFiles } = await import('../../app/migrate-installation/move-files.ts');
      const started = performance.now();
      try {
        const { place, ...copied } = await moveFiles({
          configuration,
          to: requireFolder(filePlaceOf(to, '--to', environment)),
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
        if (signal.aborted) throw interrupted('Interrupted. Copied files stay: run the command again.');
        if (error instanceof Failure)
          throw new CliError(error.reason.message, {
            hint: 'Copied files stay: fix the problem and run the command again.',
          });
        throw error;
      }
    });
};
