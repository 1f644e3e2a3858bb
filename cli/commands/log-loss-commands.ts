import type { Command } from 'commander';
import { z } from 'zod';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

const addShow = (logLoss: Command, { terminal, environment, signal }: CliRun): void => {
  logLoss
    .command('show')
    .summary('show which acknowledged events are lost')
    .description(
      'Compares KurrentDB with the recorded event numbers, and shows which acknowledged events it lacks.',
    )
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis log-loss show')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const found = await client.get('/api/admin/log-loss');
        const { lost } = found;
        printResult(
          terminal,
          json,
          found,
          lost === null
            ? 'No event is lost.'
            : `KurrentDB lacks the events at positions ${lost.firstLost} to ${lost.lastLost}, which were acknowledged. Writes are blocked until you restore a newer copy or give these events up:\n  npx anamnesis log-loss accept --first ${lost.firstLost} --last ${lost.lastLost}`,
        );
      });
    });
};

const addAccept = (logLoss: Command, { terminal, environment, signal }: CliRun): void => {
  logLoss
    .command('accept')
    .summary('give up the lost events for good')
    .description(
      'Gives up exactly the named events. The log continues from what KurrentDB has; every node restarts, and everything derived from the lost events is rebuilt. This cannot be undone.',
    )
    .requiredOption(
      '--first <position>',
      'the first lost position, as shown by "npx anamnesis log-loss show"',
    )
    .requiredOption('--last <position>', 'the last lost position')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis log-loss accept --first 96 --last 100')
    .action(async (_options: unknown, command: Command) => {
      const position = wholeNumber(1, Number.MAX_SAFE_INTEGER);
      const { url, json, first, last } = parseOptions(command, {
        first: position,
        last: position,
        json: z.boolean().default(false),
      });
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const givenUp = await client.post('/api/admin/log-loss', {
          body: { firstLost: first, lastLost: last },
        });
        printResult(
          terminal,
          json,
          givenUp,
          `The events at positions ${first} to ${last} are given up. The nodes restart from the stored log.`,
        );
      });
    });
};

/** Adds `log-loss show` and `log-loss accept`. */
export const addLogLossCommands = (program: Command, cli: CliRun): void => {
  const logLoss = program
    .command('log-loss')
    .description('show what a KurrentDB restored from an older copy has lost');
  addShow(logLoss, cli);
  addAccept(logLoss, cli);
};
