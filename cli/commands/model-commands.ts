import type { Command } from 'commander';
import { z } from 'zod';
import {
  type LocalModel,
  listLocalModels,
  localModelNamed,
  localModelNames,
  modelHub,
} from '../../app/offline/local-models.ts';
import { describeSize } from '../../domain/kernel/describe-size.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { showProgress } from '../backup/show-progress.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson, printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

const columns: readonly Column<LocalModel>[] = [
  { heading: 'NAME', value: ({ name }) => name },
  { heading: 'STATE', value: ({ state }) => state },
  { heading: 'DISK', value: ({ bytes }) => describeSize(bytes), align: 'right' },
  { heading: 'MEMORY', value: ({ memory }) => memory, align: 'right' },
  { heading: 'FOR', value: ({ purpose }) => purpose, wrap: true },
  { heading: 'TIME', value: ({ time }) => time, wrap: true, wide: true },
  { heading: 'LICENCE', value: ({ licence }) => licence, wide: true },
];

const addList = (parent: Command, { terminal, environment }: CliRun): void => {
  parent
    .command('list')
    .summary('list the models and show which are installed')
    .description(
      'Lists the available models with their size on disk, and checks the files of the installed ones: "complete", or "damaged" if a file has changed.',
    )
    .option('--json', "print them as JSON, with the hub's names and revisions")
    .addHelpText('after', '\nExample:\n  $ npx anamnesis models list')
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { json } = parseOptions(command, { json: z.boolean().default(false) });
      const { modelsDir } = configurationFrom(environment);
      const listed = await listLocalModels(modelsDir);
      if (json) printJson(terminal, listed);
      else terminal.print(formatTable(listed, columns, terminal));
    });
};

const addInstall = (parent: Command, { terminal, environment, signal }: CliRun): void => {
  parent
    .command('install')
    .summary('install a model in MODELS_DIR')
    .description(
      `Installs a model in MODELS_DIR (default: DATA_DIR/models), where the server looks for it: from the model hub, or from a folder if this machine cannot reach the hub. The size and SHA-256 of every file are verified. Models: ${localModelNames
        .map(({ name, bytes, purpose }) => `${name} (${describeSize(bytes)}): ${purpose}`)
        .join('; ')}.`,
    )
    .argument('<name>', `one of ${localModelNames.map(({ name }) => name).join(', ')}`)
    .option('--from <folder>', 'copy the files from a folder, without network access')
    .option('--hub <url>', `a mirror of the model hub (default: ${modelHub})`)
    .option('--json', 'print the installed model as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis models install minilm
  $ npx anamnesis models install minilm --from /media/usb/all-MiniLM-L6-v2`,
    )
    .action(async (name: string, _options: unknown, command: Command) => {
      refuseUrl(command);
      const { from, hub, json } = parseOptions(command, {
        from: z.string().trim().min(1, 'needs a folder').optional(),
        hub: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
        json: z.boolean().default(false),
      });
      if (from !== undefined && hub !== undefined)
        throw usageError('--from and --hub cannot be used together.', 'Choose where the files come from.');
      const { model, revision, licence, bytes: total, files, page, steps, install } = localModelNamed(name);
      const { modelsDir } = configurationFrom(environment);
      const progress = showProgress(terminal);
      try {
        const folder = await install({
          modelsDir,
          from: from === undefined ? (hub === undefined ? undefined : { hub }) : { folder: from },
          signal,
          onProgress: (bytes) =>
            progress.show(name, bytes, total, `${describeSize(bytes)} of ${describeSize(total)}`),
        });
        progress.stop();
        printResult(
          terminal,
          json,
          { name, model, revision, folder, bytes: total },
          `Installed ${model} (${describeSize(total)}, ${licence}) in ${folder}. All files are verified.`,
        );
        terminal.note(['Next:', ...steps.map((step, index) => `  ${index + 1}. ${step}`)].join('\n'));
      } catch (error) {
        progress.stop();
        if (signal.aborted) throw interrupted('Interrupted. Nothing was installed.');
        if (error instanceof Failure)
          throw new CliError(error.reason.message, {
            hint:
              from === undefined
                ? `If this machine cannot reach the hub: download ${files} from ${page} on another one, and use --from <folder>.`
                : `${model} needs ${files}, at revision ${revision}.`,
            cause: error,
          });
        throw error;
      }
    });
};

/** Adds `models list` and `models install`, which work only on the models folder, whether or not a server runs. */
export const addModelCommands = (program: Command, cli: CliRun): void => {
  const parent = program.command('models').description('install models that run in this process');
  addList(parent, cli);
  addInstall(parent, cli);
};
