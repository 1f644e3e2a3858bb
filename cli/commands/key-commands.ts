import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { isThere } from '../../infra/installation/disk/is-there.ts';
import {
  isWithin,
  loadMasterKey,
  masterKeyPath,
  rewrapMasterKey,
} from '../../infra/storage/key-vault/master-key.ts';
import { masterKeyFingerprint } from '../../infra/storage/key-vault/master-key-mark.ts';
import { masterKeyPlaceOf } from '../../infra/storage/key-vault/master-key-place.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

const SERVICE = 'service';

/** A file that the key can be put into: in a folder that is there, and apart from the data that it opens. */
const newPlace = async (to: string, dataDir: string): Promise<string> => {
  const path = resolve(to);
  const folder = await realpath(dirname(path)).catch(() => undefined);
  if (folder === undefined)
    throw usageError(`The folder ${dirname(path)} is not there.`, 'Make it, or name a file in another one.');
  if (isWithin(await realpath(dataDir), join(folder, basename(path))))
    throw usageError(
      `${path} lies within the data directory, whose data the key opens.`,
      'Name a file outside of it.',
    );
  if (
    await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
  )
    throw usageError(`${path} is a folder.`, 'Name a file in it, such as master.key.');
  return path;
};

/** `keys rewrap`: works on the file of the master key alone, whether or not a server runs. */
export const addKeyCommands = (program: Command, { terminal, environment }: CliRun): void => {
  program
    .command('keys')
    .description('say where the master key lies')
    .command('rewrap')
    .summary('put the master key into another place, or under a key service')
    .description(
      "Puts the master key, which opens all others, into another file, or has the key service of KEY_SERVICE_URL wrap the file that holds it. The key stays the same, so that no subject's key changes and a running server goes on. " +
        'It is read back from the new place before this ends; another key is never overwritten.',
    )
    .requiredOption('--to <place>', 'a file outside of the data directory, or "service"')
    .option('--json', 'print where the key is as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis keys rewrap --to /run/secrets/anamnesis/master.key
  $ KEY_SERVICE_URL=https://vault:8200 KEY_SERVICE_TOKEN_FILE=/run/secrets/vault-token \\
      npx anamnesis keys rewrap --to service`,
    )
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { to, json } = parseOptions(command, {
        to: z.string().trim().min(1, 'needs a file, or "service"'),
        json: z.boolean().default(false),
      });
      const configuration = configurationFrom(environment);
      const keys = join(resolve(configuration.dataDir), 'keys');
      if (!(await isThere(keys)))
        throw new CliError(`There is no data directory at ${resolve(configuration.dataDir)}.`, {
          hint: 'Set DATA_DIR to that of the server.',
        });
      const place = masterKeyPlaceOf(configuration, keys);
      if (to === SERVICE && place.service === undefined)
        throw usageError(
          'There is no key service to wrap the key.',
          'Set KEY_SERVICE_URL and KEY_SERVICE_TOKEN_FILE.',
        );
      const key = await loadMasterKey({ ...place, mayMake: false });
      const from = place.configured === undefined ? masterKeyPath(place) : undefined;
      const path = to === SERVICE ? masterKeyPath(place) : await newPlace(to, configuration.dataDir);
      await rewrapMasterKey(key, path, to === SERVICE ? place.service : undefined);
      const fingerprint = masterKeyFingerprint(key);
      printResult(
        terminal,
        json,
        { file: path, wrapped: to === SERVICE, fingerprint },
        `Master key ${fingerprint}: in ${path}${to === SERVICE ? ', wrapped by the key service' : ''}`,
      );
      const steps = [
        ...(path === join(keys, 'master.key') ? [] : [`set MASTER_KEY_FILE=${path}`]),
        ...(from === undefined ? ['unset MASTER_KEY'] : []),
        'start the server again',
        ...(from === undefined || from === path ? [] : [`remove ${from}`]),
      ];
      terminal.note(
        `Now ${steps.join(', ')}. Copies and backups of where the key was before still hold it: remove those too.`,
      );
    });
};
