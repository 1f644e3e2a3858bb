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

const stages = { fold: 'folding again', compare: 'comparing' } as const;

/** Verifies one projection with a bar for its progress. */
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
  throw new CliError('The verification was cut short.', { hint: 'Look at the log of the server.' });
};

const kinds = { changed: 'is another one', missing: 'is missing', extra: 'should not be there' } as const;

const describe = ({ projection, generation, position, rows, leftOut, difference }: Result): string => {
  const where = `${projection} (generation ${generation}, at event ${position})`;
  const without = leftOut.length === 0 ? '' : ` Not compared: ${leftOut.join(', ')}.`;
  if (!difference) return `${where} matches the log: ${counted(rows, 'row')}.${without}`;
  const { table, key, kind, columns } = difference;
  const which = columns.length === 0 ? '' : ` in ${columns.join(', ')}`;
  return `${where} differs: the row ${plainLine(key)} of ${table} ${kinds[kind]}${which}.${without}`;
};

/** `projections verify`: folds read models again and compares. */
export const addVerifyCommand = (projections: Command, { terminal, environment, signal }: CliRun): void => {
  projections
    .command('verify')
    .summary('rebuild beside the live one, and compare')
    .description(
      'Rebuilds a read model or the search index from the log beside the live one, and compares them row by row.\nNames the first row that differs, never its content, and then exits with 1. Without a name, verifies all.',
    )
    .argument('[name]', 'as "npx anamnesis projections list" shows it')
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
        throw new CliError(`Not what the log says: ${differing.join(', ')}.`, {
          hint: `Rebuild it: "npx anamnesis projections reset ${differing[0]}". Keep this output for the developers.`,
        });
    });
};
