import type { Command } from 'commander';
import { z } from 'zod';
import { resetAdminToken } from '../../app/offline/reset-admin-token.ts';
import { writeOut } from '../../app/write-out.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

/** `token reset`: works on the data directory alone, whether or not a server runs on it. */
export const addTokenCommands = (program: Command, { terminal, environment }: CliRun): void => {
  program
    .command('token')
    .description('replace the admin token')
    .command('reset')
    .summary('make a new admin token; the previous one no longer works')
    .description(
      'Makes a new admin token for DATA_DIR, with which the tokens of users are made. It is shown when standard output is a terminal, and otherwise written to ' +
        'a file that its owner alone can read. A running server accepts it at once and no longer accepts the previous one.',
    )
    .option('--json', 'print where the token is as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis token reset')
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { json } = parseOptions(command, { json: z.boolean().default(false) });
      // JSON is for programs, whose output is kept: the token is not in it.
      const show =
        terminal.onScreen && !json
          ? (token: string) =>
              writeOut(terminal.results, `Admin token (shown this once, keep it safe): ${token}\n`)
          : undefined;
      const file = await resetAdminToken(configurationFrom(environment), show);
      if (file !== undefined) printResult(terminal, json, { file }, `Admin token: in ${file}`);
      terminal.note(
        `The previous token no longer works.${file === undefined ? '' : ' Remove the file once you have read it.'}`,
      );
    });
};
