import type { Command } from 'commander';
import { z } from 'zod';
import type { Erasure } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { describeSubject } from '../output/describe-subject.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson, printResult } from '../output/print-result.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { withSubjectClient } from './subject-client.ts';
import { addErasureCommands } from './subject-erasure-commands.ts';
import { subjectFrom } from './subject-from.ts';
import { addHoldCommands } from './subject-hold-commands.ts';

const columns: readonly Column<Erasure>[] = [
  { heading: 'ERASURE', value: ({ erasureId }) => erasureId },
  { heading: 'SUBJECT', value: ({ subject }) => subject },
  { heading: 'STATE', value: ({ state }) => state },
  { heading: 'BASIS', value: ({ basis }) => basis, wide: true },
  { heading: 'REQUESTED BY', value: ({ requestedBy }) => requestedBy, wide: true },
  { heading: 'AT', value: ({ requestedAt }) => describeInstant(requestedAt), wide: true },
  { heading: 'CONFIRMED BY', value: ({ confirmedBy }) => confirmedBy, optional: true },
];

const json = z.boolean().default(false);

const addShow = (subjects: Command, cli: CliRun): void => {
  const { terminal } = cli;
  subjects
    .command('show')
    .summary('show the erasures of a data subject')
    .description(
      'Shows the holds and erasure requests of a data subject, with reasons. Your access is recorded.',
    )
    .argument('<subject>', 'e.g. patient-4711')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis subjects show patient-4711')
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { json });
      const subject = subjectFrom(text);
      await withSubjectClient(cli, options.url, async (client) => {
        const shown = await client.post('/api/subjects', { body: { subject } });
        printResult(terminal, options.json, shown, describeSubject(shown));
      });
    });
};

const addList = (subjects: Command, cli: CliRun): void => {
  const { terminal } = cli;
  subjects
    .command('list')
    .summary('list requests to erase data subjects')
    .description('Lists requests to erase data subjects, newest first.')
    .option('--state <state>', `only this state: ${choices.listErasures.state.join(', ')}`)
    .option('-n, --limit <n>', 'the maximum number to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis subjects list --state requested')
    .action(async (_options: unknown, command: Command) => {
      const { url, state, limit, json } = parseOptions(command, {
        state: z.enum(choices.listErasures.state).optional(),
        limit: wholeNumber(1, 100_000).default(50),
        json: z.boolean().default(false),
      });
      await withSubjectClient(cli, url, async (client) => {
        const { items, more } = await collectPages(limit, (page) =>
          client.page('/api/erasures', { query: { ...page, ...omitUndefined({ state }) } }),
        );
        if (json) printJson(terminal, items);
        else if (items.length === 0) terminal.print('No erasure requests match.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

const addCertificate = (subjects: Command, cli: CliRun): void => {
  const { terminal } = cli;
  subjects
    .command('certificate')
    .summary('print proof that a data subject was erased')
    .description(
      'Prints the certificate of an erasure: what was done, when, by whom, and what cannot be reached.',
    )
    .argument('<erasure>', 'the id of the erasure, as listed by "npx anamnesis subjects list"')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis subjects certificate 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
    )
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { json });
      const erasureId = uuidSchema.safeParse(id);
      if (!erasureId.success)
        throw usageError(
          'That is not the id of an erasure.',
          'See "npx anamnesis subjects list" for the ids.',
        );
      await withSubjectClient(cli, options.url, async (client) => {
        const { text, ...facts } = await client.get('/api/erasures/{id}/certificate', {
          path: { id: erasureId.data },
        });
        printResult(terminal, options.json, facts, text);
      });
    });
};

/** Adds `subjects erase`, `confirm`, `decline`, `hold`, `release`, `show`, `list` and `certificate`. */
export const addSubjectCommands = (program: Command, cli: CliRun): void => {
  const subjects = program
    .command('subjects')
    .summary('erase a person or a document for good, or place a legal hold')
    .description(
      'Erases everything about a data subject, or places a hold that forbids it. A subject is a pseudonym such as ' +
        'patient-4711, or person:…, conversation:<id>, query:<id>, tool_call:<id>, document:<key>, searches-of:<user>.',
    );
  addErasureCommands(subjects, cli);
  addHoldCommands(subjects, cli);
  addShow(subjects, cli);
  addList(subjects, cli);
  addCertificate(subjects, cli);
};
