import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Embedding } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { missingModelAdvice } from '../../domain/operations/missing-model.ts';
import { CliError, interrupted } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { printResult } from '../output/print-result.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { parseOptions } from './parse-options.ts';

const POLL_MS = 250;

const describeChange = ({ model, progress }: NonNullable<Embedding['change']>): string => {
  const { done, total, withheld } = progress;
  const kept = withheld === 0 ? '' : `, ${withheld} withheld because they contain PHI`;
  return `Changing to ${model.name}: ${done} of ${counted(total, 'document')}${kept}`;
};

/** Waits until no change is in progress. */
const waitForEnd = async (client: ApiClient, terminal: Terminal, signal: AbortSignal): Promise<Embedding> => {
  let shown = '';
  for (;;) {
    const info = await client.get('/api/admin/embedding');
    if (!info.change) return info;
    const line = describeChange(info.change);
    if (line !== shown) terminal.note(line);
    shown = line;
    await delay(POLL_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw interrupted('Interrupted. The change continues on the server.');
  }
};

const reportEnd = (info: Embedding, json: boolean, terminal: Terminal): void => {
  const { inUse, failure } = info;
  if (failure && failure.reason !== 'reverted')
    throw new CliError(`The model was not changed: ${plainLine(failure.message)}`, {
      hint: 'The previous model stays in use. Finished embeddings are kept; fix the cause and try again.',
    });
  const sentence = `Search now uses ${inUse === null ? 'no embedding model' : inUse.name}.`;
  printResult(terminal, json, info, sentence);
};

const addShow = (embedding: Command, { terminal, environment, signal }: CliRun): void => {
  embedding
    .command('show')
    .summary('show the embedding model in use and the available ones')
    .description('Shows the embedding model in use, the available models, and the progress of a change.')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis embedding show')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const info = await client.get('/api/admin/embedding');
        if (json) {
          terminal.print(JSON.stringify(info, null, 2));
          return;
        }
        for (const { name, dimensions } of info.available)
          terminal.print(`${name === info.inUse?.name ? '*' : ' '} ${name} (${dimensions} dimensions)`);
        if (info.change) terminal.print(describeChange(info.change));
        const advice = missingModelAdvice(
          info.inUse?.name,
          info.available.map(({ name }) => name),
        );
        if (advice !== undefined && !info.change) terminal.note(advice);
        if (info.failure) terminal.note(`The last change failed: ${plainLine(info.failure.message)}`);
      });
    });
};

const addChange = (embedding: Command, { terminal, environment, signal }: CliRun): void => {
  embedding
    .command('change')
    .summary('switch to another embedding model')
    .description(
      'Embeds all current documents with another configured model, builds a new index, and waits for the switch. The previous index serves in the meantime; you can return to it without embedding anything again.',
    )
    .argument('<model>', 'the model name, as listed by "npx anamnesis embedding show"')
    .option('--json', 'print the model in use afterwards as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis embedding change anamnesis-hash-384-v4')
    .action(async (model: string, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        await client.post('/api/commands/ChangeEmbeddingModel', { body: { model } });
        reportEnd(await waitForEnd(client, terminal, signal), json, terminal);
      });
    });
};

const addRevert = (embedding: Command, { terminal, environment, signal }: CliRun): void => {
  embedding
    .command('revert')
    .summary('cancel a change, or return to the previous model')
    .description('Cancels the model change in progress; if there is none, returns to the previous model.')
    .option('--json', 'print the model in use afterwards as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis embedding revert')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        await client.post('/api/commands/RevertEmbeddingModel', { body: {} });
        reportEnd(await waitForEnd(client, terminal, signal), json, terminal);
      });
    });
};

/** Adds `embedding show`, `embedding change` and `embedding revert`. */
export const addEmbeddingCommands = (program: Command, cli: CliRun): void => {
  const embedding = program.command('embedding').description('choose the embedding model for search');
  addShow(embedding, cli);
  addChange(embedding, cli);
  addRevert(embedding, cli);
};
