import type { Command } from 'commander';
import { z } from 'zod';
import { kurrentAt } from '../../app/migrate-installation/kurrent-at.ts';
import type { MovedFiles } from '../../app/migrate-installation/move-files.ts';
import { type FilePlace, filePlaceOf } from '../../app/offline/file-place.ts';
import { startFailure } from '../../app/start-checks/start-failure.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { showProgress } from '../backup/show-progress.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { createCliLogger } from '../create-cli-logger.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { printResult } from '../output/print-result.ts';
import { megabytes } from './backup-commands.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

const phases = { files: 'Files', comparing: 'Comparing', events: 'Log', verifying: 'Verifying' } as const;

const house = z
  .string()
  .refine(
    (text) => text === 'embedded' || (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)),
    'must be "embedded" or a postgres:// URL, in which characters like @ / : % of a password are written as %40 %2F %3A %25',
  );

const resume = 'Run it again: it goes on where it was.';

/** How to configure a server for the place of the files. */
const whereFilesAre = (place: FilePlace | undefined): string => {
  if (place === undefined) return '';
  return typeof place === 'string'
    ? ' with the blobs folder that was filled'
    : ', and BLOB_URL set to that bucket';
};

const describeFiles = (
  { place, copied, there, bytes }: MovedFiles,
  mode: 'move' | 'dry-run' | 'verify-only',
): string =>
  mode === 'verify-only'
    ? `All ${there} files were read in ${place}: each matches its hash.`
    : `${copied} files (${megabytes(bytes)}) ${mode === 'move' ? 'were' : 'would be'} copied to ${place}; ${there} were there already.`;

/** The ends are named by options, not by the variable that a server goes by. */
const namingOptions = (message: string, from: string, to: string): string => {
  const servers = [...(from === 'embedded' ? [] : ['--from']), ...(to === 'embedded' ? [] : ['--to'])];
  return message.replace('Check DATABASE_URL.', `Check ${servers.join(' and ')}.`);
};

