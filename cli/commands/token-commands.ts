import type { Command } from 'commander';
import { z } from 'zod';
import { resetAdminToken } from '../../app/offline/reset-admin-token.ts';
import { writeOut } from '../../app/write-out.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

/** Adds `token reset`, which works only on the data directory, whether or not a server runs on it. */
export const addTokenCommands = (program: Command, { terminal, environment }: CliRun): void => {
  program
    .command('token')
    .description('replace the admin token')
    .command('reset')
    .summary('create a new admin token and invalidate the previous one')
    .description(
      'Creates a new admin token for DATA_DIR, which you need to create user tokens. It is shown if standard output is a terminal, and otherwise written to ' +
        'a file that only its owner can read. A running server accepts it immediately, and no longer accepts the previous one.',
    )
    .option('--json', 'print the location of the token as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis token reset')
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { json } = parseOptions(command, { json: z.boolean().default(false) });
      // JSON output is often stored, so it never contains the token.
      const show =
        terminal.onScreen && !json
          ? (token: string) =>
              writeOut(terminal.results, `Admin token (shown only once, keep it safe): ${token}\n`)
          : undefined;
      const file = await resetAdminToken(configurationFrom(environment), show);
      if (file !== undefined) printResult(terminal, json, { file }, `Admin token: in ${file}`);
      terminal.note(
        `The previous token no longer works.${file === undefined ? '' : ' Remove the file once you have read it.'}`,
      );
    });
};
