import type { MovedFiles } from '../../app/migrate-installation/move-files.ts';
import { showProgress } from '../backup/show-progress.ts';
import type { CliRun } from '../cli-run.ts';
import { createCliLogger } from '../create-cli-logger.ts';
import type { Migration } from './migration.ts';

const phases = { files: 'Files', comparing: 'Comparing', events: 'Log', verifying: 'Verifying' } as const;

/** What a migration did; of a dry run, what it would do. */
export type MigrationOutcome = {
  readonly events: number;
  /** Events that the target had before. */
  readonly there: number;
  readonly keys: number;
  /** SHA-256 of the log. */
  readonly digest: string | undefined;
  readonly files?: MovedFiles;
  readonly seconds: number;
};

/** Files that were brought before and after the log, as one. */
const bothRounds = (first: MovedFiles, late: MovedFiles | undefined): MovedFiles => ({
  ...first,
  copied: first.copied + (late?.copied ?? 0),
  bytes: first.bytes + (late?.bytes ?? 0),
});

/** Brings files and log to the target, or compares them, with a display of how far it is. */
export const runMigration = async (
  { configuration, from, to, filePlace, mode }: Migration,
  { terminal, signal }: Pick<CliRun, 'terminal' | 'signal'>,
): Promise<MigrationOutcome> => {
  // Loaded when they are needed: the embedded database and buckets take a moment that other commands need not wait for.
  const { migrateInstallation } = await import('../../app/migrate-installation/migrate-installation.ts');
  const { moveFiles } = await import('../../app/migrate-installation/move-files.ts');
  const display = showProgress(terminal);
  const started = performance.now();
  const shared = { configuration, mode, logger: createCliLogger(configuration, terminal), signal };
  const bringFiles = async (): Promise<MovedFiles | undefined> =>
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
    const brought = await bringFiles();
    const log = await migrateInstallation({
      ...shared,
      from,
      to,
      onProgress: ({ phase, position, total }) =>
        display.show(phases[phase], position, total, `event ${position} of ${total}`),
    });
    // A server that ended while the files were brought may have stored more: now nothing writes any more.
    const late = mode === 'move' ? await bringFiles() : undefined;
    return {
      ...log,
      ...(brought ? { files: bothRounds(brought, late) } : {}),
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    display.stop();
  }
};
