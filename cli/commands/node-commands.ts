import type { Command } from 'commander';
import { z } from 'zod';
import type { Nodes } from '../../client/api.generated.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { parseOptions } from './parse-options.ts';

const columns = ({ style }: Terminal): readonly Column<Nodes['nodes'][number]>[] => [
  { heading: 'NODE', value: ({ id }) => id.slice(0, 8) },
  { heading: 'HOST', value: ({ host }) => plainLine(host), wide: true },
  { heading: 'ROLE', value: ({ role }) => plainLine(role) },
  { heading: 'VERSION', value: ({ version }) => plainLine(version) },
  { heading: 'SINCE', value: ({ since }) => since.slice(0, 19).replace('T', ' ') },
  {
    heading: 'SEEN',
    value: ({ alive, lastSeen }) => (alive ? `${lastSeen.toFixed(1)} s ago` : 'lost'),
    decorate: (text, { alive }) => style(alive ? 'green' : 'red', text),
  },
  { heading: 'PARTITIONS', value: ({ shares }) => shares, align: 'right' },
];

/** Adds `nodes`, which lists the processes that share the work. */
export const addNodesCommand = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('nodes')
    .summary('list the nodes that share the work')
    .description(
      'Lists the nodes that share the database, with their role and the number of work partitions each holds.',
    )
    .option('--json', 'print them, with the work of each, as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis nodes')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const listed = await client.get('/api/admin/nodes');
        if (json) terminal.print(JSON.stringify(listed, null, 2));
        else terminal.print(formatTable(listed.nodes, columns(terminal), terminal));
        for (const duty of listed.missing) terminal.note(`No node does this work: ${duty}.`);
      });
    });
};
