import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { backUp, type TakenBackup } from '../../app/offline/back-up.ts';
import { backupKeysFolder } from '../../app/offline/backup-folders.ts';
import { type CheckedBackup, checkBackup } from '../../app/offline/check-backup.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { describeSize } from '../../domain/kernel/describe-size.ts';
import { explainFailures } from '../backup/explain-failure.ts';
import { remoteInstallation } from '../backup/remote-installation.ts';
import { showProgress } from '../backup/show-progress.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import type { Environment } from '../environment.ts';
import { fitScreen } from '../output/fit-screen.ts';
import type { Terminal } from '../output/terminal.ts';
import { parseOptions } from './parse-options.ts';

const AS_BEFORE = 'An earlier backup in the folder is intact: run the command again';
const UNHARMED = `${AS_BEFORE} when that is fixed.`;

type Folders = { readonly folder: string; readonly keys: string | undefined };

const take = async (
  client: ApiClient,
  folders: Folders,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<TakenBackup> => {
  const display = showProgress(terminal);
  try {
    return await backUp(remoteInstallation(client), {
      ...folders,
      signal,
      onProgress: ({ position, head, blobs, bytes }) =>
        display.show(
          'Copying',
          position,
          head,
          `event ${position} of ${head}`,
          counted(blobs, 'file'),
          describeSize(bytes),
        ),
    });
  } catch (error) {
    if (signal.aborted) throw interrupted(`Interrupted. ${AS_BEFORE}.`);
    throw error;
  } finally {
    display.stop();
  }
};

const asJson = ({ manifest, keys, copied, folder, keysFolder }: TakenBackup, seconds: number) => ({
  backupId: manifest.backupId,
  takenAt: manifest.takenAt,
  folder,
  keysFolder,
  head: manifest.head,
  log: { bytes: manifest.log.bytes, files: manifest.log.segments.length },
  blobs: { count: manifest.blobs.count, bytes: manifest.blobs.bytes, missing: manifest.blobs.missing },
  keys: { count: keys.keys.count, erased: keys.keys.erased },
  masterKeyFingerprint: manifest.masterKey.fingerprint,
  copied,
  seconds,
});

const printTaken = (
  { manifest, keys, copied, folder, keysFolder }: TakenBackup,
  seconds: number,
  terminal: Terminal,
): void => {
  const { print, style } = terminal;
  const rate = (amount: number): number => amount / Math.max(seconds, 0.001);
  print(fitScreen(`Backup ${manifest.backupId} of ${manifest.takenAt} in ${folder}`, terminal));
  print(`  log    positions 1 to ${manifest.head}, ${describeSize(manifest.log.bytes)}`);
  print(`  files  ${manifest.blobs.count}, ${describeSize(manifest.blobs.bytes)}`);
  print(
    fitScreen(
      `  keys   ${keys.keys.count}, of which ${keys.keys.erased} destroyed, in ${keysFolder}`,
      terminal,
    ),
  );
  print(
    fitScreen(
      `  copied now: ${counted(copied.events, 'event')}, ${counted(copied.blobs, 'file')}, ${describeSize(copied.bytes)} in ${seconds.toFixed(1)} s ` +
        `(${Math.round(rate(copied.events))} events/s, ${describeSize(rate(copied.bytes))}/s)`,
      terminal,
    ),
  );
  print(
    style(
      'bold',
      fitScreen(
        `The backup does NOT contain the master key. Store it separately; its fingerprint is ${manifest.masterKey.fingerprint}.`,
        terminal,
      ),
    ),
  );
  print(
    fitScreen(
      `Store ${keysFolder} away from the log, and only for a short time: an old copy still holds the keys of people ` +
        'who have been erased since.',
      terminal,
    ),
  );
};

const folderArgument = z.string().refine((name) => name.trim() !== '', 'needs a folder');
const keysOption = folderArgument.optional();

/** A backup inside the data directory is lost with it. */
const refuseInside = (folder: string, { DATA_DIR = 'data' }: Environment): void => {
  const path = relative(resolve(DATA_DIR), resolve(folder));
  if (path.split(sep, 1)[0] === '..' || isAbsolute(path)) return;
  throw usageError(
    `${resolve(folder)} is inside the data directory and would be lost with it.`,
    'Name a folder outside it, best on another disk.',
  );
};

const addTake = (program: Command, { terminal, environment, signal }: CliRun): Command =>
  program
    .command('backup')
    .summary('back up a running installation, or check a backup')
    .description(
      [
        'Copies everything that cannot be rebuilt into a folder: the log and all files it refers to, encrypted as',
        'stored, and the wrapped keys of all persons. The server keeps running. If the folder holds an earlier',
        'backup, only new data is copied. The backup is recorded.',
      ].join(' '),
    )
    .argument('<folder>', 'a new or empty folder, or one with an earlier backup')
    .option('--keys <folder>', `where to put the wrapped keys (default: ${backupKeysFolder} in the folder)`)
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis backup /backups/anamnesis --keys /elsewhere/anamnesis-keys
  $ npx anamnesis backup verify /backups/anamnesis --keys /elsewhere/anamnesis-keys`,
    )
    .action(async (given: string, _options: unknown, command: Command) => {
      const { url, keys, json } = parseOptions(command, {
        keys: keysOption,
        json: z.boolean().default(false),
      });
      for (const folder of keys === undefined ? [given] : [given, keys]) refuseInside(folder, environment);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      const started = performance.now();
      const taken = await explainFailures(resolve(given), UNHARMED, () =>
        withServer(connection, (client) => take(client, { folder: given, keys }, terminal, signal)),
      );
      const seconds = (performance.now() - started) / 1000;
      if (json) terminal.print(JSON.stringify(asJson(taken, seconds), null, 2));
      else printTaken(taken, seconds, terminal);
      const { missing } = taken.manifest.blobs;
      if (missing.length > 0)
        throw new CliError(
          `The installation has lost ${counted(missing.length, 'file')} that its log refers to, so ` +
            'the backup lacks them too. It contains everything else.',
          { hint: 'Run "npx anamnesis doctor", or recover the files from an earlier backup.' },
        );
    });

const verifiedAsJson = (
  { manifest, keys, problems, problemCount, bytes }: CheckedBackup,
  seconds: number,
) => ({
  whole: problemCount === 0,
  backupId: manifest.backupId,
  takenAt: manifest.takenAt,
  head: manifest.head,
  masterKeyFingerprint: manifest.masterKey.fingerprint,
  keys: keys ? { head: keys.head, count: keys.keys.count, erased: keys.keys.erased } : null,
  lostBefore: manifest.blobs.missing,
  problemCount,
  problems,
  bytes,
  seconds,
});

const printVerified = (verified: CheckedBackup, seconds: number, terminal: Terminal): void => {
  const { manifest, keys, problems, problemCount, bytes, keysFolder } = verified;
  const { print, style } = terminal;
  print(
    fitScreen(
      `Backup ${manifest.backupId} of ${manifest.takenAt}, positions 1 to ${manifest.head}`,
      terminal,
    ),
  );
  print(`  ${describeSize(bytes)} read and compared in ${seconds.toFixed(1)} s`);
  print(
    keys
      ? `  keys of ${keys.takenAt}: ${keys.keys.count}, of which ${keys.keys.erased} destroyed`
      : fitScreen(`  keys: none in ${keysFolder}; not checked`, terminal),
  );
  print(`  needs the master key with the fingerprint ${manifest.masterKey.fingerprint}`);
  if (manifest.blobs.missing.length > 0)
    print(`  ${counted(manifest.blobs.missing.length, 'file')} had been lost before the backup was taken`);
  for (const problem of problems) print(style('red', fitScreen(problem, terminal)));
  if (problemCount > problems.length) print(`… and ${problemCount - problems.length} more.`);
  if (problemCount === 0) print(style('green', 'The backup is complete.'));
};

const addVerify = (backup: Command, { terminal, signal }: CliRun): void => {
  backup
    .command('verify')
    .summary('check a backup without restoring it')
    .description(
      'Reads a whole backup and checks it against its hashes: every log position, every file the log refers to, and the keys if they are available.',
    )
    .argument('<folder>', 'the folder of a backup')
    .option('--keys <folder>', `where the wrapped keys are (default: ${backupKeysFolder} in the folder)`)
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis backup verify /backups/anamnesis')
    .action(async (given: string, _options: unknown, command: Command) => {
      const { keys, json } = parseOptions(command, { keys: keysOption, json: z.boolean().default(false) });
      const started = performance.now();
      const display = showProgress(terminal);
      const verified = await explainFailures(resolve(given), 'Nothing was changed.', () =>
        checkBackup(given, keys, ({ done, total }) => {
          if (signal.aborted) throw interrupted();
          display.show('Verifying', done, total, `${describeSize(done)} of ${describeSize(total)}`);
        }),
      ).finally(display.stop);
      const seconds = (performance.now() - started) / 1000;
      if (json) terminal.print(JSON.stringify(verifiedAsJson(verified, seconds), null, 2));
      else printVerified(verified, seconds, terminal);
      const { problemCount } = verified;
      if (problemCount > 0)
        throw new CliError(`The backup is damaged: ${counted(problemCount, 'problem')}.`, {
          hint: 'Take a new backup into an empty folder while you still have the installation.',
        });
    });
};

/** Adds `backup` and `backup verify`. */
export const addBackupCommands = (program: Command, cli: CliRun): void => {
  addVerify(addTake(program, cli), cli);
};
