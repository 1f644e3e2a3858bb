import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { backupKeysFolder } from '../../app/offline/backup-folders.ts';
import type { RestoredInstallation } from '../../app/offline/restore-installation.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { describeSize } from '../../domain/kernel/describe-size.ts';
import { explainFailures } from '../backup/explain-failure.ts';
import { showProgress } from '../backup/show-progress.ts';
import { interrupted } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { createCliLogger } from '../create-cli-logger.ts';
import { fitScreen } from '../output/fit-screen.ts';
import type { Terminal } from '../output/terminal.ts';
import { cliActorId } from '../sign-cli-token.ts';
import { collect, parseOptions, refuseUrl } from './parse-options.ts';

const AGAIN =
  'The target is incomplete and no server can start on it. Run the same command again, or choose another empty target.';

const folderName = z.string().refine((name) => name.trim() !== '', 'needs a folder');

const phases = { blobs: 'Files', events: 'Log', comparing: 'Comparing' } as const;

const asJson = ({ manifest, dataDir, filled, lostBlobs }: RestoredInstallation, seconds: number) => ({
  backupId: manifest.backupId,
  takenAt: manifest.takenAt,
  head: manifest.head,
  dataDir,
  restored: filled ?? null,
  lostBefore: lostBlobs,
  seconds,
});

const printRestored = (
  { manifest, dataDir, filled, lostBlobs }: RestoredInstallation,
  seconds: number,
  served: boolean,
  terminal: Terminal,
): void => {
  const { print, style } = terminal;
  print(
    fitScreen(
      `Backup ${manifest.backupId} of ${manifest.takenAt} is restored into ${dataDir}${served ? ' and the database' : ''}.`,
      terminal,
    ),
  );
  print(`  log    positions 1 to ${manifest.head}, compared one by one`);
  if (filled) {
    print(`  files  ${filled.blobs}, ${describeSize(filled.blobBytes)}`);
    print(
      `  keys   ${filled.keys}${filled.erasedSubjects > 0 ? `; ${counted(filled.erasedSubjects, 'person')} without a key: their data reads as erased` : ''}`,
    );
    print(`  in ${seconds.toFixed(1)} s (${Math.round(filled.events / Math.max(seconds, 0.001))} events/s)`);
  } else print('  an earlier run had filled the database; it was compared and is correct');
  if (lostBlobs > 0)
    print(style('yellow', `  ${counted(lostBlobs, 'file')} had been lost before the backup was taken.`));
  print('Next steps:');
  print(`  Start the server: DATA_DIR=${dataDir}${served ? ' DATABASE_URL=… (the same)' : ''} npm start`);
  const notes = [
    'It creates a new admin token and rebuilds read models and indexes; until then it answers "unavailable".',
    `Anything after ${manifest.takenAt} is lost: inform the people who have worked since.`,
  ];
  for (const note of notes) print(fitScreen(`  ${note}`, terminal));
};

/** Adds `restore`. */
export const addRestoreCommand = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('restore')
    .summary('restore a backup into an empty installation')
    .description(
      [
        'Restores a backup into an empty data directory, with the embedded database or with the empty PostgreSQL',
        'database at DATABASE_URL; the backup may come from either. Verifies every hash before it begins, and every log',
        'position at the end. The master key must be available: in keys/master.key of the data directory, in MASTER_KEY,',
        'or in the file given by --master-key.',
      ].join(' '),
    )
    .argument('<folder>', 'the folder of a backup')
    .option('--to <folder>', 'an empty data directory (default: DATA_DIR)')
    .option('--keys <folder>', `where the wrapped keys are (default: ${backupKeysFolder} in the folder)`)
    .option('--master-key <file>', 'a file with the master key, to be copied into the data directory')
    .option(
      '--erasures <folder>',
      'a newer backup: everyone erased by then stays erased; may be repeated',
      collect,
    )
    .option('--erase-missing', 'restore without the data of persons whose keys are lost for good')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis restore /backups/anamnesis --to ./restored --master-key /safe/master.key
  $ DATABASE_URL=postgres://… npx anamnesis restore /backups/anamnesis --keys /elsewhere/anamnesis-keys
  $ npx anamnesis restore /backups/january --erasures /backups/today --to ./january`,
    )
    .action(async (given: string, _options: unknown, command: Command) => {
      refuseUrl(command);
      const options = parseOptions(command, {
        to: folderName.optional(),
        keys: folderName.optional(),
        masterKey: folderName.optional(),
        erasures: z.array(folderName).default([]),
        eraseMissing: z.boolean().default(false),
        json: z.boolean().default(false),
      });
      const configuration = configurationFrom(environment);
      // Loaded on demand: the embedded database is slow to load, and other commands need not wait for it.
      const { restoreInstallation } = await import('../../app/offline/restore-installation.ts');
      const dataDir = resolve(options.to ?? configuration.dataDir);
      const display = showProgress(terminal);
      const started = performance.now();
      const restored = await explainFailures(dataDir, AGAIN, () =>
        restoreInstallation({
          configuration,
          folder: given,
          keys: options.keys,
          dataDir,
          masterKeyFile: options.masterKey,
          erasures: options.erasures,
          eraseMissing: options.eraseMissing,
          actorId: cliActorId(),
          logger: createCliLogger(configuration, terminal),
          onVerified: ({ done, total }) => {
            if (signal.aborted) throw interrupted();
            display.show('Verifying', done, total, `${describeSize(done)} of ${describeSize(total)}`);
          },
          onProgress: ({ phase, position, head }) =>
            display.show(phases[phase], position, head, `event ${position} of ${head}`),
          signal,
        }),
      )
        .catch((error: unknown) => {
          throw signal.aborted ? interrupted(`Interrupted. ${AGAIN}`) : error;
        })
        .finally(display.stop);
      const seconds = (performance.now() - started) / 1000;
      if (options.json) terminal.print(JSON.stringify(asJson(restored, seconds), null, 2));
      else printRestored(restored, seconds, configuration.databaseUrl !== undefined, terminal);
    });
};
