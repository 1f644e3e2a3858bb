import type { Command } from 'commander';
import { z } from 'zod';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

const addShow = (logLoss: Command, { terminal, environment, signal }: CliRun): void => {
  logLoss
    .command('show')
    .summary('which acknowledged events are gone')
    .description(
      'Compares KurrentDB with the numbers of its events, and shows which acknowledged ones it lacks.',
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
            : `KurrentDB lacks the events at positions ${lost.firstLost} to ${lost.lastLost}, which were acknowledged. Nothing is written until a newer copy is restored, or they are given up:\n  npx anamnesis log-loss accept --first ${lost.firstLost} --last ${lost.lastLost}`,
        );
      });
    });
};

const addAccept = (logLoss: Command, { terminal, environment, signal }: CliRun): void => {
  logLoss
    .command('accept')
    .summary('give up the lost events for good')
    .description(
      'Gives up exactly the events that are named. KurrentDB goes on from what it has; every node starts again, and what was made of the lost events is made again. It cannot be undone.',
    )
    .requiredOption(
      '--first <position>',
      'the first lost position, as "npx anamnesis log-loss show" names it',
    )
    .requiredOption('--last <position>', 'the last lost position')
    .option('--json', 'print what was given up as JSON')
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
          `The events at positions ${first} to ${last} are given up. The nodes start again from what is stored.`,
        );
      });
    });
};

/** `log-loss show` and `log-loss accept`. */
export const addLogLossCommands = (program: Command, cli: CliRun): void => {
  const logLoss = program
    .command('log-loss')
    .description('what a KurrentDB that was restored from an older copy has lost');
  addShow(logLoss, cli);
  addAccept(logLoss, cli);
};
