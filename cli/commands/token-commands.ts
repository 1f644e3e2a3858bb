import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { writeOut } from '../../app/write-out.ts';
import {
  dataDirectoryFailure,
  openDataDirectory,
} from '../../infra/installation/data-directory/open-data-directory.ts';
import { makeAdminToken } from '../../infra/services/auth/admin-token-file.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

/** `token reset`: works on the data directory alone, whether or not a server runs on it. */
export const addTokenCommands = (program: Command, { terminal, environment }: CliRun): void => {
  program
    .command('token')
    .description('replace the token that makes other tokens')
    .command('reset')
    .summary('make a new token to make tokens with; the one before opens nothing any more')
    .description(
      'Makes a new admin token for DATA_DIR, with which the tokens of users are made. It is shown when standard output is a terminal, and otherwise written to ' +
        'a file that its owner alone can read. A running server accepts it at once, and the one before no more.',
    )
    .option('--json', 'print where the token is as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis token reset')
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { json } = parseOptions(command, { json: z.boolean().default(false) });
      const { dataDir, adminToken } = configurationFrom(environment);
      if (adminToken !== undefined)
        throw usageError(
          'ADMIN_TOKEN is set and would replace the new token at the next start.',
          'Change ADMIN_TOKEN itself and start the server again, or unset it first.',
        );
      if (
        !(await stat(join(dataDir, 'keys')).then(
          () => true,
          () => false,
        ))
      )
        throw new CliError(`There is no data directory at ${dataDir}.`, {
          hint: 'Set DATA_DIR to that of the server. The first start makes one and hands over its token.',
        });
      const dataDirectory = await openDataDirectory(dataDir);
      // JSON is for programs, whose output is kept: the token is not in it.
      const show =
        terminal.onScreen && !json
          ? (token: string) =>
              writeOut(terminal.results, `Admin token (shown this once, keep it safe): ${token}\n`)
          : undefined;
      const { file } = await makeAdminToken(dataDirectory, show).catch((error: unknown) => {
        throw dataDirectoryFailure(dataDir, error);
      });
      if (file !== undefined) printResult(terminal, json, { file }, `Admin token: in ${file}`);
      terminal.note(
        `The token before opens nothing any more.${file === undefined ? '' : ' Remove the file once you have read it.'}`,
      );
    });
};
