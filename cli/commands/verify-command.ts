import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Verification } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { CliError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { barOptions, type ProgressPayload } from '../output/progress-bar.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { parseOptions } from './parse-options.ts';

type Result = Extract<Verification, { kind: 'result' }>;

const stages = { fold: 'rebuilding', compare: 'comparing' } as const;

/** Verifies one projection and shows a progress bar. */
const verify = async (client: ApiClient, name: string, terminal: Terminal): Promise<Result> => {
  const { bars: stream } = terminal;
  const bar = stream && new SingleBar({ ...barOptions(stream, terminal), clearOnComplete: true });
  const start: ProgressPayload = { name: plainLine(name), facts: [stages.fold] };
  bar?.start(1, 0, start);
  try {
    for await (const line of client.lines('/api/admin/projections/{name}/verify', { path: { name } })) {
      if (line.kind === 'result') return line;
      if (line.kind === 'failure')
        throw new CliError(`${name} could not be verified: ${plainLine(line.message)}`);
      bar?.setTotal(Math.max(1, line.total));
      bar?.update(line.done, { facts: [stages[line.stage]] });
    }
  } finally {
    bar?.stop();
  }
  throw new CliError('The verification was cut short.', { hint: 'Check the server log.' });
};

const kinds = { changed: 'is different', missing: 'is missing', extra: 'should not exist' } as const;

const describe = ({ projection, generation, position, rows, leftOut, difference }: Result): string => {
  const where = `${projection} (generation ${generation}, at event ${position})`;
  const without = leftOut.length === 0 ? '' : ` Not compared: ${leftOut.join(', ')}.`;
  if (!difference) return `${where} matches the log: ${counted(rows, 'row')}.${without}`;
  const { table, key, kind, columns } = difference;
  const which = columns.length === 0 ? '' : ` in ${columns.join(', ')}`;
  return `${where} differs: the row ${plainLine(key)} of ${table} ${kinds[kind]}${which}.${without}`;
};

/** Adds `projections verify`, which rebuilds read models and compares them with the live ones. */
export const addVerifyCommand = (projections: Command, { terminal, environment, signal }: CliRun): void => {
  projections
    .command('verify')
    .summary('check that a projection matches the log')
    .description(
      'Rebuilds a read model or the search index from the log and compares it with the live one, row by row.\nNames the first row that differs, never its content, and exits with 1. Without a name, verifies all projections.',
    )
    .argument('[name]', 'the projection, as listed by "npx anamnesis projections list"')
    .option('--json', 'print the results as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx anamnesis projections verify\n  $ npx anamnesis projections verify search',
    )
    .action(async (name: string | undefined, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      const results: Result[] = [];
      await withServer(connection, async (client) => {
        const all = (await client.get('/api/admin/projections')).filter(({ kind }) => kind === 'projection');
        for (const wanted of name === undefined ? all.map((projection) => projection.name) : [name]) {
          const result = await verify(client, wanted, terminal);
          results.push(result);
          if (!json) terminal.print(describe(result));
        }
      });
      if (json) terminal.print(JSON.stringify(results, null, 2));
      const differing = results.filter(({ difference }) => difference).map(({ projection }) => projection);
      if (differing.length > 0)
        throw new CliError(`These projections do not match the log: ${differing.join(', ')}.`, {
          hint: `Rebuild with "npx anamnesis projections reset ${differing[0]}", and keep this output for the developers.`,
        });
    });
};
