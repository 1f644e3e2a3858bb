import type { Command } from 'commander';
import { z } from 'zod';
import type { Costs } from '../../client/api.generated.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeCost } from '../output/describe-cost.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { parseOptions } from './parse-options.ts';

type Group = { readonly name: string } & Pick<
  Costs,
  'calls' | 'promptTokens' | 'completionTokens' | 'costUsd'
>;

const columnsOf = (heading: string): readonly Column<Group>[] => [
  { heading, value: ({ name }) => name },
  { heading: 'CALLS', value: ({ calls }) => calls, align: 'right' },
  { heading: 'READ', value: ({ promptTokens }) => promptTokens, align: 'right', wide: true },
  { heading: 'WRITTEN', value: ({ completionTokens }) => completionTokens, align: 'right', wide: true },
  { heading: 'COST', value: ({ costUsd }) => describeCost(costUsd), align: 'right' },
];

/** Summarizes the month in one to three sentences. */
const summaryOf = ({ month, calls, costUsd, limitUsd, open, complete }: Costs): string =>
  [
    `${month}: ${describeCost(costUsd)} for ${counted(calls, 'language model call')}${limitUsd === undefined ? '' : `, of a monthly limit of ${describeCost(limitUsd)}`}.`,
    ...(open.calls === 0
      ? []
      : [
          `The outcome of ${open.calls} of them is unknown; they count as ${describeCost(open.costUsd)}, their maximum.`,
        ]),
    ...(complete ? [] : ['The month has further calls that are not included.']),
  ].join(' ');

/** Adds `costs`. */
export const addCostCommand = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('costs')
    .summary('show what language models have cost')
    .description('Shows what language models have cost in a month (UTC), by user and by model.')
    .option('--month <month>', 'e.g. 2026-11 (default: the current one)')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis costs
  $ npx anamnesis costs --month 2026-11`,
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, month, json } = parseOptions(command, {
        month: z.string().optional(),
        json: z.boolean().default(false),
      });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const costs = await client.get('/api/admin/costs', { query: omitUndefined({ month }) });
        if (json) {
          terminal.print(JSON.stringify(costs, null, 2));
          return;
        }
        terminal.print(summaryOf(costs));
        if (costs.calls === 0) return;
        const users = costs.users.map(({ user, ...sum }) => ({ name: user, ...sum }));
        const models = costs.models.map(({ model, where, ...sum }) => ({
          name: `${model} (${where})`,
          ...sum,
        }));
        terminal.print(`\n${formatTable(users, columnsOf('USER'), terminal)}`);
        terminal.print(`\n${formatTable(models, columnsOf('MODEL'), terminal)}`);
      });
    });
};
