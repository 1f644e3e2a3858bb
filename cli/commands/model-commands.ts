import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { Failure } from '../../domain/kernel/failure.ts';
import {
  isTransformersInstalled,
  transformersInstallation,
} from '../../infra/models/embedding/load-transformers.ts';
import { checkModelFiles, type ModelState } from '../../infra/models/installable/check-model-files.ts';
import { installModel } from '../../infra/models/installable/install-model.ts';
import {
  type InstallableModel,
  installableModels,
} from '../../infra/models/installable/installable-models.ts';
import { MODEL_HUB } from '../../infra/models/installable/model-hub.ts';
import { showProgress } from '../backup/show-progress.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { configurationFrom } from '../configuration-from.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson, printResult } from '../output/print-result.ts';
import { parseOptions, refuseUrl } from './parse-options.ts';

const models: readonly (readonly [name: string, model: InstallableModel])[] =
  Object.entries(installableModels);

const bytesOf = ({ files }: InstallableModel): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
const filesOf = ({ files }: InstallableModel): string => files.map(({ path }) => path).join(', ');
const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

type Listed = Pick<InstallableModel, 'model' | 'revision' | 'licence' | 'purpose' | 'memory' | 'time'> & {
  readonly name: string;
  readonly state: ModelState['state'];
  readonly bytes: number;
};

const columns: readonly Column<Listed>[] = [
  { heading: 'NAME', value: ({ name }) => name },
  { heading: 'STATE', value: ({ state }) => state },
  { heading: 'DISK', value: ({ bytes }) => megabytes(bytes), align: 'right' },
  { heading: 'MEMORY', value: ({ memory }) => memory, align: 'right' },
  { heading: 'FOR', value: ({ purpose }) => purpose, wrap: 'text' },
  { heading: 'TIME', value: ({ time }) => time, wrap: 'text', wide: true },
  { heading: 'LICENCE', value: ({ licence }) => licence, wide: true },
];

const addList = (parent: Command, { terminal, environment }: CliRun): void => {
  parent
    .command('list')
    .summary('the models that can be installed, and those that are')
    .description(
      'Lists the models that can be installed, with their size on disk, and checks the files of those that are: "complete", or "damaged" where one is not as it was.',
    )
    .option('--json', "print them as JSON, with the hub's names and revisions")
    .addHelpText('after', '\nExample:\n  $ npx anamnesis models list')
    .action(async (_options: unknown, command: Command) => {
      refuseUrl(command);
      const { json } = parseOptions(command, { json: z.boolean().default(false) });
      const { modelsDir } = configurationFrom(environment);
      const listed: Listed[] = [];
      for (const [name, model] of models) {
        const { state } = await checkModelFiles(modelsDir, model);
        const { revision, licence, purpose, memory, time } = model;
        listed.push({
          name,
          state,
          bytes: bytesOf(model),
          model: model.model,
          revision,
          licence,
          purpose,
          memory,
          time,
        });
      }
      if (json) printJson(terminal, listed);
      else terminal.print(formatTable(listed, columns, terminal));
    });
};

const modelNamed = (name: string): InstallableModel => {
  const known = models.find(([known]) => known === name)?.[1];
  if (known === undefined)
    throw usageError(
      `There is no model "${name}" to install; there are ${models.map(([known]) => known).join(', ')}.`,
      'Another one is put into MODELS_DIR by hand, in a folder of its name.',
    );
  return known;
};

/** What is left to do, one step a line. */
const stepsAfter = ({ settings, afterwards }: InstallableModel): readonly string[] => [
  ...(isTransformersInstalled()
    ? []
    : [`${transformersInstallation}   (runs the models; about 500 MB on disk)`]),
  `start the server with ${Object.entries(settings)
    .map(([variable, value]) => `${variable}=${value}`)
    .join(' ')}`,
  ...(afterwards === undefined ? [] : [afterwards]),
];

const addInstall = (parent: Command, { terminal, environment, signal }: CliRun): void => {
  parent
    .command('install')
    .summary('put a model into MODELS_DIR')
    .description(
      `Puts a model into MODELS_DIR (DATA_DIR/models), where the server looks for it: from the model hub, or from a folder where this machine has no way to it. Each file is checked by its size and SHA-256. Models: ${models
        .map(([name, model]) => `${name} (${megabytes(bytesOf(model))}): ${model.purpose}`)
        .join('; ')}.`,
    )
    .argument('<name>', `one of ${models.map(([name]) => name).join(', ')}`)
    .option('--from <folder>', 'take the files from a folder, without any network')
    .option('--hub <url>', `a mirror of the model hub (${MODEL_HUB.href} unless told)`)
    .option('--json', 'print what was installed as JSON')
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
      const model = modelNamed(name);
      const { modelsDir } = configurationFrom(environment);
      const total = bytesOf(model);
      const progress = showProgress(terminal);
      try {
        const folder = await installModel(model, {
          modelsDir,
          source:
            from === undefined
              ? { hub: new URL(hub === undefined ? MODEL_HUB : `${hub.replace(/\/$/, '')}/`) }
              : { folder: resolve(from) },
          signal,
          onProgress: (bytes) =>
            progress.show(name, bytes, total, `${megabytes(bytes)} of ${megabytes(total)}`),
        });
        progress.stop();
        printResult(
          terminal,
          json,
          { name, model: model.model, revision: model.revision, folder, bytes: total },
          `Installed ${model.model} (${megabytes(total)}, ${model.licence}) in ${folder}. All files are as they should be.`,
        );
        terminal.note(
          ['Next:', ...stepsAfter(model).map((step, index) => `  ${index + 1}. ${step}`)].join('\n'),
        );
      } catch (error) {
        progress.stop();
        if (signal.aborted) throw interrupted('Interrupted. Nothing was installed.');
        if (error instanceof Failure)
          throw new CliError(error.reason.message, {
            hint:
              from === undefined
                ? `Without a way to the hub: fetch ${filesOf(model)} elsewhere, from ${new URL(`${model.model}/tree/${model.revision}`, MODEL_HUB).href}, and use --from <folder>.`
                : `The files of ${model.model} are ${filesOf(model)}, at revision ${model.revision}.`,
            cause: error,
          });
        throw error;
      }
    });
};

/** `models list` and `models install`: work on the folder of models alone, whether or not a server runs. */
export const addModelCommands = (program: Command, cli: CliRun): void => {
  const parent = program.command('models').description('language models that run in this process');
  addList(parent, cli);
  addInstall(parent, cli);
};
