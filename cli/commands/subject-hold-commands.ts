import type { Command } from 'commander';
import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions } from './parse-options.ts';
import { withSubjectClient } from './subject-client.ts';
import { subjectFrom } from './subject-from.ts';
import { subjectReason } from './subject-reason.ts';

const json = z.boolean().default(false);

const addHold = (subjects: Command, cli: CliRun): void => {
  const { terminal } = cli;
  subjects
    .command('hold')
    .summary('place a hold against erasing a data subject')
    .description('Places a hold: the data subject cannot be erased until the hold ends or is released.')
    .argument('<subject>', 'e.g. patient-4711')
    .requiredOption('--reason <text>', 'the reason')
    .option('--until <day>', 'the last day of the hold, or an instant (default: until released)')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis subjects hold patient-4711 --until 2099-12-31 --reason "Claim 11/26."',
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, {
        reason: subjectReason,
        until: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
        json,
      });
      const subject = subjectFrom(text);
      await withSubjectClient(cli, options.url, async (client) => {
        const recorded = await client.post('/api/commands/PlaceHold', {
          body: {
            subject,
            reason: options.reason,
            ...omitUndefined({ until: options.until }),
          },
        });
        printResult(terminal, options.json, recorded, `Hold ${recorded.holdId} is placed on ${subject}.`);
      });
    });
};

const addRelease = (subjects: Command, cli: CliRun): void => {
  const { terminal } = cli;
  subjects
    .command('release')
    .summary('release a hold')
    .description('Releases a hold on a data subject.')
    .argument('<subject>', 'e.g. patient-4711')
    .argument('<hold>', 'the hold id, as shown by "npx anamnesis subjects show <subject>"')
    .requiredOption('--reason <text>', 'the reason')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis subjects release patient-4711 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --reason "Settled."',
    )
    .action(async (text: string, hold: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { reason: subjectReason, json });
      const subject = subjectFrom(text);
      const holdId = uuidSchema.safeParse(hold);
      if (!holdId.success)
        throw usageError(
          'That is not the id of a hold.',
          'See "npx anamnesis subjects show <subject>" for the ids.',
        );
      await withSubjectClient(cli, options.url, async (client) => {
        const recorded = await client.post('/api/commands/ReleaseHold', {
          body: { subject, holdId: holdId.data, reason: options.reason },
        });
        printResult(terminal, options.json, recorded, `The hold on ${subject} is released.`);
      });
    });
};

/** Adds `subjects hold` and `subjects release`. */
export const addHoldCommands = (subjects: Command, cli: CliRun): void => {
  addHold(subjects, cli);
  addRelease(subjects, cli);
};
