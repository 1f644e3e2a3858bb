import type { Command } from 'commander';
import { z } from 'zod';
import type { Erasure } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { CliError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { describeSubject } from '../output/describe-subject.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson, printResult } from '../output/print-result.ts';
import { outputFile, writeExport } from '../output/write-export.ts';
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

/** The id of a carried out erasure: the named one, or that of a subject. */
const erasureFrom = async (text: string, client: ApiClient): Promise<string> => {
  const named = uuidSchema.safeParse(text);
  if (named.success) return named.data;
  const subject = subjectFrom(text);
  const { erasures, state } = await client.post('/api/subjects', { body: { subject } });
  const last = erasures.findLast((erasure) => erasure.state === 'erased') ?? erasures.at(-1);
  if (last) return last.erasureId;
  throw new CliError(
    state === 'erased'
      ? 'The key of this data subject is destroyed, but this log states no erasure: it was restored from an older backup.'
      : 'No erasure was requested for this data subject.',
    {
      hint:
        state === 'erased'
          ? 'The certificate is in the log that was replaced.'
          : `See "npx anamnesis subjects list" for the erasures that were.`,
    },
  );
};

const addCertificate = (subjects: Command, cli: CliRun): void => {
  const { terminal } = cli;
  subjects
    .command('certificate')
    .summary('print or write the proof that a data subject was erased')
    .description(
      'Prints the certificate of an erasure: what was done, when, by whom, and what cannot be reached. With --output it writes a zip that proves this without the server: the events that state it, signed and sealed, and programs that verify them.',
    )
    .argument('<erasure>', 'the data subject, or the id of the erasure')
    .option('-o, --output <file>', 'write the sealed certificate, a zip; your access is recorded')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis subjects certificate patient-4711
  $ npx anamnesis subjects certificate patient-4711 --output certificate.zip
  Then, anywhere: node verify.mjs certificate.zip --key "<the key from audit checkpoint>"`,
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { output: outputFile.optional(), json });
      await withSubjectClient(cli, options.url, async (client) => {
        const path = { id: await erasureFrom(text, client) };
        if (options.output !== undefined) {
          const content = client.download('/api/erasures/{id}/sealed-certificate', { path });
          await writeExport(content, options.output, terminal, cli.signal);
          return;
        }
        const { text: sentences, ...facts } = await client.get('/api/erasures/{id}/certificate', { path });
        printResult(terminal, options.json, facts, sentences);
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
