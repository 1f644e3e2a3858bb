import type { Command } from 'commander';
import { z } from 'zod';
import { moveMasterKey } from '../../app/offline/move-master-key.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

const SERVICE = 'service';

/** Adds `keys rewrap`, which works only on the master key file, whether or not a server runs. */
export const addKeyCommands = (program: Command, { terminal, environment }: CliRun): void => {
  program
    .command('keys')
    .description('move the master key, or wrap it with a key service')
    .command('rewrap')
    .summary('move the master key, or wrap it with a key service')
    .description(
      "Moves the master key, which unwraps all others, to another file, or has the key service at KEY_SERVICE_URL wrap the key file. The key itself stays the same: no subject's key changes, and a running server is not affected. " +
        'The command reads the key back from the new place, and never overwrites a different key.',
    )
    .requiredOption('--to <place>', 'a file outside the data directory, or "service"')
    .option('--json', 'print the location of the key as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis keys rewrap --to /run/secrets/anamnesis/master.key
  $ KEY_SERVICE_URL=https://vault:8200 KEY_SERVICE_TOKEN_FILE=/run/secrets/vault-token \\
      npx anamnesis keys rewrap --to service
  $ KEY_SERVICE_URL='awskms://alias/anamnesis?region=eu-central-1' npx anamnesis keys rewrap --to service`,
    )
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { to, json } = parseOptions(command, {
        to: z.string().trim().min(1, 'needs a file, or "service"'),
        json: z.boolean().default(false),
      });
      const { file, wrapped, fingerprint, steps } = await moveMasterKey(
        configurationFrom(environment),
        to === SERVICE ? SERVICE : { file: to },
      );
      printResult(
        terminal,
        json,
        { file, wrapped, fingerprint },
        `Master key ${fingerprint}: in ${file}${wrapped ? ', wrapped by the key service' : ''}`,
      );
      terminal.note(
        `Now ${steps.join(', ')}. Copies and backups of the previous location still hold the key: remove them too.`,
      );
    });
};
