import type { Command } from 'commander';
import { z } from 'zod';
import type { ParkedEvent } from '../../client/api.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

const columns: readonly Column<ParkedEvent>[] = [
  { heading: 'CONSUMER', value: ({ consumer }) => consumer },
  { heading: 'EVENT', value: ({ eventId }) => eventId },
  { heading: 'TYPE', value: ({ eventType }) => eventType, wide: true },
  { heading: 'POSITION', value: ({ position }) => position, align: 'right', wide: true },
  { heading: 'ATTEMPTS', value: ({ attempts }) => attempts, align: 'right', wide: true },
  { heading: 'PARKED AT', value: ({ parkedAt }) => describeInstant(parkedAt), wide: true },
  {
    heading: 'REPLAY REQUESTED',
    value: ({ replayRequestedAt }) => replayRequestedAt && describeInstant(replayRequestedAt),
    optional: true,
  },
  { heading: 'WAITS BEHIND', value: ({ waitsBehind }) => waitsBehind, optional: true },
  {
    heading: 'REASON',
    value: ({ message, untold }) =>
      untold === null ? message : `${message} No notification could be sent: ${untold}`,
    wrap: true,
  },
];

const addList = (parked: Command, { terminal, environment, signal }: CliRun): void => {
  parked
    .command('list')
    .summary('list events that consumers gave up on')
    .description('Lists events that consumers gave up on after several attempts, newest first.')
    .option('--consumer <name>', 'only events of this consumer')
    .option('-n, --limit <n>', 'the maximum number to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis parked list')
    .action(async (_options: unknown, command: Command) => {
      const { url, consumer, limit, json } = parseOptions(command, {
        consumer: z.string().min(1).max(64).optional(),
        limit: wholeNumber(1, 100_000).default(50),
        json: z.boolean().default(false),
      });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const { items, more } = await collectPages(limit, (page) =>
          client.page('/api/admin/consumers/parked', { query: { ...page, ...omitUndefined({ consumer }) } }),
        );
        if (json) terminal.print(JSON.stringify(items, null, 2));
        else if (items.length === 0) terminal.print('Nothing is parked.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

const addReplay = (parked: Command, { terminal, environment, signal }: CliRun): void => {
  parked
    .command('replay')
    .summary('retry a parked event')
    .description('Makes a consumer retry an event that it has parked.')
    .argument('<consumer>', 'the consumer, as listed by "npx anamnesis parked list"')
    .argument('<eventId>', 'the event id, as listed by "npx anamnesis parked list"')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis parked replay indexing-worker 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
    )
    .action(async (consumer: string, id: string, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const eventId = uuidSchema.safeParse(id);
      if (!eventId.success)
        throw usageError(
          `"${id}" is not the id of an event.`,
          'See "npx anamnesis parked list" for the ids.',
        );
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const recorded = await client.post('/api/commands/ReplayParkedEvent', {
          body: { consumer, eventId: eventId.data },
        });
        const sentence = `${consumer} will retry event ${eventId.data}.`;
        printResult(terminal, json, recorded, sentence);
      });
    });
};

/** Adds `parked list` and `parked replay`. */
export const addParkedCommands = (program: Command, cli: CliRun): void => {
  const parked = program.command('parked').description('list and retry events that consumers gave up on');
  addList(parked, cli);
  addReplay(parked, cli);
};
