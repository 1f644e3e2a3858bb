import type { Command } from 'commander';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { CliRun } from '../cli-run.ts';
import { describeNextStart, describeOutcome } from '../migrate/describe-migration.ts';
import { explainFailure } from '../migrate/explain-failure.ts';
import { runMigration } from '../migrate/run-migration.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { printResult } from '../output/print-result.ts';
import { readMigration } from './migrate-options.ts';

/** Adds `migrate`. */
export const addMigrateCommand = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('migrate')
    .summary('move an installation to another database')
    .description(
      'Copies the log (byte for byte), the keys with their tombstones, the outcomes of recent commands and the checkpoints from one database ' +
        'to another, and compares every position. Files stay in place unless --blobs names another place; the master key stays in DATA_DIR. Stop the servers at both ends first. ' +
        'Run the command again to continue an interrupted migration or to copy later events. Read models are rebuilt at the next start.',
    )
    .requiredOption('--from <place>', 'embedded, or the address of a PostgreSQL database')
    .requiredOption('--to <place>', 'the address of a PostgreSQL database, or embedded')
    .option('--from-eventstore <url>', 'the KurrentDB that holds the source log (esdb://…)')
    .option('--to-eventstore <url>', 'the KurrentDB to hold the target log')
    .option(
      '--eventstore-prefix <prefix>',
      'the prefix of stream names in KurrentDB (default: EVENTSTORE_PREFIX, or "anamnesis.")',
    )
    .option('--blobs <place>', 'also move the files there: a BLOB_URL (s3://…), or a data directory')
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
      const migration = readMigration(command, environment);
      const { mode, json } = migration;
      try {
        const outcome = await runMigration(migration, { terminal, signal });
        const { events, there, keys, digest, files, seconds } = outcome;
        printResult(
          terminal,
          json,
          {
            events,
            brought: events - there,
            keys,
            ...omitUndefined({ sha256: digest, files }),
            seconds,
          },
          fitScreen(describeOutcome(outcome, mode), terminal),
        );
        if (mode === 'move') terminal.note(fitScreen(describeNextStart(migration), terminal));
      } catch (error) {
        throw explainFailure(error, migration, signal);
      }
    });
};