/** `migrate`. */
export const addMigrateCommand = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('migrate')
    .summary('move an installation to another database')
    .description(
      'Copies log, keys with their tombstones, what is remembered of commands and checkpoints from one database to another, to the ' +
        'letter, and compares every position. Files stay where they are unless --blobs names another place, the master key in DATA_DIR. No server may run on either end. What was ' +
        'broken off goes on when it is run again, and what came since is brought over; read models are rebuilt at the next start.',
    )
    .requiredOption('--from <place>', 'embedded, or the address of a PostgreSQL database')
    .requiredOption('--to <place>', 'the address of a PostgreSQL database, or embedded')
    .option('--from-eventstore <url>', 'the KurrentDB that has the log of the source (esdb://…)')
    .option('--to-eventstore <url>', 'the KurrentDB that is to have the log of the target')
    .option(
      '--eventstore-prefix <prefix>',
      'what the names of our streams begin with there (EVENTSTORE_PREFIX, anamnesis. unless set)',
    )
    .option('--blobs <place>', 'bring the files there too: a BLOB_URL (s3://…), or a data directory')
    .option('--dry-run', 'only show what would be migrated')
    .option('--verify-only', 'only compare both ends, position by position')
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx anamnesis migrate --from embedded --to postgres://anamnesis@localhost/anamnesis\n' +
        '  $ npx anamnesis migrate --from postgres://anamnesis@localhost/anamnesis --to embedded --dry-run\n' +
        '  $ npx anamnesis migrate --from embedded --to postgres://anamnesis@localhost/anamnesis --to-eventstore esdb://kurrentdb:2113',
    )
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { json, from, to, blobs, fromEventstore, toEventstore, eventstorePrefix, dryRun, verifyOnly } =
        parseOptions(command, {
          json: z.boolean().default(false),
          from: house,
          to: house,
          blobs: z.string().min(1).optional(),
          fromEventstore: z.string().optional(),
          toEventstore: z.string().optional(),
          eventstorePrefix: z.string().optional(),
          dryRun: z.boolean().default(false),
          verifyOnly: z.boolean().default(false),
        });
      if (dryRun && verifyOnly)
        throw usageError('--dry-run and --verify-only are two things.', 'Give one of them.');
      const configuration = configurationFrom(environment);
      const prefix = eventstorePrefix ?? configuration.kurrent?.prefix;
      if (fromEventstore === undefined && toEventstore === undefined) {
        if (configuration.kurrent !== undefined)
          throw usageError(
            'EVENTSTORE_URL is set, but it is ambiguous which end has its log there.',
            'Give it as --from-eventstore or --to-eventstore, or unset the variable.',
          );
        if (eventstorePrefix !== undefined)
          throw usageError('--eventstore-prefix has no effect without a KurrentDB.', 'Leave it out.');
      }
      const ends = {
        from: { database: from, kurrent: kurrentAt(fromEventstore, prefix, '--from-eventstore') },
        to: { database: to, kurrent: kurrentAt(toEventstore, prefix, '--to-eventstore') },
      };
      // Loaded when they are needed: the embedded database and buckets take a moment that other commands need not wait for.
      const { migrateInstallation } = await import('../../app/migrate-installation/migrate-installation.ts');
      const { moveFiles } = await import('../../app/migrate-installation/move-files.ts');
      const display = showProgress(terminal);
      const started = performance.now();
      const shared = {
        configuration,
        mode: dryRun ? 'dry-run' : verifyOnly ? 'verify-only' : 'move',
        logger: createCliLogger(configuration, terminal),
        signal,
      } as const;
      const filePlace = blobs === undefined ? undefined : filePlaceOf(blobs, '--blobs', environment);
      const files = async (): Promise<MovedFiles | undefined> =>
        filePlace === undefined
          ? undefined
          : moveFiles({
              ...shared,
              to: filePlace,
              option: '--blobs',
              onProgress: ({ copied, there, total }) =>
                display.show(phases.files, copied + there, total, `file ${copied + there} of ${total}`),
            });
      try {
        const brought = await files();
        const { events, there, keys, digest } = await migrateInstallation({
          ...shared,
          ...ends,
          onProgress: ({ phase, position, total }) =>
            display.show(phases[phase], position, total, `event ${position} of ${total}`),
        });
        // A server that ended while the files were brought may have stored more: now nothing writes any more.
        const late = shared.mode === 'move' ? await files() : undefined;
        display.stop();
        const moved = brought && {
          ...brought,
          copied: brought.copied + (late?.copied ?? 0),
          bytes: brought.bytes + (late?.bytes ?? 0),
        };
        const seconds = (performance.now() - started) / 1000;
        const text = dryRun
          ? `${events - there} of ${events} events and ${keys} keys would be brought over; ${there} events are there already. Nothing was changed.`
          : verifyOnly
            ? `All ${events} positions and ${keys} keys are the same on both ends, to the letter. SHA-256 of the log: ${digest}.`
            : `${events - there} of ${events} events and ${keys} keys were brought over in ${seconds.toFixed(1)} s; ${there} events were ` +
              `there already. All ${events} positions were compared: they are the same to the letter. SHA-256 of the log: ${digest}.`;
        printResult(
          terminal,
          json,
          {
            events,
            brought: events - there,
            keys,
            ...(digest === undefined ? {} : { sha256: digest }),
            ...(moved ? { files: moved } : {}),
            seconds,
          },
          fitScreen(moved ? `${text} ${describeFiles(moved, shared.mode)}` : text, terminal),
        );
        if (!dryRun && !verifyOnly)
          terminal.note(
            fitScreen(
              `Start the server ${to === 'embedded' ? 'without DATABASE_URL' : 'with DATABASE_URL set to the target'}, ` +
                `${toEventstore === undefined ? 'without EVENTSTORE_URL' : 'with EVENTSTORE_URL set to its KurrentDB'} and the same ` +
                `DATA_DIR${whereFilesAre(filePlace)}. The source stays as it is; never start a server on both.`,
              terminal,
            ),
          );
      } catch (error) {
        display.stop();
        if (signal.aborted) throw interrupted(`Interrupted. ${resume}`);
        const databaseUrl = [to, from].find((place) => place !== 'embedded');
        const known = startFailure(
          error,
          databaseUrl === undefined ? configuration : { ...configuration, databaseUrl },
        );
        if (known instanceof Failure)
          throw new CliError(namingOptions(known.reason.message, from, to), {
            ...(known.reason.code === 'rule_violated' ? {} : { hint: resume }),
            cause: error,
          });
        throw error;
      }
    });
};
