import type { MovedFiles } from '../../app/migrate-installation/move-files.ts';
import { showProgress } from '../backup/show-progress.ts';
import type { CliRun } from '../cli-run.ts';
import { createCliLogger } from '../create-cli-logger.ts';
import type { Migration } from './migration.ts';

const phases = { files: 'Files', comparing: 'Comparing', events: 'Log', verifying: 'Verifying' } as const;

/** The outcome of a migration; for a dry run, what it would do. */
export type MigrationOutcome = {
  readonly events: number;
  /** The events that the target already had. */
  readonly there: number;
  readonly keys: number;
  /** SHA-256 of the log. */
  readonly digest: string | undefined;
  readonly files?: MovedFiles;
  readonly seconds: number;
};

/** Sums up the files that were copied before and after the log. */
const bothRounds = (first: MovedFiles, late: MovedFiles | undefined): MovedFiles => ({
  ...first,
  copied: first.copied + (late?.copied ?? 0),
  bytes: first.bytes + (late?.bytes ?? 0),
});

/** Copies files and log to the target, or compares them, and shows the progress. */
export const runMigration = async (
  { configuration, from, to, filePlace, mode }: Migration,
  { terminal, signal }: Pick<CliRun, 'terminal' | 'signal'>,
): Promise<MigrationOutcome> => {
  // Loaded on demand: the embedded database and bucket clients are slow to load, and other commands need not wait.
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
    // A server that stopped while files were copied may have stored more; by now nothing writes.
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
