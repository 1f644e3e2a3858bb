import type { Command } from 'commander';
import { z } from 'zod';
import { startFailure } from '../../app/start-checks/start-failure.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { showProgress } from '../backup/show-progress.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { createCliLogger } from '../create-cli-logger.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

const phases = { blobs: 'Files', events: 'Log', comparing: 'Comparing' } as const;

const nothingChanged =
  'The target database is still empty and the embedded one is unchanged: run the command again.';

/** Adds `import-embedded`. */
export const addImportCommand = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('import-embedded')
    .summary('move the embedded database to a PostgreSQL server')
    .description(
      'Copies the embedded database of DATA_DIR into the empty PostgreSQL database at DATABASE_URL: the log byte for ' +
        'byte, keys, checkpoints and the outcomes of recent commands. The import takes effect only after every position ' +
        'has been compared. Files stay in DATA_DIR. Stop the server first; read models are rebuilt at the next start.',
    )
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ DATABASE_URL=postgres://anamnesis@localhost/anamnesis npx anamnesis import-embedded',
    )
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { json } = parseOptions(command, { json: z.boolean().default(false) });
      const configuration = configurationFrom(environment);
      const { databaseUrl } = configuration;
      if (databaseUrl === undefined)
        throw usageError('DATABASE_URL is not set.', 'Set it to an empty PostgreSQL database.');
      // Loaded on demand: the embedded database is slow to load, and other commands need not wait for it.
      const { importEmbedded } = await import('../../app/migrate-installation/import-embedded.ts');
      const display = showProgress(terminal);
      const started = performance.now();
      try {
        const { events, keys } = await importEmbedded({
          configuration: { ...configuration, databaseUrl },
          logger: createCliLogger(configuration, terminal),
          onProgress: ({ phase, position, total }) =>
            display.show(phases[phase], position, total, `event ${position} of ${total}`),
          signal,
        });
        display.stop();
        const seconds = (performance.now() - started) / 1000;
        printResult(
          terminal,
          json,
          { events, keys, seconds },
          fitScreen(
            `Imported in ${seconds.toFixed(1)} s: ${counted(events, 'event')} and ${counted(keys, 'key')}. ` +
              `Compared with the embedded database: ${counted(events, 'position')}, all identical.`,
            terminal,
          ),
        );
        terminal.note(
          fitScreen(
            'Start the server with the same DATABASE_URL and DATA_DIR. The embedded database in DATA_DIR/database is ' +
              'no longer used; remove it once you are satisfied.',
            terminal,
          ),
        );
      } catch (error) {
        display.stop();
        if (signal.aborted) throw interrupted(`Interrupted. ${nothingChanged}`);
        const known = startFailure(error, configuration);
        if (known instanceof Failure)
          throw new CliError(known.reason.message, {
            ...(known.reason.code === 'rule_violated' ? {} : { hint: nothingChanged }),
            cause: error,
          });
        throw error;
      }
    });
};
