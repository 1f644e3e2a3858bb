import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { describeError } from '../../domain/kernel/describe-error.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { CliError, type ExitCode, exitCodes } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { formatFinding, type ShownFinding } from '../output/format-findings.ts';
import { barOptions, type ProgressPayload } from '../output/progress-bar.ts';
import type { Terminal } from '../output/terminal.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

/** The exit code for monitoring: 0 no findings, 1 warnings, 2 errors. */
const exitCodeOf = (findings: readonly ShownFinding[]): ExitCode =>
  findings.some(({ severity }) => severity === 'error')
    ? 2
    : findings.some(({ severity }) => severity === 'warning')
      ? 1
      : 0;

const summaryOf = (findings: readonly ShownFinding[]): string => {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`;
};

type Bar = { readonly show: (check: string, done: number, total: number) => void; readonly hide: () => void };

/** A progress bar for the running check; shows nothing without a terminal. */
const createBar = (terminal: Terminal): Bar => {
  const { bars: stream } = terminal;
  let bar: SingleBar | undefined;
  return {
    show: (check, done, total) => {
      if (stream === undefined) return;
      if (!bar) {
        bar = new SingleBar({ ...barOptions(stream, terminal), clearOnComplete: true });
        const payload: ProgressPayload = { name: `       ${check.padEnd(11)}`, facts: [] };
        bar.start(total, done, payload);
      }
      bar.update(done);
    },
    hide: () => {
      bar?.stop();
      bar = undefined;
    },
  };
};

type DoctorOptions = {
  readonly deep: boolean;
  readonly repair: boolean;
  readonly olderThanHours: number;
  readonly formerInstallation?: string;
};

const examine = async (
  client: ApiClient,
  options: DoctorOptions,
  { terminal }: CliRun,
  onFinding: (finding: ShownFinding) => void,
): Promise<void> => {
  const bar = createBar(terminal);
  let complete = false;
  try {
    for await (const observation of client.lines('/api/admin/doctor', { body: options })) {
      if (observation.kind === 'progress') bar.show(observation.check, observation.done, observation.total);
      else bar.hide();
      if (observation.kind === 'finding') onFinding(observation);
      complete ||= observation.kind === 'end';
    }
  } finally {
    bar.hide();
  }
  if (!complete) throw new CliError('The examination was cut short.', { hint: 'Check the server log.' });
};

/** The finding for a data directory that cannot be opened at all. */
const cannotOpen = (error: unknown): ShownFinding => ({
  check: 'start',
  severity: 'error',
  ...(error instanceof CliError
    ? { message: error.message, advice: error.hint }
    : {
        message: `The data directory could not be opened: ${describeError(error).message}`,
        advice: 'Free space if the disk is full; otherwise restore a backup.',
      }),
});

/** Adds `doctor`, which checks an installation. */
export const addDoctorCommand = (program: Command, cli: CliRun): void => {
  const { terminal, environment, signal } = cli;
  program
    .command('doctor')
    .summary('check the installation and advise what to do')
    .description(
      'Checks versions, disk, database settings, leases, lag, rebuilds, the log, keys and files of the running server, or of the data directory when no server runs.\nExits with 0 when all is well, 1 with warnings, 2 with errors.',
    )
    .option('--deep', 'decrypt and read every event, and check every file against its hash')
    .option('--repair', 'remove files that no event refers to, and unused collections in Qdrant')
    .option(
      '--former-installation <id>',
      'an installation that no longer exists: its collections in Qdrant count as unused (only listed without --repair)',
    )
    .option('--older-than <hours>', 'the minimum age of a file to remove (default: 24)')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis doctor --deep')
    .action(async (_options: unknown, command: Command) => {
      const { url, json, deep, repair, olderThan, formerInstallation } = parseOptions(command, {
        deep: z.boolean().default(false),
        repair: z.boolean().default(false),
        formerInstallation: z
          .string()
          .regex(/^[0-9a-f]{8}$/, 'must be the eight characters that "npx anamnesis doctor" shows for it')
          .optional(),
        olderThan: wholeNumber(1, 8760).default(24),
        json: z.boolean().default(false),
      });
      const findings: ShownFinding[] = [];
      const onFinding = ({ check, severity, message, advice }: ShownFinding): void => {
        findings.push({ check, severity, message, ...omitUndefined({ advice }) });
        if (!json) terminal.print(formatFinding({ check, severity, message, advice }, terminal));
      };
      const connection = { url, environment, terminal, signal, mayCreate: false, onlyLook: true };
      let isOpen = false;
      try {
        await withServer(connection, async (client) => {
          isOpen = true;
          await examine(
            client,
            { deep, repair, olderThanHours: olderThan, ...omitUndefined({ formerInstallation }) },
            cli,
            onFinding,
          );
        });
      } catch (error) {
        const isOther = error instanceof CliError && error.exitCode !== exitCodes.failed;
        if (isOpen || isOther || signal.aborted) throw error;
        onFinding(cannotOpen(error));
      }
      if (json) terminal.print(JSON.stringify({ findings }, null, 2));
      const exitCode = exitCodeOf(findings);
      if (exitCode !== 0) throw new CliError(summaryOf(findings), { exitCode });
    });
};
